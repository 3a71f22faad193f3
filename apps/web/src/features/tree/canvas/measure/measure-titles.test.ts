import { limits } from '@espalier/domain'
import { expect, it, vi } from 'vitest'
import { boxHeight, boxPx, textWidthPx } from './box-size.ts'
import { createTitleMeasure } from './measure-titles.ts'
import { createRuler } from './ruler.ts'

const lettersALine = 10
const ruler = createRuler((text) => (text.length * textWidthPx) / lettersALine)

it('a box is as high as the default, and grows with every line beyond it', () => {
  const measure = createTitleMeasure(ruler, () => [])
  const heights = measure.boxHeights(['one', 'one two three four five six'])
  expect([...heights]).toEqual([limits.nodeSizePx.height, 2 * boxPx.above + 3 * boxPx.line])
  expect(measure.linesOf('one two three four five six')).toHaveLength(3)
})

it('asks the browser for formatted titles in one go, each of them once', () => {
  const measureRich = vi.fn((titles: readonly string[]) => titles.map(() => 100))
  const measure = createTitleMeasure(ruler, measureRich)
  expect([...measure.boxHeights(['<b>a</b>', 'plain', '<b>b</b>', '<b>a</b>'])]).toEqual([
    boxHeight(100),
    limits.nodeSizePx.height,
    boxHeight(100),
    boxHeight(100),
  ])
  measure.boxHeights(['<b>b</b>'])
  expect(measureRich.mock.calls).toEqual([[['<b>a</b>', '<b>b</b>']]])
  expect(measure.linesOf('<b>a</b>')).toBeNull()
})

it('measures a word once', () => {
  const widthOf = vi.fn(() => 1)
  const { boxHeights } = createTitleMeasure(createRuler(widthOf), () => [])
  boxHeights(['pear tree', 'tree pear', 'pear'])
  expect(widthOf.mock.calls).toEqual([[' '], ['pear'], ['tree']])
})

it('measures the excerpt of a long title, plain or formatted', () => {
  const measureRich = vi.fn((titles: readonly string[]) => titles.map(() => 100))
  const measure = createTitleMeasure(ruler, measureRich)
  const words = 'pear tree '.repeat(1_200).trim()
  const cut = `${words.slice(0, 97)}...`
  expect(measure.linesOf(words)?.join(' ')).toBe(cut)
  expect(measure.boxHeights([words])).toEqual(measure.boxHeights([cut]))
  measure.boxHeights([`<p><strong>${words}</strong></p>`])
  expect(measureRich.mock.calls).toEqual([[[`<p><strong>${cut}</strong></p>`]]])
})
