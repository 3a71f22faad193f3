import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { breakLines, countTitleLines, readPlainParagraphs } from './break-lines.ts'
import { createTextRuler } from './text-ruler.ts'

const ruler = createTextRuler((text) =>
  [...text].reduce((sum, letter) => sum + 4 + ((letter.codePointAt(0) ?? 0) % 7), 0),
)

it('counts as many lines as are drawn, or returns null', () => {
  const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abcdefgiWé.,-ж<& 梨') })
  const titles = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
  const wrapped = fc.oneof(
    titles,
    titles.map((title) => `<p>${title}</p>`),
  )
  fc.assert(
    fc.property(wrapped, fc.integer({ min: 20, max: 200 }), (title, width) => {
      const counted = countTitleLines(title, width, ruler)
      const paragraphs = readPlainParagraphs(title)
      return counted === null || breakLines(paragraphs ?? [], width, ruler).length === counted
    }),
    { numRuns: 500 },
  )
})

it('counts the lines of usual titles', () => {
  expect(countTitleLines('<p>Prune the pear</p>', 1_000, ruler)).toBe(1)
  expect(countTitleLines('Prune the pear', 40, ruler)).toBe(3)
})

it.each(['', '<p></p>', 'a  b', ' a', 'a &amp; b', '<b>a</b>', '<p>a</p><p>b</p>', '梨', 'a\tb'])(
  'does not count the lines of %j',
  (title) => expect(countTitleLines(title, 1_000, ruler)).toBeNull(),
)
