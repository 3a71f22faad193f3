import { expect, it } from 'vitest'
import { readPlainParagraphs } from './title-text.ts'

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
])('%j is plain text', (title, lines) => expect(readPlainParagraphs(title)).toEqual(lines))

it.each(['<b>Pear</b>', '<p>a <sub>2</sub></p>', '<p class="x">a</p>', '<img src=x onerror=alert(1)>', 'a < b'])(
  '%j is left to the browser',
  (title) => expect(readPlainParagraphs(title)).toBeNull(),
)
