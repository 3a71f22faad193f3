import { describe, expect, it } from 'vitest'
import { isBlankTitle, readTextLines, readPlainLines, normalizeTitleHtml, toTitleHtml } from './title-html.ts'

const lines = (html: string): string => {
  const root = document.createElement('div')
  root.innerHTML = html
  return readTextLines(root)
}

describe('the words of an editor', () => {
  it.each([
    ['one line', 'a b', 'a b'],
    ['a break', 'a<br>b', 'a\nb'],
    ['blocks as browsers make them', 'a<div>b</div><div><br></div><div>c</div>', 'a\nb\n\nc'],
    ['a line after a block', '<div>a</div>b', 'a\nb'],
    ['paragraphs', '<p>a</p><p>b</p>', 'a\nb'],
    ['spaces that do not break', 'a&nbsp; b', 'a  b'],
    ['nothing', '', ''],
  ])('%s', (_name, html, expected) => expect(lines(html)).toBe(expected))
})

describe('a title as it is stored', () => {
  it.each([
    ['one line is itself', '<p>a</p>', 'a'],
    ['signs are escaped once', '<p>a &lt; b &amp; "c"</p>', 'a &lt; b &amp; "c"'],
    ['several lines are paragraphs', '<p>a</p><p><br></p><p>b</p>', '<p>a</p><p><br></p><p>b</p>'],
    ['empty lines around are left out', '<p><br></p><p>a</p><p><br></p>', 'a'],
    ['formats stay', '<p>a <strong>b</strong></p>', '<p>a <strong>b</strong></p>'],
    ['formats stay, empty lines around do not', '<p><b>a</b></p><p><br></p>', '<p><b>a</b></p>'],
    ['what is not allowed goes', '<p onclick="x">a<img src=x></p>', 'a'],
    ['nothing', '<p><br></p>', ''],
  ])('%s', (_name, html, expected) => {
    expect(normalizeTitleHtml(html)).toBe(expected)
    expect(normalizeTitleHtml(expected)).toBe(expected)
  })

  it('a text is never HTML', () => expect(toTitleHtml(' <b>a</b>\n& ')).toBe('<p>&lt;b&gt;a&lt;/b&gt;</p><p>&amp;</p>'))

  it('tells plain ones from formatted ones', () => {
    expect(readPlainLines('a')).toBe('a')
    expect(readPlainLines('<p>a</p><p>b</p>')).toBe('a\nb')
    expect(readPlainLines('<p>a<sub>1</sub></p>')).toBeNull()
    expect(readPlainLines('<span class="ql-size-huge">a</span>')).toBeNull()
  })

  it('is blank without a word', () => {
    expect(isBlankTitle('<p>&nbsp;<strong> </strong></p>')).toBe(true)
    expect(isBlankTitle('0')).toBe(false)
  })
})
