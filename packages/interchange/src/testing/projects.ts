import { escapeHtml, layouts, nodeStatuses, richTextRules } from '@espalier/domain'
import * as fc from 'fast-check'
import { parseHtml } from '../markup/html-parser.ts'
import { serializeHtml } from '../markup/html-text.ts'
import { buildParentIndex, type InterchangeNode, type InterchangeProject } from '../model/project.ts'

const hostile = [
  '',
  ' ',
  '"quoted" \'so\'',
  '<script>alert(1)</script>',
  '<b>not bold</b> & &amp; &lt;',
  ']]>',
  '<![CDATA[x]]>',
  '\u{1F333}\u{1F469}\u200d\u{1F680}',
  '\u05e9\u05dc\u05d5\u05dd \u202eabc',
  '[x] a',
  '[ ]',
  '# heading',
  '- item',
  '1. one',
  '> quoted',
  '---',
  '```',
  '**bold** _so_ ~~gone~~ `code`',
  '[link](http://a.b)',
  '\\',
  'a ^n1',
  'See also: ^n1',
  '[COMPLETE] a',
  '=1+1',
  '_a_b_',
  '*',
  'a\u00a0b',
  '<!-- x -->',
  'https://a.b/?c=d&e=f',
]

/** A text of one line, with single blanks inside and none at its ends. */
const line = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(...hostile)).map((text) =>
  text
    .replace(/[\ufffe\uffff\p{Cc}\p{Cs}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim(),
)

const word = line.filter((text) => text !== '')
const inline = fc.oneof(
  { weight: 3, arbitrary: word.map(escapeHtml) },
  fc
    .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'sub', 'sup', 'code'), word)
    .map(([tag, text]) => `<${tag}>${escapeHtml(text)}</${tag}>`),
  word.map((text) => `<strong><em>${escapeHtml(text)}</em></strong>`),
  word.map((text) => `<a href="https://a.b/c?d=(e)&amp;f" rel="${richTextRules.rel}">${escapeHtml(text)}</a>`),
  word.map((text) => `<span class="ql-size-large">${escapeHtml(text)}</span>`),
)
const sentence = fc
  .array(fc.tuple(inline, fc.constantFrom('', ' ')), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat().join('').trimEnd())
const item = sentence.map((html) => `<li>${html}</li>`)
const block = fc.oneof(
  { weight: 4, arbitrary: sentence.map((html) => `<p>${html}</p>`) },
  fc.constant('<p><br></p>'),
  fc.tuple(sentence, sentence).map(([left, right]) => `<p>${left}<br>${right}</p>`),
  sentence.map((html) => `<h1>${html}</h1>`),
  sentence.map((html) => `<h2>${html}</h2>`),
  sentence.map((html) => `<blockquote>${html}</blockquote>`),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((lines) => `<pre>${escapeHtml(lines.join('\n  '))}</pre>`),
  fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => `<ul>${items.join('')}</ul>`),
  fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => `<ol>${items.join('')}</ol>`),
)
const plainTitle = line.map(escapeHtml)
const body = fc.array(block, { maxLength: 3 }).map((blocks) => blocks.join(''))

const arbitraryNodes = (title: fc.Arbitrary<string>, description: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.record({
        title,
        body: fc.oneof(fc.constant(''), description),
        status: fc.constantFrom(...nodeStatuses),
        hideChildren: fc.boolean(),
        backgroundColor: fc.constantFrom(undefined, '#bbffd8', '#ffbbe2'),
        parents: fc.uniqueArray(fc.nat(), { maxLength: 3 }),
        position: fc.double({ min: 0, max: 10_000, noNaN: true }),
      }),
      { maxLength: 8 },
    )
    .map((drafts) =>
      drafts.map(({ parents, backgroundColor, ...fields }, index): InterchangeNode => {
        // Only earlier nodes are parents, so that there is never a cycle.
        const above = index === 0 ? [] : [...new Set(parents.map((at) => `node ${at % index}`))]
        return {
          ...fields,
          id: `node ${index}`,
          parentIds: above,
          ...(backgroundColor !== undefined && { backgroundColor }),
        }
      }),
    )

const arbitraryProject = (nodes: fc.Arbitrary<InterchangeNode[]>): fc.Arbitrary<InterchangeProject> =>
  fc.record({
    title: line.filter((text) => text !== ''),
    body,
    layout: fc.constantFrom(...layouts),
    nodes,
  })

export const anyProject = arbitraryProject(arbitraryNodes(fc.oneof(plainTitle, sentence), body))
/** Plain titles, and descriptions of plain lines, as a format without markup can represent them. */
export const plainProject = arbitraryProject(
  arbitraryNodes(
    plainTitle,
    fc.array(line, { maxLength: 3 }).map((lines) =>
      lines
        .filter((text) => text !== '')
        .map((text) => `<p>${escapeHtml(text)}</p>`)
        .join(''),
    ),
  ),
)

export const normalizeHtml = (html: string): string => serializeHtml(parseHtml(html).nodes)

/** Returns what must survive, in reading order: ids and positions may differ. */
export function summarizeProject(project: InterchangeProject) {
  const family = buildParentIndex(project)
  const order = new Map(Array.from(family.walk(), ({ node }, index) => [node.id, index]))
  return Array.from(family.walk(), ({ node, depth }) => ({
    depth,
    title: normalizeHtml(node.title),
    body: normalizeHtml(node.body),
    status: node.status,
    hideChildren: node.hideChildren,
    backgroundColor: node.backgroundColor,
    extraParents: family
      .extraParents(node)
      .map(({ id }) => order.get(id) ?? -1)
      .toSorted((left, right) => left - right),
  }))
}

/** Does the same for formats without colors and folds. */
export const summarizeWithoutStyle = (project: InterchangeProject) =>
  summarizeProject(project).map(({ hideChildren: _folds, backgroundColor: _colour, ...rest }) => rest)
