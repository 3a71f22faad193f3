import { filterAllowedClasses, isAllowedAttribute, isAllowedTag } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarkupError, sanitizeRichText } from './sanitize-html.ts'
import { sanitizeJson } from './sanitize-input.ts'

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

describe('Rich text', () => {
  it('sanitizing twice gives the same as sanitizing once', () => {
    fc.assert(
      fc.property(aFragment, (html) => {
        const once = sanitizeRichText(html)
        expect(sanitizeRichText(once)).toBe(once)
      }),
      runs,
    )
  })

  it('sanitized text contains no tag and no attribute outside the allowlist', () => {
    fc.assert(
      fc.property(aFragment, (html) => {
        for (const [, name = '', rest = ''] of sanitizeRichText(html).matchAll(/<\/?([a-z][^\s/>]*)([^>]*)>/gi)) {
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
  ])('sanitizing %s gives %s', (html, expected) => {
    expect(sanitizeRichText(html)).toBe(expected)
  })

  it('keeps every text size that the editor offers', () => {
    for (const size of ['small', 'medium', 'large', 'huge']) {
      expect(filterAllowedClasses(`ql-size-${size}`)).toBe(`ql-size-${size}`)
      for (const tag of ['span', 'strong', 'em', 'u', 's', 'sub', 'sup']) {
        const html = `<${tag} class="ql-size-${size}">x</${tag}>`
        expect(sanitizeRichText(html)).toBe(html)
      }
    }
  })
})

const inside = (count: number): string => '<b>'.repeat(count) + 'x' + '</b>'.repeat(count)
const reasonFor = (html: string): string | null => {
  try {
    sanitizeRichText(html)
    return null
  } catch (error) {
    return error instanceof MarkupError ? error.reason : 'another error'
  }
}

describe('Markup limits', () => {
  it('100 nested tags are fine, 101 are not', () => {
    expect(reasonFor(inside(100))).toBeNull()
    expect(reasonFor(inside(101))).toBe('too-deep')
  })

  it('counts removed tags toward the markup limits', () => {
    expect(reasonFor('<div>'.repeat(101))).toBe('too-deep')
    expect(reasonFor('<svg>'.repeat(101))).toBe('too-deep')
  })

  it('does not count tags that another tag closes or that never stay open', () => {
    expect(reasonFor('<p>x'.repeat(1_000))).toBeNull()
    expect(reasonFor('<br>'.repeat(1_000))).toBeNull()
  })

  it('50,000 tags are fine, 50,001 are not', { timeout: 120_000 }, () => {
    expect(reasonFor('<br />'.repeat(50_000))).toBeNull()
    expect(reasonFor('<br />'.repeat(50_001))).toBe('too-many-tags')
    expect(reasonFor('<'.repeat(100_001))).toBe('too-many-tags')
  })
})

describe('Text other than markup', () => {
  it('removes control characters and excessive marks, literal or as references', () => {
    expect(sanitizeRichText('a\u0007b<b>&#7;&#x1f;c</b>')).toBe('ab<b>c</b>')
    expect(sanitizeRichText('a\u0007')).toBe('a')
    expect(sanitizeRichText(`a${'&#769;'.repeat(100)}`)).toBe(`a${'\u0301'.repeat(8)}`)
  })

  it('still recognizes tags that are hidden by a control character', () => {
    expect(sanitizeRichText('<scr\u0000ipt>alert(1)</scr\u0000ipt>x')).toBe('x')
    expect(sanitizeRichText('<a href="java\u0001script:alert(1)">x</a>')).toBe('<a>x</a>')
  })

  it('sanitizes texts and keys inside JSON at any depth', async () => {
    const value = { a: ['<script>x</script>y', 1, null, true, 'bell\u0007'], '<b>k</b>': { text: 'R&D, 1 < 2' } }
    const sanitized = await sanitizeJson(value, 'json')
    expect(sanitized).toEqual({ a: ['y', 1, null, true, 'bell'], k: { text: 'R&D, 1 < 2' } })
    expect(await sanitizeJson(sanitized, 'json')).toEqual(sanitized)
  })

  it.each([
    ['a text', 'x'.repeat(1_000_001)],
    ['a key', { ['x'.repeat(1_001)]: 1 }],
    ['all texts together', ['x'.repeat(1_000_000), 'y'.repeat(1_000_000), 'z']],
    ['the number of values', Array.from({ length: 200_001 }, () => 0)],
    ['the depth of markup', { a: ['<b>'.repeat(101)] }],
  ])('limits %s inside JSON and names the field in the error', async (_name, value) => {
    await expect(sanitizeJson(value, 'json')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'json' },
    })
  })
})
