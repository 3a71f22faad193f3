import { limits } from '@espalier/domain'
import { expect, it, vi } from 'vitest'
import { createTextRuler } from './text-ruler.ts'
import { createTitleMeasure, nodeBoxHeight, nodeBoxPx, titleWidthPx } from './title-measure.ts'

const lettersALine = 10
const ruler = createTextRuler((text) => (text.length * titleWidthPx) / lettersALine)

it('makes a box as high as the default and grows it with every further line', () => {
  const measure = createTitleMeasure(ruler, () => [])
  const heights = measure.measureBoxHeights(['one', 'one two three four five six'])
  expect([...heights]).toEqual([limits.nodeSizePx.height, 2 * nodeBoxPx.above + 3 * nodeBoxPx.line])
  expect(measure.breakIntoLines('one two three four five six')).toHaveLength(3)
})

it('measures formatted titles in one batch, each once', () => {
  const measureRich = vi.fn((titles: readonly string[]) => titles.map(() => 100))
  const measure = createTitleMeasure(ruler, measureRich)
  expect([...measure.measureBoxHeights(['<b>a</b>', 'plain', '<b>b</b>', '<b>a</b>'])]).toEqual([
    nodeBoxHeight(100),
    limits.nodeSizePx.height,
    nodeBoxHeight(100),
    nodeBoxHeight(100),
  ])
  measure.measureBoxHeights(['<b>b</b>'])
  expect(measureRich.mock.calls).toEqual([[['<b>a</b>', '<b>b</b>']]])
  expect(measure.breakIntoLines('<b>a</b>')).toBeNull()
})

it('measures a word once', () => {
  const widthOf = vi.fn(() => 1)
  const { measureBoxHeights: boxHeights } = createTitleMeasure(createTextRuler(widthOf), () => [])
  boxHeights(['pear tree', 'tree pear', 'pear'])
  expect(widthOf.mock.calls).toEqual([[' '], ['pear'], ['tree']])
})

it('measures the excerpt of a long title, plain or formatted', () => {
  const measureRich = vi.fn((titles: readonly string[]) => titles.map(() => 100))
  const measure = createTitleMeasure(ruler, measureRich)
  const words = 'pear tree '.repeat(1_200).trim()
  const cut = `${words.slice(0, 97)}...`
  expect(measure.breakIntoLines(words)?.join(' ')).toBe(cut)
  expect(measure.measureBoxHeights([words])).toEqual(measure.measureBoxHeights([cut]))
  measure.measureBoxHeights([`<p><strong>${words}</strong></p>`])
  expect(measureRich.mock.calls).toEqual([[[`<p><strong>${cut}</strong></p>`]]])
})
