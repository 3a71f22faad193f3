import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { adfToHtml } from '../adf-writers.ts'
import { wikiToAdf } from '../wiki-to-adf.ts'
import { mergeWiki, type MergedWiki } from './merge-document.ts'

const showHere = (wiki: string): string => adfToHtml(wikiToAdf(wiki))
const merge = (wiki: string, edited: string): MergedWiki => mergeWiki({ wiki, agreed: showHere(wiki), edited })

const everything = [
  'h3. Plan of *this*!',
  '',
  'Ask [~ada] about {color:red}the red one{color}, see [^notes.pdf].',
  '',
  '||Name||Age||',
  '|Ada|36|',
  '{panel:title=Mind}',
  'this',
  '{panel}',
  '',
  '!shot.png|thumbnail!',
  '',
  '* one',
  '** two',
  '# first',
  '{code:java}',
  'int x;',
  '{code}',
  '',
  '',
  'The end.',
  '',
].join('\r\n')

describe('Wiki text with unknown macros', () => {
  it('keeps every character when a paragraph is added at the end', () => {
    const wiki = everything.trimEnd()
    expect(merge(wiki, `${showHere(wiki)}<p>added</p>`)).toEqual({ ok: true, wiki: `${wiki}\n\nadded`, isShown: true })
    expect(merge(everything, showHere(everything))).toEqual({ ok: true, wiki: everything, isShown: true })
  })

  it('keeps a mention, a color and an attachment in a paragraph whose other words change', () => {
    const merged = merge(everything, showHere(everything).replace('about', 'today about'))
    expect(merged.ok && merged.wiki.replaceAll('\r', '')).toBe(
      everything.replaceAll('\r', '').replace('about', 'today about'),
    )
  })

  it('keeps the bars of a table with a changed cell', () => {
    const merged = merge(everything, showHere(everything).replace('36', '37'))
    expect(merged.ok && merged.wiki).toContain('||Name||Age||\n|Ada|37|\n{panel:title=Mind}\nthis\n{panel}')
  })

  it('keeps the language of a code block with changed text', () => {
    const merged = merge(everything, showHere(everything).replace('int x;', 'int y;'))
    expect(merged.ok && merged.wiki).toContain('{code:java}\nint y;\n{code}')
  })

  it('refuses to write wiki text if the text of a mention was replaced', () => {
    expect(merge(everything, showHere(everything).replace('[~ada]', 'Bob'))).toMatchObject({ ok: false })
  })

  it('keeps every character of any text when nothing changes or only a paragraph is added', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '* a',
        '** b',
        '# c',
        '|x|y|',
        '{panel}',
        '{code}',
        'int a;',
        '{quote}',
        '----',
        'h2. Head',
        '[~ada] does',
        '{code}one{code}',
      ),
      fc.string({ unit: fc.constantFrom(...'ab *_-{}[]|!\\#'), maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        const wiki = lines.join('\n')
        const same = merge(wiki, showHere(wiki))
        expect(same.ok && same.wiki).toBe(wiki)
        const longer = merge(wiki, `${showHere(wiki)}<p>ADDED</p>`)
        expect(longer.ok && longer.wiki.replace(/\s*ADDED$/, '')).toBe(wiki.trimEnd())
      }),
      { numRuns: 500 },
    )
  })
})

it.each([
  ['{code}x < y{code}', '<pre>x &lt; y</pre>'],
  ['{noformat}a *b*{noformat}', '<pre>a *b*</pre>'],
  ['{code:java}int x;\nint y;{code}', '<pre>int x;\nint y;</pre>'],
  ['{quote}said{quote}', '<blockquote>said</blockquote>'],
])('reads %s on one line as a block', (wiki, html) => {
  expect(showHere(wiki)).toBe(html)
})
