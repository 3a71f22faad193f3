import { allowedClasses, isAllowedAttribute, isAllowedTag } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { sanitiseJson, sanitiseRichText, sanitiseText } from './sanitise.ts'

const pieces = [
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<script>',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">',
  '<a href="https://example.com" onclick="x()" target=_blank>',
  '<a href=" java\tscript:alert(1)">',
  '<a href="//evil.example">',
  '</a>',
  '<span class="ql-size-huge evil">',
  '<span style="color:red">',
  '</span>',
  '<li data-list="bullet">',
  '<li data-list="x">',
  '<ol>',
  '<svg><style>',
  '<math><mi>',
  '<template>',
  '<textarea>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&lt;',
  '&amp;lt;',
  '&#60;script&#62;',
  '&',
  '<',
  '>',
  '"',
  "'",
  '=',
  ' ',
  'text',
  '<pre><code>',
  '<br/>',
  '\u00a0',
  '<noscript>',
  '<iframe srcdoc="<script>">',
  '<p/x=1>',
  '</',
]
const aFragment = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), { maxLength: 14 })
  .map((parts) => parts.join(''))
const runs = { numRuns: 3_000 }

describe('rich text', () => {
  it('sanitised twice is as sanitised once', () => {
    fc.assert(
      fc.property(aFragment, (html) => {
        const once = sanitiseRichText(html)
        expect(sanitiseRichText(once)).toBe(once)
      }),
      runs,
    )
  })

  it('holds no tag and no attribute that is not on the list', () => {
    fc.assert(
      fc.property(aFragment, (html) => {
        for (const [, name = '', rest = ''] of sanitiseRichText(html).matchAll(/<\/?([a-z][^\s/>]*)([^>]*)>/gi)) {
          expect(isAllowedTag(name)).toBe(true)
          for (const [, attribute = '', value = ''] of rest.matchAll(/([^\s=/"]+)="([^"]*)"/g)) {
            expect([name, attribute, isAllowedAttribute(name, attribute, value)]).toEqual([name, attribute, true])
          }
        }
      }),
      runs,
    )
  })

  it.each([
    ['<p>a <strong>b</strong></p>', '<p>a <strong>b</strong></p>'],
    ['<script>alert(1)</script>x', 'x'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="https://a.example">x</a>', '<a href="https://a.example" rel="noopener noreferrer">x</a>'],
    [
      '<a href="mailto:a@b.example" target="_blank">x</a>',
      '<a href="mailto:a@b.example" rel="noopener noreferrer">x</a>',
    ],
    ['<span class="ql-size-huge x" style="color:red">x</span>', '<span class="ql-size-huge">x</span>'],
    ['<li data-list="bullet" class="y">x</li>', '<li data-list="bullet">x</li>'],
    ['<h3>x</h3>', 'x'],
    ['New node', 'New node'],
    ['R&D', 'R&amp;D'],
  ])('%s becomes %s', (html, expected) => {
    expect(sanitiseRichText(html)).toBe(expected)
  })

  it('keeps every text size the editor offers', () => {
    for (const size of ['small', 'medium', 'large', 'huge']) {
      expect(allowedClasses(`ql-size-${size}`)).toBe(`ql-size-${size}`)
      const html = `<span class="ql-size-${size}">x</span>`
      expect(sanitiseRichText(html)).toBe(html)
    }
  })
})

describe('plain text and JSON', () => {
  it.each([
    ['R&D: a < b > c', 'R&D: a < b > c'],
    ['a <b>c</b> & d', 'a c & d'],
    ['<script>alert(1)</script>Plan', 'Plan'],
    ['<b>&lt;img src=x onerror=alert(1)&gt;</b>Plan', 'Plan'],
  ])('%s becomes %s', (text, expected) => {
    expect(sanitiseText(text)).toBe(expected)
  })

  it('a text has no tag left, and is as it was the second time', () => {
    fc.assert(
      fc.property(aFragment, (text) => {
        const once = sanitiseText(text)
        expect(once).not.toMatch(/<[a-z/!?]/i)
        expect(sanitiseText(once)).toBe(once)
      }),
      runs,
    )
  })

  it('texts and keys inside a value pass the same gate, however deep', () => {
    const value = { a: ['<script>x</script>y', 1, null, true], '<b>k</b>': { text: 'R&D, 1 < 2' } }
    const sanitised = sanitiseJson(value)
    expect(sanitised).toEqual({ a: ['y', 1, null, true], k: { text: 'R&D, 1 < 2' } })
    expect(sanitiseJson(sanitised)).toEqual(sanitised)
  })
})
