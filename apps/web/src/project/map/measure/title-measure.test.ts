import { limits, newNodeTitle } from '@espalier/domain'
import { describe, expect, it, vi } from 'vitest'
import { createTextRuler, type TextRuler } from './text-ruler.ts'
import {
  computeBoxHeight,
  createTitleMeasure,
  maxTitleWidthPx,
  nodeBoxPx,
  type NodeRank,
  type RankedTitle,
  titleFonts,
} from './title-measure.ts'

const lettersALine = 10
const letterPx = maxTitleWidthPx / lettersALine
const ruler = createTextRuler((text) => text.length * letterPx)
const useForAllRanks = (one: TextRuler) => ({ root: one, branch: one, leaf: one })
const rankAll = (titles: readonly string[], rank: NodeRank = 'leaf') => titles.map((title) => ({ title, rank }))
const besidePx = nodeBoxPx.before + nodeBoxPx.after

describe('size of a box', () => {
  it('is as wide as the title needs within 120 and 320 pixels', () => {
    const narrow = createTextRuler((text) => text.length * 10)
    const measure = createTitleMeasure(useForAllRanks(narrow), () => [])
    const titles = ['x', 'a title of 20 chars.', 'a title that is much longer than one line can be']
    const { widths } = measure.measureBoxes(rankAll(titles))
    expect(widths[0]).toBe(limits.nodeWidthPx.min)
    expect(widths[1]).toBe(200 + besidePx)
    expect(widths[2]).toBeLessThanOrEqual(limits.nodeWidthPx.max)
    expect(widths[2]).toBeGreaterThan(limits.nodeWidthPx.max - 100)
  })

  it('is 200 by 50 for a new node of any rank and for one without a title', () => {
    const measure = createTitleMeasure(useForAllRanks(createTextRuler((text) => text.length * 7)), () => [])
    for (const rank of ['root', 'branch', 'leaf'] as const) {
      const { widths, heights } = measure.measureBoxes(rankAll([newNodeTitle, ''], rank))
      expect([...widths, ...heights]).toEqual([200, 200, 50, 50])
    }
  })

  it('is as high as the default and grows with every further line', () => {
    const measure = createTitleMeasure(useForAllRanks(ruler), () => [])
    const title = 'one two three four five six'
    const { heights } = measure.measureBoxes(rankAll(['one', title]))
    expect([...heights]).toEqual([limits.nodeSizePx.height, 2 * nodeBoxPx.above + 3 * titleFonts.leaf.linePx])
    expect(measure.breakIntoLines({ title, rank: 'leaf' })).toHaveLength(3)
  })

  it('has room for what is below the title, plain or formatted', () => {
    const narrow = createTextRuler((text) => text.length * 10)
    const measure = createTitleMeasure(useForAllRanks(narrow), () => [{ width: 50, height: 18 }])
    const below = { width: 210, height: 36 }
    const titles = ['short', '<b>short</b>'].map((title) => ({ title, rank: 'leaf', below }) as const)
    const { widths, heights } = measure.measureBoxes(titles)
    expect([...widths]).toEqual([210 + besidePx, 210 + besidePx])
    expect([...heights]).toEqual([computeBoxHeight(18 + 36), computeBoxHeight(18 + 36)])
  })

  it('depends on the font of the rank', () => {
    const rulers = {
      root: createTextRuler((text) => text.length * 12),
      branch: createTextRuler((text) => text.length * 11),
      leaf: createTextRuler((text) => text.length * 10),
    }
    const measure = createTitleMeasure(rulers, () => [])
    const titles = (['root', 'branch', 'leaf'] as const).map((rank) => ({ title: 'fifteen letters', rank }))
    expect([...measure.measureBoxes(titles).widths]).toEqual([180, 165, 150].map((text) => text + besidePx))
  })

  it('is wide enough for every line that is drawn', () => {
    const measure = createTitleMeasure(useForAllRanks(ruler), () => [])
    const title = 'one two three four, five & six\u00a0seven'
    const { widths } = measure.measureBoxes([{ title, rank: 'leaf' }])
    const lines = measure.breakIntoLines({ title, rank: 'leaf' }) ?? []
    expect(Math.max(...lines.map((line) => line.length * letterPx)) + besidePx).toBeLessThanOrEqual(widths[0] ?? 0)
  })
})

describe('formatted titles', () => {
  it('are measured in one batch, each once for a rank', () => {
    const measureRich = vi.fn((titles: readonly RankedTitle[]) => titles.map(() => ({ width: 150, height: 100 })))
    const measure = createTitleMeasure(useForAllRanks(ruler), measureRich)
    const { widths, heights } = measure.measureBoxes(rankAll(['<b>a</b>', 'plain', '<b>b</b>', '<b>a</b>']))
    const high = computeBoxHeight(100)
    expect([...heights]).toEqual([high, limits.nodeSizePx.height, high, high])
    expect(widths[0]).toBe(150 + besidePx)
    measure.measureBoxes(rankAll(['<b>b</b>']))
    expect(measureRich.mock.calls).toEqual([[rankAll(['<b>a</b>', '<b>b</b>'])]])
    measure.measureBoxes(rankAll(['<b>b</b>'], 'root'))
    expect(measureRich).toHaveBeenCalledTimes(2)
    expect(measure.breakIntoLines({ title: '<b>a</b>', rank: 'leaf' })).toBeNull()
  })
})

it('measures a word once', () => {
  const measureWidth = vi.fn(() => 1)
  const measure = createTitleMeasure(useForAllRanks(createTextRuler(measureWidth)), () => [])
  measure.measureBoxes(rankAll(['pear tree', 'tree pear', 'pear']))
  expect(measureWidth.mock.calls).toEqual([[' '], ['pear'], ['tree']])
})

it('measures the excerpt of a long title, plain or formatted', () => {
  const measureRich = vi.fn((titles: readonly RankedTitle[]) => titles.map(() => ({ width: 100, height: 100 })))
  const measure = createTitleMeasure(useForAllRanks(ruler), measureRich)
  const words = 'pear tree '.repeat(1_200).trim()
  const cut = `${words.slice(0, 97)}...`
  expect(measure.breakIntoLines({ title: words, rank: 'leaf' })?.join(' ')).toBe(cut)
  expect(measure.measureBoxes(rankAll([words]))).toEqual(measure.measureBoxes(rankAll([cut])))
  measure.measureBoxes(rankAll([`<p><strong>${words}</strong></p>`]))
  expect(measureRich.mock.calls).toEqual([[rankAll([`<p><strong>${cut}</strong></p>`])]])
})
