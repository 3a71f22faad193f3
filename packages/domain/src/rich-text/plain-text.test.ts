import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntities, escapeHtml } from './entities.ts'
import { toPlainText } from './plain-text.ts'

describe('plain text of rich text', { timeout: 60_000 }, () => {
  it.each([
    ['<p>Hello <strong>wor</strong>ld</p>', 'Hello world'],
    ['<p>one</p><p>two</p>', 'one two'],
    ['one<br>two<BR/>three', 'one two three'],
    ['<ul><li data-list="bullet">a</li><li>b</li></ul>', 'a b'],
    ['<h1>Title</h1>text', 'Title text'],
    ['<p><br></p>', ''],
    ['', ''],
    ['plain', 'plain'],
    ['a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#x27; &nbsp;f', 'a & b <c> "d" \'e\' f'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['&hellip;&unknown;&', '…&unknown;&'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['<a href="a>b">link</a> on', 'link on'],
    ["<a title='>'>x</a>", 'x'],
    ['a<!-- <b>no</b> -->b', 'a b'],
    ['a<!-- never closed', 'a'],
    ['a<p never closed', 'a'],
    ['<script>alert(1)</script>ok<style>p{}</style>', 'ok'],
    ['<script>never closed', ''],
    ['<!doctype html><?xml x?>ok', 'ok'],
    ['x</p >y', 'x y'],
    ['it<span class="ql-size-huge">em</span>', 'item'],
  ])('[plain text] of %j is %j', (html, text) => {
    expect(toPlainText(html)).toBe(text)
  })

  it('[plain text] any text, escaped, comes back as it was, spaces apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const expected = text.replace(/\s+/gu, ' ').trim()
        expect(toPlainText(escapeHtml(text))).toBe(expected)
        expect(toPlainText(`<p>${escapeHtml(text)}</p>`)).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('[plain text] never throws and never leaves white space at the ends, whatever the markup', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '<!--',
      '-->',
      '<p',
      '"',
      "'",
      '=',
      '&',
      '&#',
      ';',
      'a',
      ' ',
      '<script>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = toPlainText(pieces.join(''))
        expect(text).toBe(text.trim())
        expect(text).not.toMatch(/\s\s/u)
      }),
      { numRuns: 500 },
    )
  })

  it('[plain text] hostile markup of any length takes one pass', () => {
    expect(toPlainText('<!--'.repeat(60_000))).toBe('')
    expect(toPlainText('<a "'.repeat(60_000))).toBe('')
    expect(toPlainText('<script>'.repeat(30_000))).toBe('')
    expect(toPlainText('< '.repeat(60_000)).length).toBe(119_999)
  })
})

describe('character references', () => {
  it.each([
    ['&#65;&#x41;&#X41;', 'AAA'],
    ['&#128512;', '😀'],
    ['&#0;&#xD800;&#1114112;&#xffffff;', '\ufffd\ufffd\ufffd\ufffd'],
    ['&#99999999;', '&#99999999;'],
    ['&lt', '&lt'],
    ['&toString;', '&toString;'],
  ])('[plain text] %s reads %j', (text, expected) => {
    expect(decodeEntities(text)).toBe(expected)
  })

  it('[plain text] escaping is undone by decoding, and leaves no sign that begins a tag', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeEntities(escapeHtml(text))).toBe(text)
        expect(escapeHtml(text)).not.toMatch(/[<>"]/u)
      }),
    )
  })
})
