import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntities, escapeHtml } from './html.ts'
import { excerptHtml, shortenText, toExcerpt, toPlainText } from './plain-text.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const countGraphemes = (text: string): number => [...segmenter.segment(text)].length
const family = '👨‍👩‍👧‍👦'

describe('excerpt of a node', () => {
  it('[excerpt] keeps up to 100 characters unchanged', () => {
    expect(shortenText('a'.repeat(100))).toBe('a'.repeat(100))
    expect(shortenText('')).toBe('')
  })

  it('[excerpt] shortens more to 97 characters and an ellipsis, 100 in all', () => {
    expect(shortenText('a'.repeat(101))).toBe(`${'a'.repeat(97)}...`)
  })

  it('[excerpt] counts graphemes and splits none', () => {
    expect(shortenText(family.repeat(100))).toBe(family.repeat(100))
    expect(shortenText(family.repeat(101))).toBe(`${family.repeat(97)}...`)
    expect(shortenText('e\u0301'.repeat(101))).toBe(`${'e\u0301'.repeat(97)}...`)
  })

  it('[excerpt] has at most 100 characters, begins like the text, and does not change when shortened twice', () => {
    const letters = fc.constantFrom('a', ' ', family, 'e\u0301', '🇩🇪', '漢')
    fc.assert(
      fc.property(fc.array(letters, { minLength: 80, maxLength: 130, size: 'max' }), (all) => {
        const text = all.join('')
        const short = shortenText(text)
        expect(countGraphemes(short)).toBeLessThanOrEqual(100)
        expect(text.startsWith(short === text ? text : short.slice(0, -3))).toBe(true)
        expect(shortenText(short)).toBe(short)
      }),
      { numRuns: 60 },
    )
  })

  it('[excerpt] ignores markup', () => {
    expect(toExcerpt(`<p>${'<b>a</b>'.repeat(100)}</p>`)).toBe('a'.repeat(100))
  })
})

describe('excerpt of a formatted title', () => {
  const letters = 'abcdefghij'

  it('[excerpt] keeps 100 characters unchanged whatever their tags and entities take', () => {
    const titles = [
      `<p>${letters.repeat(10)}</p>`,
      `<p><strong>${letters.repeat(10)}</strong></p>`,
      `<p>${'&amp;'.repeat(100)}</p>`,
      '<b>a</b>'.repeat(100),
      `<p>${letters.repeat(5)}</p><p>${letters.repeat(4)}</p>`,
    ]
    expect(titles.map(excerptHtml)).toEqual(titles)
  })

  it('[excerpt] closes every tag that is open at the cut', () => {
    const title = `<p>${letters.repeat(9)}<strong>x<span class="ql-size-large">${letters.repeat(4)}</span></strong>tail</p>`
    expect(excerptHtml(title)).toBe(
      `<p>${letters.repeat(9)}<strong>x<span class="ql-size-large">abcdef...</span></strong></p>`,
    )
  })

  it('[excerpt] splits no entity and no grapheme and counts line breaks', () => {
    expect(excerptHtml(`<p>${'&lt;'.repeat(101)}</p>`)).toBe(`<p>${'&lt;'.repeat(97)}...</p>`)
    expect(excerptHtml(`<p>${family.repeat(101)}</p>`)).toBe(`<p>${family.repeat(97)}...</p>`)
    expect(excerptHtml('<p>a</p>'.repeat(200))).toBe(`${'<p>a</p>'.repeat(48)}<p>a...</p>`)
    expect(excerptHtml(`a${'<br>'.repeat(1_000)}`)).toBe(`a${'<br>'.repeat(96)}...`)
  })

  it('[excerpt] matches the plain excerpt for one paragraph', () => {
    const text = `Prune ${letters.repeat(30)} in winter`
    expect(toPlainText(excerptHtml(`<p>${text}</p>`))).toBe(toExcerpt(text))
  })

  it('[excerpt] does not read a long title to its end', () => {
    const title = `<p>${letters.repeat(20)}<b>${'漢'.repeat(1_000_000)}</b></p>`
    expect(excerptHtml(title)).toBe(`<p>${letters.repeat(20).slice(0, 97)}...</p>`)
    expect(excerptHtml(`<p>${'漢'.repeat(1_000_000)}</p>`)).toBe(`<p>${'漢'.repeat(97)}...</p>`)
  })
})

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
  ])('[plain text] reads %j as %j', (html, text) => {
    expect(toPlainText(html)).toBe(text)
  })

  it('[plain text] restores any escaped text apart from white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const expected = text.replace(/\s+/gu, ' ').trim()
        expect(toPlainText(escapeHtml(text))).toBe(expected)
        expect(toPlainText(`<p>${escapeHtml(text)}</p>`)).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('[plain text] never throws and leaves no white space at the ends for any markup', () => {
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

  it('[plain text] reads hostile markup of any length in one pass', () => {
    expect(toPlainText('<!--'.repeat(60_000))).toBe('')
    expect(toPlainText('<a "'.repeat(60_000))).toBe('')
    expect(toPlainText('<script>'.repeat(30_000))).toBe('')
    expect(toPlainText('< '.repeat(60_000)).length).toBe(119_999)
  })
})

describe('character entities', () => {
  it.each([
    ['&#65;&#x41;&#X41;', 'AAA'],
    ['&#128512;', '😀'],
    ['&#0;&#xD800;&#1114112;&#xffffff;', '\ufffd\ufffd\ufffd\ufffd'],
    ['&#99999999;', '&#99999999;'],
    ['&lt', '&lt'],
    ['&toString;', '&toString;'],
  ])('[plain text] decodes %s as %j', (text, expected) => {
    expect(decodeEntities(text)).toBe(expected)
  })

  it('[plain text] decodes escaped text to the original, which contains no character that begins a tag', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeEntities(escapeHtml(text))).toBe(text)
        expect(escapeHtml(text)).not.toMatch(/[<>"]/u)
      }),
    )
  })
})
