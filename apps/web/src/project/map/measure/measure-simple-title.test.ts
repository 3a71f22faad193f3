import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { breakLines, measureLineWidth, measureSimpleTitle, readPlainParagraphs } from './break-lines.ts'
import { createTextRuler } from './text-ruler.ts'

const ruler = createTextRuler((text) =>
  [...text].reduce((sum, letter) => sum + 4 + ((letter.codePointAt(0) ?? 0) % 7), 0),
)

function measureTitle(title: string, width: number) {
  const extent = { lines: 0, widest: 0 }
  return measureSimpleTitle(title, width, ruler, extent) ? extent : null
}

it('measures as many and as wide lines as are drawn, or returns false', () => {
  const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abcdefgiWé.,-ж<& 梨') })
  const titles = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
  const wrapped = fc.oneof(
    titles,
    titles.map((title) => `<p>${title}</p>`),
  )
  fc.assert(
    fc.property(wrapped, fc.integer({ min: 20, max: 200 }), (title, width) => {
      const measured = measureTitle(title, width)
      if (measured === null) return
      const lines = breakLines(readPlainParagraphs(title) ?? [], width, ruler)
      expect(measured.lines).toBe(lines.length)
      expect(measured.widest).toBe(Math.max(...lines.map((line) => measureLineWidth(line, ruler))))
    }),
    { numRuns: 500 },
  )
})

it('measures the lines of usual titles', () => {
  expect(measureTitle('<p>Prune the pear</p>', 1_000)?.lines).toBe(1)
  expect(measureTitle('Prune the pear', 40)?.lines).toBe(3)
})

it.each(['', '<p></p>', 'a  b', ' a', 'a &amp; b', '<b>a</b>', '<p>a</p><p>b</p>', '梨', 'a\tb'])(
  'does not measure the lines of %j',
  (title) => expect(measureTitle(title, 1_000)).toBeNull(),
)
