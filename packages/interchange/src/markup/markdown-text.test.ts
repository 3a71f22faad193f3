import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBody, readInline, readTitles } from './markdown-text.ts'

const pieces = ['a', 'b c', ' ', '**', '*', '_', '~~', '`', '<b>', '</b>', '<!--', '-->', '\\', '&amp;', '[', '](', ')']
const more = ['[e]', '[e]: x', '1. ', '- ', '# ', '> ', '```', '---', '|', '<', '>', ':', '\u00a0', '<?', '    ']
const title = fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 8 }).map((parts) => parts.join('').trim())
const definitions = new Map([['e', 'https://a.b']])

it('reads titles together as it reads each of them alone', () => {
  fc.assert(
    fc.property(fc.array(title, { maxLength: 20 }), (titles) => {
      expect(readTitles(titles, definitions)).toEqual(titles.map((text) => readInline(text, definitions)))
    }),
  )
})

it('reads more titles than one batch holds', () => {
  const titles = Array.from({ length: 1_001 }, (_, at) => `**title** ${at}`)
  expect(readTitles(titles, new Map())).toEqual(titles.map((text) => readInline(text)))
})

/** A comment shows nothing, but with it the whole text goes through the parser. */
const parseWhole = (lines: readonly string[]): string => readBody([...lines, '', '<!-- -->'])

const words = [
  'a',
  'Bc',
  '1',
  '1.',
  '-',
  '--',
  '.',
  ' ',
  '  ',
  ':',
  '(',
  '"',
  '/',
  'https://a.b',
  'Ä',
  '漢',
  '?',
  '!',
  '=',
]
const line = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(''))

it('reads plain paragraphs of a description like any other Markdown', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      expect(readBody(lines)).toBe(parseWhole(lines))
    }),
  )
})
