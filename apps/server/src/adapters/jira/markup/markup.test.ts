import { findAdfFault } from '@espalier/stand-ins/jira/adf-rules.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeRichText } from '../../../security/sanitize-html.ts'
import { adfToHtml, adfToWiki } from './adf-writers.ts'
import { createAdfDocument, createAdfNode, createTextNode } from './adf.ts'
import { htmlToAdf, toIssueSummary } from './html-to-adf.ts'
import { wikiToAdf } from './wiki-to-adf.ts'

const there = (html: string): string => adfToHtml(htmlToAdf(html))
const overWiki = (html: string): string => adfToHtml(wikiToAdf(adfToWiki(htmlToAdf(html))))

describe('Rich text as an ADF document', () => {
  it.each([
    ['<p>one <strong>two</strong> <em>three</em></p>'],
    ['<p><u>a</u><s>b</s><sub>c</sub><sup>d</sup><code>e</code></p>'],
    ['<h1>Head</h1><h2>Less</h2><p>text</p>'],
    ['<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
    ['<blockquote>said</blockquote><pre>if (a &lt; b) {\n  c\n}</pre>'],
    ['<p>a<br>b</p><p><br></p><p>c</p>'],
    ['<p><a href="https://example.com/?a=1&amp;b=2">here</a></p>'],
  ])('round-trips %s', (html) => {
    expect(findAdfFault(htmlToAdf(html))).toBeNull()
    expect(there(html)).toBe(html)
  })

  it.each([
    ['<p><b>x</b><i>y</i><strike>z</strike></p>', '<p><strong>x</strong><em>y</em><s>z</s></p>'],
    ['bare <code><strong>c</strong></code>', '<p>bare <code>c</code></p>'],
    ['<blockquote><h1>Loud</h1></blockquote>', '<blockquote>Loud</blockquote>'],
    ['<ol><li data-list="bullet">a</li><li data-list="ordered">b</li></ol>', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
    ['<ul><li></li></ul>', '<ul><li></li></ul>'],
    ['<p>a</p><p><br></p>', '<p>a</p>'],
    ['<p><a href="javascript:x">no</a></p>', '<p>no</p>'],
    ['<script>x</script><p>y</p>', '<p>y</p>'],
    ['<p><br></p>', ''],
    ['', ''],
  ])('converts %s to the closest form %s', (html, nearest) => {
    expect(findAdfFault(htmlToAdf(html))).toBeNull()
    expect(there(html)).toBe(nearest)
  })

  it('reduces unknown ADF nodes to their text', () => {
    const document = createAdfDocument([
      createAdfNode('paragraph', [
        { type: 'mention', attrs: { id: '1', text: '@Ada' } },
        createTextNode(' and '),
        { type: 'emoji', attrs: { shortName: ':smile:', text: '\u{1f604}' } },
        { type: 'inlineCard', attrs: { url: 'https://example.com' } },
        { type: 'status', attrs: { text: 'GREEN' } },
      ]),
      createAdfNode('panel', [createAdfNode('paragraph', [createTextNode('note')])], { panelType: 'info' }),
      createAdfNode('table', [
        createAdfNode('tableRow', [
          createAdfNode('tableCell', [createAdfNode('paragraph', [createTextNode('a')])]),
          createAdfNode('tableCell', [createAdfNode('paragraph', [createTextNode('b')])]),
        ]),
      ]),
      createAdfNode('taskList', [createAdfNode('taskItem', [createTextNode('do')], { state: 'TODO' })]),
      { type: 'mediaSingle', content: [{ type: 'media', attrs: { id: 'x' } }] },
      createAdfNode('madeUp', [createAdfNode('paragraph', [createTextNode('inner')])]),
    ])
    expect(adfToHtml(document)).toBe(
      '<p>@Ada and \u{1f604}<a href="https://example.com">https://example.com</a>GREEN</p>' +
        '<blockquote>note</blockquote><p>a | b</p><ul><li>do</li></ul><p>[attachment]</p><p>inner</p>',
    )
  })

  it('escapes text that looks like a tag', () => {
    const document = createAdfDocument([createAdfNode('paragraph', [createTextNode('<img src=x onerror=alert(1)>')])])
    expect(sanitizeRichText(adfToHtml(document))).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>')
  })

  it('handles 20,000 levels of nesting', () => {
    const deep = `${'<ul><li>'.repeat(20_000)}x${'</li></ul>'.repeat(20_000)}`
    expect(findAdfFault(htmlToAdf(deep))).toBeNull()
    let document: unknown = { type: 'paragraph', content: [] }
    for (let level = 0; level < 20_000; level += 1) document = { type: 'panel', content: [document] }
    expect(adfToHtml({ type: 'doc', content: [document] }).length).toBeLessThan(10_000)
  })
})

const texts = fc.string({ unit: fc.constantFrom(...'ab cdé&<>"{}[]*_-+^~!|#\\.1 \u{1f331}'), maxLength: 12 })
const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const { html } = fc.letrec<{ inline: string; item: string; block: string; html: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts.map(escapeHtml),
    fc.constant('<br>'),
    fc
      .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'span'), tie('inline'))
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    tie('inline').map((inner) => `<a href="https://example.com/a b">${inner}</a>`),
    fc.tuple(tie('inline'), tie('inline')).map(([left, right]) => left + right),
  ),
  item: fc.tuple(tie('inline'), fc.option(tie('block'), { nil: '' })).map(([text, more]) => `<li>${text}${more}</li>`),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('inline').map((inner) => `<p>${inner}</p>`),
    tie('inline').map((inner) => `<h1>${inner}</h1>`),
    texts.map((text) => `<pre>${escapeHtml(text)}</pre>`),
    fc.array(tie('block'), { maxLength: 2 }).map((inner) => `<blockquote>${inner.join('')}</blockquote>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), fc.array(tie('item'), { maxLength: 3 }))
      .map(([tag, items]) => `<${tag}>${items.join('')}</${tag}>`),
  ),
  html: fc.array(fc.oneof(tie('block'), tie('inline')), { maxLength: 4 }).map((parts) => parts.join('')),
}))

describe('Arbitrary rich text', () => {
  it('converts to a valid document that is stable after the first round trip', () => {
    fc.assert(
      fc.property(html, (given) => {
        const document = htmlToAdf(sanitizeRichText(given))
        expect(findAdfFault(document)).toBeNull()
        const back = adfToHtml(document)
        expect(htmlToAdf(back)).toEqual(document)
        expect(there(back)).toBe(back)
      }),
      { numRuns: 1_000 },
    )
  })

  it('reads any JSON as a document without throwing', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        (value) => typeof adfToHtml({ type: 'doc', content: value }) === 'string',
      ),
    )
  })
})

describe('Wiki text', () => {
  it.each([
    ['<p>one <strong>two</strong> <em>three</em> w<u>or</u>d</p>'],
    ['<h1>Head</h1><p>a<br>b</p><p>c</p>'],
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol><li>d</li></ol>'],
    ['<blockquote>said</blockquote><pre>a {x}\n  *b*</pre>'],
    ['<p>H<sub>2</sub>O 10<sup>3</sup> <code>f(x)</code> <a href="https://example.com/x">link</a></p>'],
    ['<p>2 * 3 [not] {a} snake_case well-known -5</p>'],
  ])('round-trips %s through wiki text', (given) => {
    expect(overWiki(given)).toBe(given)
  })

  it('reads wiki text as people write it', () => {
    const wiki = [
      'h2. Plan',
      'This is *bold*, _leaning_ and -gone-.',
      '',
      '* one',
      '** two',
      '# first',
      '{quote}',
      'words',
      '{quote}',
      '{code:java}',
      'int x;',
      '{code}',
      'See [the page|https://example.com] or [https://example.com/2], !shot.png|thumbnail!',
    ].join('\n')
    expect(adfToHtml(wikiToAdf(wiki))).toBe(
      '<h2>Plan</h2><p>This is <strong>bold</strong>, <em>leaning</em> and <s>gone</s>.</p>' +
        '<ul><li>one<ul><li>two</li></ul></li></ul><ol><li>first</li></ol><blockquote>words</blockquote><pre>int x;</pre>' +
        '<p>See <a href="https://example.com">the page</a> or ' +
        '<a href="https://example.com/2">https://example.com/2</a>, [attachment]</p>',
    )
  })

  it('converts any wiki text to a valid document', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab \n*_-+^~{}[]|!\\#h1.q'), maxLength: 60 }), (wiki) => {
        expect(findAdfFault(htmlToAdf(adfToHtml(wikiToAdf(wiki))))).toBeNull()
      }),
    )
  })
})

describe('Issue summary', () => {
  it.each([
    ['<p>Two <strong>words</strong></p>', 'Two words'],
    ['a<br>b', 'a b'],
    ['', 'Untitled'],
    ['x'.repeat(300), 'x'.repeat(255)],
    [`${'x'.repeat(254)}\u{1f331}`, 'x'.repeat(254)],
  ])('derives the summary of %s', (title, summary) => {
    expect(toIssueSummary(title)).toBe(summary)
  })
})
