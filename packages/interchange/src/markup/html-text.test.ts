import { richTextRules } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHtml } from './html-parser.ts'
import { cleanHtml } from './html-text.ts'

const link = `<a href="https://a.b" rel="${richTextRules.rel}">c</a>`

describe('cleaning rich text by the list of allowed tags', () => {
  it.each([
    'plain words',
    'a &amp; b &quot;c&quot; &nbsp; d',
    'a < b > c',
    '<p>a<br>b</p><ul><li data-list="checked">c</li></ul>',
    `<strong><em>a</em></strong>${link}<span class="ql-size-huge">d</span>`,
    '<blockquote><p>a</p></blockquote><pre>b\n  c</pre>',
  ])('leaves sound rich text unchanged to the letter: %s', (html) => expect(cleanHtml(html)).toBe(html))

  it.each([
    ['a script', 'a<script>b</script>c', 'ac'],
    ['a handler', '<p onclick="x()">a</p>', '<p>a</p>'],
    ['an address that runs', '<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['a relation of its own', '<a href="https://a.b" rel="opener">c</a>', link],
    ['a link without one', '<a href="https://a.b">c</a>', link],
    ['a class of its own', '<span class="ql-size-huge evil">a</span>', '<span class="ql-size-huge">a</span>'],
    ['an unknown tag', '<img src=x onerror=y>a<table><tr><td>b</td><td>c</td></tr></table>', 'a<p>b c </p>'],
    ['crossed tags', '<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
    ['what is never closed', '<p>a<p>b', '<p>a</p><p>b</p>'],
    ['a comment', 'a<!-- <b> -->c', 'ac'],
    ['a tag that never ends', 'a<b x="', 'a'],
    ['a closing tag of nothing', 'a</p>b', 'ab'],
    ['names of others', '<div>a</div><del>b</del>', '<p>a</p><s>b</s>'],
    ['an item after an open sentence in an item', '<li><p>a<li>b', '<li><p>a</p></li><li>b</li>'],
    ['attributes without a blank between them', '<a href="https://a.b"title="x">c</a>', link],
    ['references with a name', '<p class="x">caf&eacute; &larr;&frac12;</p>', '<p>caf\u00e9 \u2190\u00bd</p>'],
    ['tags of a word processor', '<p class="x">a<o:p>b</o:p><w-x y>c</w-x></p>', '<p>abc</p>'],
    ['a closing tag with attributes', '<b>a</b x="y">c', '<b>a</b>c'],
    ['a removed tag inside another', 'a<svg><style>b</svg></style></svg>c', 'ac'],
    ['an end that is half a tag', '<b>a</b></b', '<b>a</b>'],
    ['capitals', '<B>a</B>', '<b>a</b>'],
    ['signs that draw nothing', '<b>a\u0000b\u0007</b>', '<b>ab</b>'],
  ])('cleans rich text: %s', (_name, html, clean) => expect(cleanHtml(html)).toBe(clean))

  it('changes nothing when any text is cleaned a second time', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      'p',
      'b',
      'li',
      'ul',
      ' ',
      '"',
      '=',
      'a',
      '<p>',
      '</p>',
      '<li>',
      '<b>',
      '&',
      'amp;',
      '<!--',
      '-->',
      '<script>',
      '<br>',
      '<ul>',
      '</ul>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const once = cleanHtml(pieces.join(''))
        expect(cleanHtml(once)).toBe(once)
      }),
    )
  })
})

/** A break after the text makes the parser go through every character. */
function parseWhole(html: string): ReturnType<typeof parseHtml> {
  const { nodes, isSound } = parseHtml(`${html}<br>`)
  return { nodes: nodes.slice(0, -1), isSound }
}

it('reads a plain text and a paragraph like any other markup', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '>', '"', '&', ';', '\u{1f331}', '\n') })
  const html = fc.oneof(
    text,
    text.map((words) => `<p>${words}</p>`),
  )
  fc.assert(
    fc.property(html, (given) => {
      expect(parseHtml(given)).toEqual(parseWhole(given))
    }),
  )
})
