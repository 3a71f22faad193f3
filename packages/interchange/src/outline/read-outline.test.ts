import { type Branch, toPlainText } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOutline } from './read-outline.ts'
import { formatOutline } from './write-outline.ts'

/** Draws branches as 'a(b c[done](d))'. */
const drawn = (branches: readonly Branch[]): string =>
  branches
    .map(({ title, status, children }) => {
      const below = children.length === 0 ? '' : `(${drawn(children)})`
      return `${title}${status === undefined ? '' : `[${status}]`}${below}`
    })
    .join(' ')

describe('outline parser', () => {
  it.each([
    ['plain lines', 'a\nb\n\nc', 'a b c'],
    ['tabs', 'a\n\tb\n\t\tc\n\td\ne', 'a(b(c) d) e'],
    ['one space each', 'a\n b\n  c\n d', 'a(b(c) d)'],
    ['two spaces', 'a\n  b\n    c\n  d\ne', 'a(b(c) d) e'],
    ['three spaces', 'a\n   b\n      c\n   d', 'a(b(c) d)'],
    ['eight spaces', 'a\n        b\n                c\nd', 'a(b(c)) d'],
    ['tabs and spaces of the same width', 'a\n\tb\n    c\n\t    d', 'a(b c(d))'],
    ['a text cut from the middle', '    a\n      b\n  c\nd', 'a(b) c d'],
    ['a step back to an unused indent', 'a\n    b\n  c', 'a(b c)'],
    ['dashes', '- a\n  - b\n    - c\n- d', 'a(b(c)) d'],
    ['stars and pluses', '* a\n  + b\n  + c', 'a(b c)'],
    ['numbers', '1. a\n   1. b\n   2. c\n2) d', 'a(b c) d'],
    ['numbers of ten and more', '9. a\n10. b\n    - c', 'a b(c)'],
    ['bullets of an office program', '• a\n\t• b', 'a(b)'],
    [
      'checkboxes',
      '- [ ] a\n  - [x] b\n  - [X] c\n- [-] d\n- [/] e',
      'a[todo](b[done] c[done]) d[progress] e[progress]',
    ],
    ['checkboxes without marks', '[x] a\n[ ] b', 'a[done] b[todo]'],
    ['headings', '# a\n## b\n- c\n  - d\n## e ##\n# f', 'a(b(c(d)) e) f'],
    ['a heading that skips levels', '# a\n#### b\n## c', 'a(b c)'],
    ['lines under a heading', '# a\nb\n  c\nd', 'a(b(c) d)'],
    ['a number sign that is a word', '#tag\n#', '#tag '],
    ['horizontal rules between lines', 'a\n---\nb\n***\nc', 'a b c'],
    ['every kind of line end', 'a\r\n\tb\rc\n\td', 'a(b) c(d)'],
    ['a continued line', '- a\n  goes on\n- b', 'a goes on b'],
    ['items without text', '-\n  - b', '(b)'],
    ['marks that are text', '-a\n*b*\n3.5 c', '-a *b* 3.5 c'],
    ['nothing', ' \n\t\n', ''],
  ])('parses %s', (_name, text, expected) => expect(drawn(parseOutline(text))).toBe(expected))

  it('reads a paragraph inside an item as its description', () => {
    expect(parseOutline('- a\n\n  One & two\n  three\n\n  four\n  - b')).toEqual([
      { title: 'a', body: '<p>One &amp; two three</p><p>four</p>', children: [{ title: 'b', children: [] }] },
    ])
  })

  it('never reads pasted text as HTML', () => {
    expect(parseOutline('- <img src=x onerror=alert(1)> & "you"')[0]?.title).toBe(
      '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;you&quot;',
    )
  })

  it('drops characters that the server would refuse', () => {
    expect(drawn(parseOutline('a\u0000b\u0007\ud800 c\u{1F333}'))).toBe('ab c\u{1F333}')
  })

  it('parses a text as deep as it is long', () => {
    const text = Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}a`).join('\n')
    let depth = 0
    for (let at = parseOutline(text)[0]; at !== undefined; at = at.children[0]) depth += 1
    expect(depth).toBe(2_000)
  })
})

describe('outline writer', () => {
  it('writes a Markdown list of plain titles', () => {
    const branches: readonly Branch[] = [
      { title: '<p>A &amp; <b>b</b></p>', children: [{ title: 'c', status: 'done', children: [] }] },
      { title: 'd', status: 'progress', children: [] },
    ]
    expect(formatOutline(branches)).toBe('- A & b\n  - [x] c\n- [/] d')
  })

  const words = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('', '[x] a', '[ ]', '\\', '\\[x]', '- -', '- a', '# a', '1. a', '---', '<b>&lt;"', '  a  b '),
  )
  const { branches } = fc.letrec<{ branches: readonly Branch[]; branch: Branch }>((tie) => ({
    branches: fc.array(tie('branch'), { maxLength: 4 }),
    branch: fc.record(
      {
        title: words.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
        status: fc.constantFrom('todo', 'progress', 'done'),
        children: fc.oneof({ depthSize: 'small' }, fc.constant([]), tie('branches')),
      },
      { requiredKeys: ['title', 'children'] },
    ),
  }))

  it('writes an outline that parses to the same titles, statuses and positions', () => {
    const plain = (given: readonly Branch[]): unknown =>
      given.map(({ title, status, children }) => ({ title: toPlainText(title), status, children: plain(children) }))
    fc.assert(
      fc.property(branches, (given) => {
        expect(plain(parseOutline(formatOutline(given)))).toEqual(plain(given))
      }),
    )
  })

  it('keeps any pasted text stable after one round trip', () => {
    const lines = fc.array(fc.tuple(fc.constantFrom('', ' ', '  ', '\t', '- ', '  - [x] ', '# ', '1. '), words))
    fc.assert(
      fc.property(lines, (given) => {
        const once = formatOutline(parseOutline(given.map((pair) => pair.join('')).join('\n')))
        expect(formatOutline(parseOutline(once))).toBe(once)
      }),
    )
  })
})
