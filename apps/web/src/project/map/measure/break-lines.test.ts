import { describe, expect, it } from 'vitest'
import { breakLines, readPlainParagraphs } from './break-lines.ts'
import { createTextRuler } from './text-ruler.ts'

/** Every letter is ten units wide. */
const ruler = createTextRuler((text) => [...text].length * 10)
const breakText = (text: string, letters: number) => breakLines([text], letters * 10, ruler)

describe('breaking lines', () => {
  it('puts as many words into a line as fit, counting spaces', () => {
    expect(breakText('prune the pear tree', 9)).toEqual(['prune the', 'pear tree'])
    expect(breakText('prune the pear tree', 8)).toEqual(['prune', 'the pear', 'tree'])
  })

  it('collapses spaces, and makes one empty line of a blank text', () => {
    expect(breakText('  a   b\n c ', 20)).toEqual(['a b c'])
    expect(breakText('', 5)).toEqual([''])
    expect(breakText('   ', 5)).toEqual([''])
  })

  it('does not break at a no-break space', () => {
    expect(breakText('10\u00a0kg pears', 6)).toEqual(['10\u00a0kg', 'pears'])
  })

  it('breaks a word that is wider than a line without losing a letter', () => {
    expect(breakText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(
      breakText(`x ${'y'.repeat(5_000)}`, 10)
        .join('')
        .replace(' ', ''),
    ).toBe(`x${'y'.repeat(5_000)}`)
  })

  it('breaks an address between its parts', () => {
    expect(breakText('example.com/pears', 12)).toEqual(['example.com/', 'pears'])
  })

  it('never splits a grapheme, however narrow the line', () => {
    const family = '👨‍👩‍👧'
    expect(breakText(family.repeat(3), 1)).toEqual([family, family, family])
    expect(breakText('e\u0301e\u0301', 1)).toEqual(['e\u0301', 'e\u0301'])
  })

  it('breaks between ideographs, but begins no line with punctuation', () => {
    expect(breakText('梨の木を剪定する', 4)).toEqual(['梨の木を', '剪定する'])
    expect(breakText('梨の木を、剪定', 4)).toEqual(['梨の木', 'を、剪定'])
    expect(breakText('「梨」木', 3)).toEqual(['「梨」', '木'])
  })

  it('keeps right-to-left words in text order', () => {
    expect(breakText('שלום עולם טוב', 9)).toEqual(['שלום עולם', 'טוב'])
  })

  it('begins a new line for every paragraph', () => {
    expect(breakLines(['a b', '', 'c'], 100, ruler)).toEqual(['a b', '', 'c'])
  })
})

it.each([
  ['Pear', ['Pear']],
  ['', ['']],
  ['<p>Pear</p>', ['Pear']],
  ['Pear &amp; quince', ['Pear & quince']],
  ['<p>a</p><p>b</p>', ['a', 'b']],
  ['<p>a<br>b</p>', ['a', 'b']],
  ['<p>a<br></p>', ['a']],
  ['<p><br></p>', ['']],
  ['<p>a</p><p><br></p><p>b</p>', ['a', '', 'b']],
  ['<p></p>', ['']],
])('reads %j as plain text', (title, lines) => expect(readPlainParagraphs(title)).toEqual(lines))

it.each(['<b>Pear</b>', '<p>a <sub>2</sub></p>', '<p class="x">a</p>', '<img src=x onerror=alert(1)>', 'a < b'])(
  'leaves %j to the browser',
  (title) => expect(readPlainParagraphs(title)).toBeNull(),
)
