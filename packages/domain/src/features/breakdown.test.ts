import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml } from '../text/html.ts'
import { toPlainText } from '../text/plain-text.ts'
import { breakdownLimits, cutTitle, splitOutline } from './breakdown.ts'

const titles = (html: string) => splitOutline(html).map(({ title }) => title)
const marked = (html: string) => splitOutline(html).map(({ title, status }) => `${title}: ${status}`)

describe('[outline] splitting a description', { timeout: 60_000 }, () => {
  it.each([
    ['<ol><li data-list="bullet">Soil</li><li data-list="bullet">Seed</li></ol>', ['Soil', 'Seed']],
    [
      '<p>First:</p><ul><li><p>Dig</p><p>deep</p></li><li>Sow<br>thin</li></ul><p>Then rest.</p>',
      ['Dig deep', 'Sow thin'],
    ],
    ['<p>- Soil</p><p>* Seed</p><p>1. Water</p><p>2) Wait</p>', ['Soil', 'Seed', 'Water', 'Wait']],
    ['- Soil<br>\u2022 <strong>Se</strong>ed', ['Soil', 'Seed']],
    ['<h1>Spring</h1><p>Dig.</p><h2>Summer</h2><p>Water.</p>', ['Spring', 'Summer']],
    ['<p># Spring</p><p>Dig.</p><p>## Summer</p>', ['Spring', 'Summer']],
    ['<h1>Spring</h1><ul><li>Dig</li></ul>', ['Dig']],
    [
      '<p>Dig the bed. Sow the seed! Is it wet?</p><p>Wait</p>',
      ['Dig the bed.', 'Sow the seed!', 'Is it wet?', 'Wait'],
    ],
    ['<p>Use e.g. a spade and 1.5 m of string.</p>', ['Use e.g. a spade and 1.5 m of string.']],
    ['a &lt; b &amp; c', ['a < b & c']],
    ['<p>-5 degrees at night</p>', ['-5 degrees at night']],
    ['<p>#hashtag</p>', ['#hashtag']],
    ['<p>[link] somewhere</p>', ['[link] somewhere']],
    ['', []],
    ['<p><br></p><ul><li></li></ul>', []],
    ['<ul><li>never closed', ['never closed']],
    ['</ul></li>stray', ['stray']],
  ])('splits %j into %j', (html, expected) => {
    expect(titles(html)).toEqual(expected)
  })

  it('reads a ticked box as done, a half one as in progress, an open one as to do', () => {
    const quill = '<ol><li data-list="checked">a</li><li data-list="unchecked">b</li></ol>'
    expect(marked(quill)).toEqual(['a: done', 'b: todo'])
    expect(marked('<p>- [x] a</p><p>[X] b</p><p>- [ ] c</p><p>[] d</p><p>1. [/] e</p>')).toEqual([
      'a: done',
      'b: done',
      'c: todo',
      'd: todo',
      'e: progress',
    ])
    expect(marked('<ul><li>[x] a</li></ul>')).toEqual(['a: done'])
  })

  it('makes the text below an item or a heading the escaped description of its child', () => {
    expect(splitOutline('<ul><li>Beds<ul><li>a &lt;b&gt;</li><li>c</li></ul></li><li>Paths</li></ul>')).toEqual([
      { title: 'Beds', body: '<ul><li>a &lt;b&gt;</li><li>c</li></ul>', status: 'todo' },
      { title: 'Paths', body: '', status: 'todo' },
    ])
    expect(splitOutline('<p>Intro</p><h1>Beds</h1><p>x &amp; y</p><p>z</p>')).toEqual([
      { title: 'Beds', body: '<p>x &amp; y</p><p>z</p>', status: 'todo' },
    ])
  })

  it('cuts a long sentence between words for the title and keeps it whole in the description', () => {
    const long = `${'Prune the pear '.repeat(12)}gently.`
    const [child] = splitOutline(`<p>${long}</p>`)
    expect(
      child?.title.endsWith('pear\u2026') || child?.title.endsWith('the\u2026') || child?.title.endsWith('Prune\u2026'),
    ).toBe(true)
    expect(child?.body).toBe(`<p>${long}</p>`)
    expect([...cutTitle('\u{1f350}'.repeat(300))]).toHaveLength(breakdownLimits.titleCharacters)
  })

  it('limits the number of children', () => {
    expect(splitOutline('<p>One. </p>'.repeat(500))).toHaveLength(breakdownLimits.outlineChildren)
  })

  const word = fc.stringMatching(/^[a-z<&"\u00e9]{1,12}$/u)
  const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '))
  const block = fc.tuple(fc.constantFrom('p', 'h1', 'h2', 'li', 'blockquote'), text).map(([name, inner]) => {
    const html = `<${name}>${escapeHtml(inner)}</${name}>`
    return name === 'li' ? `<ul>${html}</ul>` : html
  })

  it('makes titles short, not empty and part of the description, and bodies clean', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (parts) => {
        const html = parts.join('')
        const all = toPlainText(html)
        for (const { title, body } of splitOutline(html)) {
          expect(title).not.toBe('')
          expect([...title].length).toBeLessThanOrEqual(breakdownLimits.titleCharacters)
          expect(all).toContain(title.replace(/\u2026$/u, ''))
          expect(body.replaceAll(/<\/?(?:p|ul|li)>/gu, '')).not.toMatch(/[<>]/u)
        }
      }),
    )
  })

  it('never fails on any input', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<', '>', '/', 'li', 'ul', 'p', 'h1', ' ', '[x]', '-', '#', 'a', '\n', '"'),
        }),
        (html) => {
          for (const { title } of splitOutline(html)) expect(title.trim()).toBe(title)
        },
      ),
    )
  })
})
