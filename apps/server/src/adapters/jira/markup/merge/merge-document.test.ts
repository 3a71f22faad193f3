import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findAdfFault } from '@espalier/stand-ins/jira/adf-rules.ts'
import { createAdfDocument, createAdfNode, createTextNode, type AdfDocument, type AdfNode } from '../adf.ts'
import { adfToHtml } from '../adf-writers.ts'
import { htmlToAdf } from '../html-to-adf.ts'
import { readEditedLines, type DescriptionLine } from './lines.ts'
import { mergeDocument, type MergedDocument } from './merge-document.ts'

const paragraph = (...content: readonly (AdfNode | string)[]): AdfNode =>
  createAdfNode(
    'paragraph',
    content.map((node) => (typeof node === 'string' ? createTextNode(node) : node)),
  )
const ada: AdfNode = { type: 'mention', attrs: { id: 'a-1', text: '@Ada', accessLevel: '' } }
const smile: AdfNode = { type: 'emoji', attrs: { shortName: ':smile:', id: '1f604', text: '\u{1f604}' } }
const image = (id: string): AdfNode => ({
  type: 'mediaSingle',
  attrs: { layout: 'center' },
  content: [{ type: 'media', attrs: { type: 'file', id, collection: '' } }],
})
const panel = (...texts: readonly string[]): AdfNode =>
  createAdfNode(
    'panel',
    texts.map((text) => paragraph(text)),
    { panelType: 'info' },
  )
const table = (...rows: readonly (readonly string[])[]): AdfNode =>
  createAdfNode(
    'table',
    rows.map((cells) =>
      createAdfNode(
        'tableRow',
        cells.map((cell) => createAdfNode('tableCell', [paragraph(cell)], {})),
      ),
    ),
    { isNumberColumnEnabled: false, layout: 'default' },
  )
const tasks = (...texts: readonly string[]): AdfNode =>
  createAdfNode(
    'taskList',
    texts.map((text, at) =>
      createAdfNode('taskItem', [createTextNode(text)], { localId: `t${at}`, state: at % 2 ? 'DONE' : 'TODO' }),
    ),
    { localId: 'list' },
  )
const items = (type: string, ...contents: readonly (readonly AdfNode[])[]): AdfNode =>
  createAdfNode(
    type,
    contents.map((content) => createAdfNode('listItem', content)),
  )

const everything = createAdfDocument([
  paragraph('Ask ', ada, ' about ', smile),
  image('one'),
  panel('Mind this'),
  table(['a', 'b'], ['c', 'd']),
  tasks('call', 'write'),
  items('bulletList', [paragraph('outer'), items('bulletList', [paragraph('inner')])], [paragraph('second')]),
  { type: 'rule' },
  createAdfNode('heading', [createTextNode('Third level')], { level: 3 }),
  createAdfNode('codeBlock', [createTextNode('let a = 1\nlet b = 2')], { language: 'js' }),
  paragraph('The end'),
])

const lineTags = { text: 'p', heading1: 'h1', heading2: 'h2', quote: 'blockquote', code: 'pre' } as const

/** Writes a description as the page's editor does: no nesting, no line breaks inside a block. */
function flatten(lines: readonly DescriptionLine[]): string {
  const texts = lines.map(({ kind, content }) => {
    const inner = adfToHtml(createAdfDocument([createAdfNode('paragraph', content)])).replace(/^<p>(.*)<\/p>$/s, '$1')
    if (kind !== 'bullet' && kind !== 'ordered') return `<${lineTags[kind]}>${inner}</${lineTags[kind]}>`
    return `<ol><li data-list="${kind}">${inner}</li></ol>`
  })
  return texts.join('').replaceAll('</li></ol><ol><li', '</li><li')
}

const showHere = (document: AdfDocument): DescriptionLine[] => readEditedLines(htmlToAdf(adfToHtml(document)).content)
const merge = (document: AdfDocument, edited: string): MergedDocument =>
  mergeDocument({ document, agreed: adfToHtml(document), edited })

function mergeLines(
  document: AdfDocument,
  edit: (lines: DescriptionLine[]) => readonly DescriptionLine[],
): AdfDocument {
  const merged = merge(document, flatten(edit(showHere(document))))
  if (!merged.ok) throw new Error(`${merged.obstacle.type} is in the way`)
  expect(findAdfFault(merged.document)).toBeNull()
  return merged.document
}

const newLine = (text: string): DescriptionLine => ({ kind: 'text', content: [createTextNode(text)], text, key: text })

describe('Description with unsupported content', () => {
  it('keeps every block unchanged when a line is added at the end', () => {
    const merged = merge(everything, `${adfToHtml(everything)}<p>added</p>`)
    expect(merged).toEqual({
      ok: true,
      document: createAdfDocument([...everything.content, paragraph('added')]),
      isShown: true,
    })
  })

  it('keeps every block unchanged when the page editor flattens the text and a line is added at the start', () => {
    const merged = mergeLines(everything, (lines) => [newLine('added'), ...lines])
    expect(merged.content).toEqual([paragraph('added'), ...everything.content])
  })

  it('keeps a mention and an emoji in a paragraph whose other words change', () => {
    const merged = mergeLines(everything, ([first, ...rest]) => [
      { ...(first as DescriptionLine), content: [createTextNode('Please ask @Ada today about \u{1f604}!')] },
      ...rest,
    ])
    expect(merged.content[0]).toEqual(paragraph('Please ask ', ada, ' today about ', smile, '!'))
    expect(merged.content.slice(1)).toEqual(everything.content.slice(1))
  })

  it('removes a mention if only its text was removed', () => {
    const merged = mergeLines(everything, ([first, ...rest]) => [
      { ...(first as DescriptionLine), content: [createTextNode('Ask about \u{1f604}')] },
      ...rest,
    ])
    expect(JSON.stringify(merged.content[0])).not.toContain('mention')
    expect(merged.content[0]?.content).toContainEqual(smile)
  })

  it('refuses to write a description if the text of a mention was replaced', () => {
    const html = adfToHtml(everything).replace('@Ada', 'Bob')
    expect(merge(everything, html)).toEqual({ ok: false, obstacle: ada })
  })

  it('refuses to write a description if a table row was changed or a line was added between its rows', () => {
    const html = adfToHtml(everything)
    expect(merge(everything, html.replace('a | b', 'a | x'))).toMatchObject({ ok: false, obstacle: { type: 'table' } })
    expect(merge(everything, html.replace('<p>c | d', '<p>new</p><p>c | d'))).toMatchObject({ ok: false })
  })

  it('removes an image if only its placeholder was removed and keeps it if it cannot be distinguished from its neighbor', () => {
    const lone = mergeLines(everything, (lines) => lines.filter(({ text }) => text !== '[attachment]'))
    expect(lone.content).toEqual(everything.content.filter(({ type }) => type !== 'mediaSingle'))
    const twins = createAdfDocument([paragraph('x'), image('one'), image('two'), paragraph('y')])
    expect(merge(twins, '<p>x</p><p>[attachment]</p><p>y</p>')).toEqual({ ok: true, document: twins, isShown: false })
  })

  it('keeps an image whose placeholder disappeared while the neighboring lines were rewritten', () => {
    const document = createAdfDocument([paragraph('x'), image('one'), paragraph('y')])
    const merged = merge(document, '<p>x</p><p>something else</p><p>entirely new</p><p>y</p>')
    expect(merged).toMatchObject({ ok: true, isShown: false })
    expect(merged.ok && merged.document.content).toContainEqual(image('one'))
  })

  it('moves a panel and an image as a whole', () => {
    const merged = mergeLines(everything, (lines) => {
      const moved = lines.filter(({ text }) => text === 'Mind this' || text === '[attachment]')
      return [...lines.filter((line) => !moved.includes(line)), ...moved.toReversed()]
    })
    const [media, info] = [everything.content[1], everything.content[2]]
    expect(merged.content.slice(-2)).toEqual([info, media])
    expect(merged.content).toHaveLength(everything.content.length)
  })

  it('writes changed and new lines inside a panel, a task list, a nested list and a code block', () => {
    const merged = mergeLines(everything, (lines) =>
      lines.flatMap((line) => {
        if (line.text === 'Mind this')
          return [
            { ...line, content: [createTextNode('Mind that')] },
            { ...line, content: [createTextNode('and this')] },
          ]
        if (line.text === 'call') return [line, { ...line, content: [createTextNode('listen')] }]
        if (line.text === 'inner') return [{ ...line, content: [createTextNode('inner part')] }]
        if (line.kind === 'code') return [{ ...line, content: [createTextNode('let a = 2')] }]
        return [line]
      }),
    )
    expect(merged.content[2]).toEqual(panel('Mind that', 'and this'))
    expect(merged.content[4]?.content).toHaveLength(3)
    expect(merged.content[4]?.content?.[0]).toBe(everything.content[4]?.content?.[0])
    expect(merged.content[5]).toEqual(
      items('bulletList', [paragraph('outer'), items('bulletList', [paragraph('inner part')])], [paragraph('second')]),
    )
    expect(merged.content[8]).toEqual(createAdfNode('codeBlock', [createTextNode('let a = 2')], { language: 'js' }))
  })

  it('keeps a color on the words that have it', () => {
    const red = { type: 'text', text: 'red', marks: [{ type: 'textColor', attrs: { color: '#ff0000' } }] }
    const document = createAdfDocument([paragraph('a ', red, ' word')])
    const merged = merge(document, '<p>a red <strong>word</strong> more</p>')
    expect(merged.ok && merged.document.content[0]?.content?.[1]).toEqual(red)
  })

  it('empties a description from which everything was removed', () => {
    const document = createAdfDocument([paragraph('x'), panel('y'), image('one')])
    expect(merge(document, '')).toMatchObject({ ok: true, document: { content: [] } })
  })

  it('keeps the edits of both sides, and ours if both changed the same line', () => {
    const agreed = createAdfDocument([paragraph('one'), paragraph('two'), paragraph('three'), panel('note')])
    const now = createAdfDocument([
      paragraph('one'),
      paragraph('two there'),
      paragraph('three there'),
      panel('note'),
      image('x'),
    ])
    const edited = '<p>one here</p><p>two</p><p>three here</p><blockquote>note</blockquote><p>added</p>'
    const merged = mergeDocument({ document: now, agreed: adfToHtml(agreed), edited })
    expect(merged).toMatchObject({ ok: true, isShown: false })
    const texts = merged.ok ? showHere(merged.document).map(({ text }) => text) : []
    expect(texts).toEqual(['one here', 'two there', 'three here', 'note', '[attachment]', 'added'])
  })
})

const words = fc.string({ unit: fc.constantFrom(...'abc dé&<'), minLength: 1, maxLength: 8 })
const sentence = words.map((text) => `x${text.replaceAll(/ +/g, ' ')}x`)
const inline = fc.oneof(
  { weight: 4, arbitrary: sentence.map((text) => createTextNode(text)) },
  { weight: 1, arbitrary: fc.constantFrom(ada, smile, { type: 'status', attrs: { text: 'GREEN', color: 'green' } }) },
  {
    weight: 1,
    arbitrary: sentence.map((text) => ({
      type: 'inlineCard',
      attrs: { url: `https://example.com/${encodeURIComponent(text)}` },
    })),
  },
)
const paragraphs = fc
  .array(inline, { minLength: 1, maxLength: 4 })
  .map((content) => createAdfNode('paragraph', content))
const item = fc
  .tuple(paragraphs, fc.option(paragraphs))
  .map(([first, nested]) => (nested === null ? [first] : [first, items('bulletList', [nested])]))
const unknownBlock = fc.oneof(
  fc.uuid().map(image),
  fc.array(sentence, { minLength: 1, maxLength: 3 }).map((texts) => panel(...texts)),
  fc
    .array(fc.array(sentence, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((rows) => table(...rows)),
  fc.array(sentence, { minLength: 1, maxLength: 3 }).map((texts) => tasks(...texts)),
  fc.constant<AdfNode>({ type: 'rule' }),
  fc.constant<AdfNode>({ type: 'blockCard', attrs: { url: 'https://example.com/card' } }),
)
const block = fc.oneof(
  paragraphs,
  sentence.map((text) => paragraph(text)),
  fc
    .tuple(sentence, fc.integer({ min: 1, max: 6 }))
    .map(([text, level]) => createAdfNode('heading', [createTextNode(text)], { level })),
  fc
    .tuple(fc.constantFrom('bulletList', 'orderedList'), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([type, all]) => items(type, ...all)),
  sentence.map((text) => createAdfNode('codeBlock', [createTextNode(text)], { language: 'java' })),
  unknownBlock,
)
// As in documents from the tracker, no two nodes are the same object.
const documents = fc
  .array(block, { maxLength: 7 })
  .map((content) => JSON.parse(JSON.stringify(createAdfDocument(content))) as AdfDocument)

const long = (count: number, prefix: string): string =>
  Array.from({ length: count }, (_, at) => `<p>${prefix} ${at} ${'word '.repeat(20)}</p>`).join('')

const measureMerge = (count: number): number => {
  const document = createAdfDocument([...htmlToAdf(long(count, 'there')).content, image('x')])
  const start = performance.now()
  merge(document, long(count, 'here'))
  return performance.now() - start
}

describe('Arbitrary document', () => {
  it('keeps every block as the same object when one paragraph is added between any blocks', () => {
    fc.assert(
      fc.property(documents, fc.nat(), fc.boolean(), (document, seed, isFlattened) => {
        const at = seed % (document.content.length + 1)
        const [before, after] = [document.content.slice(0, at), document.content.slice(at)]
        const html = [before, [paragraph('ADDED')], after].map((part) => adfToHtml(createAdfDocument(part))).join('')
        const edited = isFlattened ? flatten(readEditedLines(htmlToAdf(html).content)) : html
        const merged = merge(document, edited)
        expect(merged.ok).toBe(true)
        if (!merged.ok) return
        const rest = merged.document.content.filter((one) => JSON.stringify(one) !== JSON.stringify(paragraph('ADDED')))
        expect(rest).toEqual(document.content)
        expect(merged.document.content).toHaveLength(document.content.length + 1)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps the blocks that an edit does not touch, or refuses to write the document', () => {
    const edit = fc.tuple(fc.constantFrom('remove', 'replace', 'append', 'insert'), fc.nat(), sentence)
    fc.assert(
      fc.property(documents, fc.array(edit, { minLength: 1, maxLength: 3 }), (document, edits) => {
        const lines = showHere(document)
        const touched = new Set<string>()
        for (const [kind, seed, text] of edits) {
          const at = seed % (lines.length + 1)
          const line = lines[at]
          if (kind === 'insert' || line === undefined) lines.splice(at, 0, newLine(`NEW ${text}`))
          else {
            touched.add(line.text)
            if (kind === 'remove') lines.splice(at, 1)
            else
              lines[at] = {
                ...line,
                content: [createTextNode(kind === 'append' ? `${line.text} ${text}` : `NEW ${text}`)],
              }
          }
        }
        const merged = merge(document, flatten(lines))
        if (!merged.ok) return
        expect(findAdfFault(merged.document)).toBeNull()
        for (const [at, one] of document.content.entries()) {
          const own = showHere(createAdfDocument([one]))
          if (own.some(({ text }) => touched.has(text))) continue
          // A list with an added list line has changed.
          const isExtended = one.type.endsWith('List') || one.type === 'panel'
          if (isExtended) continue
          expect(merged.document.content, `block ${at}`).toContainEqual(one)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('an edit without changes leaves any document unchanged', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const merged = merge(document, flatten(showHere(document)))
        expect(merged).toEqual({ ok: true, document, isShown: true })
      }),
      { numRuns: 300 },
    )
  })

  it('merges in time that grows no faster than the document length beyond the budget', () => {
    measureMerge(300)
    expect(measureMerge(6_000)).toBeLessThan(40 * measureMerge(600) + 500)
  })
})
