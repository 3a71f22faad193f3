import { isList, type AdfMark, type AdfNode } from './adf.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const deepest = 60

const tagOfMark = ({ type, attrs }: AdfMark): string | null => {
  if (type === 'subsup') return attrs?.['type'] === 'sub' ? 'sub' : 'sup'
  return { strong: 'strong', em: 'em', underline: 'u', strike: 's', code: 'code' }[type] ?? null
}

function marked(text: string, marks: readonly AdfMark[]): string {
  return marks.reduceRight((inner, mark) => {
    const href = mark.type === 'link' ? mark.attrs?.['href'] : undefined
    if (typeof href === 'string') return `<a href="${escaped(href)}">${inner}</a>`
    const tag = tagOfMark(mark)
    return tag === null ? inner : `<${tag}>${inner}</${tag}>`
  }, escaped(text))
}

const attributeText = ({ attrs }: AdfNode, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = attrs?.[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

const linkTo = (url: string): string => (url === '' ? '' : `<a href="${escaped(url)}">${escaped(url)}</a>`)

function dateText(node: AdfNode): string {
  const at = new Date(Number(node.attrs?.['timestamp']))
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10)
}

type Write = (node: AdfNode, depth: number) => string

const children = ({ content }: AdfNode, depth: number): string =>
  depth > deepest || !Array.isArray(content) ? '' : content.map((child: AdfNode) => htmlOf(child, depth + 1)).join('')

const inside =
  (tag: string): Write =>
  (node, depth) =>
    `<${tag}>${children(node, depth)}</${tag}>`

/** A lone line needs no paragraph of its own inside an item or a quotation. */
const looselyInside =
  (tag: string): Write =>
  (node, depth) => {
    const [first, ...rest] = node.content ?? []
    const isLone = first?.type === 'paragraph' && (tag === 'li' || first.content !== undefined) && rest.every(isList)
    if (!isLone) return inside(tag)(node, depth)
    const lists = rest.map((list) => htmlOf(list, depth + 1)).join('')
    return `<${tag}>${children(first, depth + 1)}${lists}</${tag}>`
  }

const cellText: Write = (node, depth) =>
  (depth > deepest ? [] : (node.content ?? []))
    .map((block) => (/paragraph|heading/.test(block.type) ? children(block, depth) : htmlOf(block, depth + 1)))
    .join(' ')

const writers: Readonly<Record<string, Write>> = {
  text: ({ text, marks }) => marked(String(text ?? ''), Array.isArray(marks) ? marks : []),
  hardBreak: () => '<br>',
  paragraph: (node, depth) => `<p>${children(node, depth) || '<br>'}</p>`,
  heading: (node, depth) => inside(node.attrs?.['level'] === 1 ? 'h1' : 'h2')(node, depth),
  bulletList: inside('ul'),
  orderedList: inside('ol'),
  taskList: inside('ul'),
  decisionList: inside('ul'),
  listItem: looselyInside('li'),
  taskItem: inside('li'),
  decisionItem: inside('li'),
  blockquote: looselyInside('blockquote'),
  panel: looselyInside('blockquote'),
  expand: (node, depth) => {
    const title = attributeText(node, 'title')
    return `<blockquote>${title === '' ? '' : `<p><strong>${escaped(title)}</strong></p>`}${children(node, depth)}</blockquote>`
  },
  codeBlock: (node) => `<pre>${escaped((node.content ?? []).map(({ text }) => text ?? '').join(''))}</pre>`,
  rule: () => '<hr>',
  tableRow: (node, depth) =>
    `<p>${(node.content ?? []).map((cell) => cellText(cell, depth + 1)).join(' | ') || '<br>'}</p>`,
  mention: (node) => escaped(`@${attributeText(node, 'text', 'id').replace(/^@/, '')}`),
  emoji: (node) => escaped(attributeText(node, 'text', 'shortName')),
  date: (node) => dateText(node),
  status: (node) => escaped(attributeText(node, 'text')),
  inlineCard: (node) => linkTo(attributeText(node, 'url')),
  blockCard: (node) => `<p>${linkTo(attributeText(node, 'url'))}</p>`,
  embedCard: (node) => `<p>${linkTo(attributeText(node, 'url'))}</p>`,
  mediaSingle: () => '<p>[attachment]</p>',
  mediaGroup: () => '<p>[attachment]</p>',
  mediaInline: () => '[attachment]',
}
const nested = writers['expand']

function htmlOf(node: AdfNode, depth: number): string {
  if (typeof node !== 'object' || node === null) return ''
  const write =
    node.type === 'nestedExpand' ? nested : Object.hasOwn(writers, node.type) ? writers[node.type] : undefined
  if (write !== undefined) return write(node, depth)
  // What we do not know is at least read out.
  return children(node, depth) || escaped(attributeText(node, 'text'))
}

/** A tracker's document as HTML; it still has to pass the gate that all rich text passes. */
export const adfToHtml = (document: unknown): string =>
  typeof document === 'object' && document !== null ? children(document as AdfNode, 0) : ''
