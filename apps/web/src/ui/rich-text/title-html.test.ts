import { describe, expect, it } from 'vitest'
import {
  isBlankTitle,
  normalizeTitleHtml,
  readPlainLines,
  readTextLines,
  serializeTitle,
  toSafeTitleHtml,
  toTitleHtml,
} from './title-html.ts'

const lines = (html: string): string => {
  const root = document.createElement('div')
  root.innerHTML = html
  return readTextLines(root)
}

describe('text of an editor', () => {
  it.each([
    ['one line', 'a b', 'a b'],
    ['a break', 'a<br>b', 'a\nb'],
    ['blocks as browsers make them', 'a<div>b</div><div><br></div><div>c</div>', 'a\nb\n\nc'],
    ['a line after a block', '<div>a</div>b', 'a\nb'],
    ['paragraphs', '<p>a</p><p>b</p>', 'a\nb'],
    ['no-break spaces', 'a&nbsp; b', 'a  b'],
    ['nothing', '', ''],
  ])('reads %s as text', (_name, html, expected) => expect(lines(html)).toBe(expected))
})

describe('stored title', () => {
  it.each([
    ['stores one line unchanged', '<p>a</p>', 'a'],
    ['escapes characters once', '<p>a &lt; b &amp; "c"</p>', 'a &lt; b &amp; "c"'],
    ['stores several lines as paragraphs', '<p>a</p><p><br></p><p>b</p>', '<p>a</p><p><br></p><p>b</p>'],
    ['drops empty lines around the text', '<p><br></p><p>a</p><p><br></p>', 'a'],
    ['keeps formats', '<p>a <strong>b</strong></p>', '<p>a <strong>b</strong></p>'],
    ['keeps formats and drops empty lines around them', '<p><b>a</b></p><p><br></p>', '<p><b>a</b></p>'],
    ['removes markup that is not allowed', '<p onclick="x">a<img src=x></p>', 'a'],
    ['nothing', '<p><br></p>', ''],
  ])('%s', (_name, html, expected) => {
    expect(normalizeTitleHtml(html)).toBe(expected)
    expect(normalizeTitleHtml(expected)).toBe(expected)
  })

  it('escapes a text so that it is never HTML', () =>
    expect(toTitleHtml(' <b>a</b>\n& ')).toBe('<p>&lt;b&gt;a&lt;/b&gt;</p><p>&amp;</p>'))

  it('distinguishes plain titles from formatted ones', () => {
    expect(readPlainLines('a')).toBe('a')
    expect(readPlainLines('a\u00a0b > c')).toBe('a b > c')
    expect(readPlainLines('a &lt; b')).toBe('a < b')
    expect(readPlainLines('<p>a</p><p>b</p>')).toBe('a\nb')
    expect(readPlainLines('<p>a</p><p><br></p><p>b</p>')).toBe('a\n\nb')
    expect(readPlainLines('<p>a</p>b')).toBe('a\nb')
    expect(readPlainLines('<p>a<sub>1</sub></p>')).toBeNull()
    expect(readPlainLines('<span class="ql-size-huge">a</span>')).toBeNull()
  })

  it('treats a title without words as blank', () => {
    expect(isBlankTitle('<p>&nbsp;<strong> </strong></p>')).toBe(true)
    expect(isBlankTitle('0')).toBe(false)
  })
})

const parseElement = (html: string): HTMLElement => {
  const element = document.createElement('template')
  element.innerHTML = html
  const holder = document.createElement('span')
  holder.append(element.content)
  return holder
}

describe('rendered title', () => {
  it.each([
    'Pear &amp; quince',
    '<p>H<sub>2</sub>O</p><p><strong>x<sup>2</sup></strong></p>',
    '<p><span class="ql-size-huge">Big</span><br></p>',
    '<p><strong class="ql-size-huge">Big and bold</strong> <sub class="ql-size-large">2</sub></p>',
  ])('keeps the formats of %j', (title) => expect(toSafeTitleHtml(title)).toBe(title))

  it.each([
    '<p>Pear<img src=x onerror=alert(1)></p>',
    '<p>Pear<script>alert(1)</script></p>',
    '<p onclick="alert(1)">Pear</p>',
    '<p style="position:fixed">Pear</p>',
    '<a href="javascript:alert(1)">Pear</a>',
    '<span class="ql-size-huge" onmouseover="alert(1)">Pear</span>',
    '<strong class="ql-size-huge evil">Pear</strong>',
    '<p class="ql-size-huge">Pear</p>',
    '<svg><style>*{display:none}</style></svg>Pear',
    '<p>Pear</p><!-- <img> -->',
  ])('renders only the words of %j', (title) => {
    expect(toSafeTitleHtml(title)).not.toMatch(/[<>]/u)
    expect(toSafeTitleHtml(title)).toContain('Pear')
  })
})

describe('serialized editor content', () => {
  it.each([
    ['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
    ['<p>a<b style="color:red" onclick="x()">b</b></p>', '<p>a<b>b</b></p>'],
    [
      '<p><span class="ql-size-large other">L</span><span class="ql-cursor">\ufeff</span></p>',
      '<p><span class="ql-size-large">L</span></p>',
    ],
    [
      '<p class="ql-size-huge"><strong class="ql-size-huge other">B</strong><sub class="ql-size-small">s</sub></p>',
      '<p><strong class="ql-size-huge">B</strong><sub class="ql-size-small">s</sub></p>',
    ],
    ['<p>a &lt;img&gt; <a href="javascript:x">b</a></p>', '<p>a &lt;img&gt; b</p>'],
  ])('writes %j as %j', (held, written) => expect(serializeTitle(parseElement(held))).toBe(written))
})
