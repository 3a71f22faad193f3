import { describe, expect, it } from 'vitest'
import {
  filterAllowedClasses,
  isAllowedAttribute,
  isAllowedHref,
  isAllowedTag,
  isEmptyBody,
  normalizeBody,
  richTextRules,
} from './html.ts'

describe('allow-list of rich text', () => {
  it('[rich text] allows exactly these tags', () => {
    const allowed = 'p br strong b em i u s sub sup span a ol ul li h1 h2 blockquote pre code'
    expect(richTextRules.tags.join(' ')).toBe(allowed)
    expect(allowed.split(' ').every(isAllowedTag)).toBe(true)
    expect(['script', 'img', 'iframe', 'svg', 'h3', 'div', 'style', 'toString'].some(isAllowedTag)).toBe(false)
    expect(isAllowedTag('STRONG')).toBe(true)
  })

  it.each(['http://x.org', 'https://x.org/a?b#c', 'mailto:ann@x.org', 'HTTPS://X.ORG'])(
    '[rich text] allows a link to %s',
    (href) => {
      expect(isAllowedHref(href)).toBe(true)
    },
  )

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0000javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//x.org',
    '/tree/1',
    'x.org',
    'https:',
    '',
  ])('[rich text] forbids a link to %j', (href) => {
    expect(isAllowedHref(href)).toBe(false)
  })

  it.each([
    ['a', 'href', 'https://x.org', true],
    ['A', 'HREF', 'https://x.org', true],
    ['a', 'href', 'javascript:x', false],
    ['a', 'rel', 'noopener noreferrer', true],
    ['a', 'rel', 'opener', false],
    ['a', 'onclick', 'x', false],
    ['a', 'target', '_blank', false],
    ['p', 'href', 'https://x.org', false],
    ['span', 'class', 'ql-size-huge', true],
    ['span', 'class', 'ql-size-huge evil', false],
    ['span', 'class', '', false],
    ['span', 'style', 'color:red', false],
    ['strong', 'class', 'ql-size-huge', true],
    ['sub', 'class', 'ql-size-large', true],
    ['sup', 'class', 'ql-size-small', true],
    ['a', 'class', 'ql-size-huge', true],
    ['strong', 'class', 'evil', false],
    ['p', 'class', 'ql-size-huge', false],
    ['li', 'class', 'ql-size-huge', false],
    ['li', 'data-list', 'bullet', true],
    ['li', 'data-list', 'x', false],
    ['constructor', 'name', 'x', false],
  ])('[rich text] keeps <%s %s=%j>: %s', (tag, name, value, isAllowed) => {
    expect(isAllowedAttribute(tag, name, value)).toBe(isAllowed)
  })

  it('[rich text] keeps only sizes of a class list, and filtering twice changes nothing', () => {
    const filtered = filterAllowedClasses('evil ql-size-small  ql-size-x')
    expect(filtered).toBe('ql-size-small')
    expect(filterAllowedClasses(filtered)).toBe(filtered)
    expect(filterAllowedClasses('')).toBe('')
  })
})

describe('node description', () => {
  it.each(['<p><br></p>', '', ' ', '<p></p>', '<p><br/></p>', '<p><br></p><p><br></p>', '<P> <BR> </P>\n'])(
    "[body] stores the empty %j as ''",
    (html) => {
      expect(isEmptyBody(html)).toBe(true)
      expect(normalizeBody(html)).toBe('')
    },
  )

  it.each(['<p>a</p>', '<p><br></p><p>a</p>', 'a', '<p>&nbsp;</p>', '<ul><li></li></ul>'])(
    '[body] stores %j unchanged',
    (html) => {
      expect(normalizeBody(html)).toBe(html)
    },
  )

  it('[body] checks a hostile description in linear time', () => {
    expect(isEmptyBody('<p>'.repeat(100_000))).toBe(false)
    expect(isEmptyBody(`${' '.repeat(100_000)}x`)).toBe(false)
    expect(isEmptyBody(`<p>${' '.repeat(100_000)}x`)).toBe(false)
  })
})
