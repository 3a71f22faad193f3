import { expect, test } from 'vitest'
import { listDetails, listFigures, type MeasuredView } from './view-figures.ts'

const board: MeasuredView = {
  view: 'Board',
  subject: 'espalier',
  switchMs: 40,
  scrollMs: 18,
  blankMs: 16.7,
  elements: 900,
}
const peer: MeasuredView = { ...board, subject: 'a peer', switchMs: Infinity, scrollMs: 900, elements: 30_000 }

test('every view has three bars beside its peer, and edits between views have one', () => {
  const figures = listFigures([board, peer], [20, 30, 40])
  expect(figures.map(({ holds }) => holds)).toEqual([true, true, true, true])
  expect(figures.map(({ peer: beside }) => beside)).toEqual([
    'a peer: over 60,000 ms',
    'a peer: 900 ms',
    'a peer: 30,000',
    undefined,
  ])
  expect(listDetails([board, peer])).toContain('| Board | a peer | over 60,000 | 900 |')
})

test('a view that is too slow, not smooth or too large misses its bars, and so do late edits', () => {
  const slow = { ...board, switchMs: 101, scrollMs: 18.5, elements: 1_501 }
  const late = Array.from({ length: 20 }, (_, at) => (at < 18 ? 20 : 151))
  expect(listFigures([slow], late).map(({ holds }) => holds)).toEqual([false, false, false, false])
})
