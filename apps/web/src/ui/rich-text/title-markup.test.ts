import { describe, expect, it } from 'vitest'
import { toSafeTitleHtml, serializeTitle } from './title-markup.ts'

const elementOf = (html: string): HTMLElement => {
  const element = document.createElement('template')
  element.innerHTML = html
  const holder = document.createElement('span')
  holder.append(element.content)
  return holder
}

describe('a title as it is drawn', () => {
  it.each([
    'Pear &amp; quince',
    '<p>H<sub>2</sub>O</p><p><strong>x<sup>2</sup></strong></p>',
    '<p><span class="ql-size-huge">Big</span><br></p>',
    '<p><strong class="ql-size-huge">Big and bold</strong> <sub class="ql-size-large">2</sub></p>',
  ])('keeps the marks of %j', (title) => expect(toSafeTitleHtml(title)).toBe(title))

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
  ])('is words alone where it is %j', (title) => {
    expect(toSafeTitleHtml(title)).not.toMatch(/[<>]/u)
    expect(toSafeTitleHtml(title)).toContain('Pear')
  })
})

describe('what an editor holds', () => {
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
  ])('%j is written as %j', (held, written) => expect(serializeTitle(elementOf(held))).toBe(written))
})
