import { isAllowedHref } from '@espalier/domain'

import {
  documentOf,
  holding,
  isList,
  settledInline,
  settledMarks,
  textNode,
  type AdfDocument,
  type AdfMark,
  type AdfNode,
} from './adf.ts'
import { readHtml, type HtmlElement, type HtmlNode } from './html-tree.ts'

/** Where blocks are put: what is not allowed there becomes what comes nearest. */
type Place = 'doc' | 'item' | 'quote'

interface Sink {
  readonly place: Place
  readonly blocks: AdfNode[]
  line: AdfNode[]
}

const openSink = (place: Place): Sink => ({ place, blocks: [], line: [] })

/** An empty line that was asked for is a paragraph; one that merely ends another block is nothing. */
function endLine(sink: Sink, isAskedFor = false): void {
  const content = settledInline(sink.line)
  sink.line = []
  if (content.length > 0 || isAskedFor) sink.blocks.push(holding('paragraph', content))
}

const markOf: Readonly<Record<string, AdfMark>> = {
  strong: { type: 'strong' },
  b: { type: 'strong' },
  em: { type: 'em' },
  i: { type: 'em' },
  u: { type: 'underline' },
  s: { type: 'strike' },
  strike: { type: 'strike' },
  del: { type: 'strike' },
  code: { type: 'code' },
  sub: { type: 'subsup', attrs: { type: 'sub' } },
  sup: { type: 'subsup', attrs: { type: 'sup' } },
}

function marksWith(marks: readonly AdfMark[], { tag, attributes }: HtmlElement): readonly AdfMark[] {
  const href = tag === 'a' ? attributes['href'] : undefined
  if (href !== undefined && isAllowedHref(href)) return [...marks, { type: 'link', attrs: { href } }]
  const mark = markOf[tag]
  return mark === undefined ? marks : [...marks, mark]
}

const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'noscript',
  'title',
  'svg',
  'math',
])
const inline = new Set([...Object.keys(markOf), 'a', 'span', 'br', 'font', 'small', 'label', 'abbr', 'mark', 'img'])

function walk(nodes: readonly HtmlNode[], marks: readonly AdfMark[], sink: Sink): void {
  for (const node of nodes) {
    if (typeof node === 'string') {
      const text = node.replaceAll(/[ \t\r\n\f]+/g, ' ')
      if (text !== '') sink.line.push(textNode(text, settledMarks(marks)))
    } else if (node.tag === 'br') sink.line.push({ type: 'hardBreak' })
    else if (inline.has(node.tag)) walk(node.children, marksWith(marks, node), sink)
    else if (!dropped.has(node.tag)) block(node, marks, sink)
  }
}

function block(element: HtmlElement, marks: readonly AdfMark[], sink: Sink): void {
  endLine(sink)
  const { tag, children } = element
  const level = /^h([1-6])$/.exec(tag)?.[1]
  if (level !== undefined && sink.place === 'doc') {
    const content = inlineOf(children, marks)
    if (content.length > 0) sink.blocks.push(holding('heading', content, { level: Number(level) }))
  } else if (tag === 'ul' || tag === 'ol') sink.blocks.push(...listsOf(element, marks))
  else if (tag === 'pre') sink.blocks.push(codeBlock(element))
  else if (tag === 'hr' && sink.place === 'doc') sink.blocks.push({ type: 'rule' })
  else if (tag === 'blockquote' && sink.place === 'doc') {
    const quoted = blocksOf(children, marks, 'quote')
    if (quoted.length > 0) sink.blocks.push(holding('blockquote', quoted))
  } else {
    const before = sink.blocks.length
    walk(children, marks, sink)
    endLine(sink, tag === 'p' && sink.blocks.length === before)
  }
}

function blocksOf(nodes: readonly HtmlNode[], marks: readonly AdfMark[], place: Place): AdfNode[] {
  const sink = openSink(place)
  walk(nodes, marks, sink)
  endLine(sink)
  return sink.blocks
}

/** One line of what may be several. */
function inlineOf(nodes: readonly HtmlNode[], marks: readonly AdfMark[]): AdfNode[] {
  const lines = blocksOf(nodes, marks, 'quote').map(({ content = [] }) => content.filter(({ type }) => isInline(type)))
  return settledInline(lines.flatMap((line, at) => (at === 0 ? line : [textNode(' '), ...line])))
}

const isInline = (type: string): boolean => type === 'text' || type === 'hardBreak'

/** One tag may hold items of both kinds, as the editor writes them. */
function listsOf({ tag, children }: HtmlElement, marks: readonly AdfMark[]): AdfNode[] {
  const lists: { type: string; items: AdfNode[] }[] = []
  for (const child of children) {
    if (typeof child === 'string' && child.trim() === '') continue
    const kind = typeof child === 'string' ? undefined : child.attributes['data-list']
    const isOrdered = kind === undefined ? tag === 'ol' : kind === 'ordered'
    const type = isOrdered ? 'orderedList' : 'bulletList'
    const isItem = typeof child !== 'string' && child.tag === 'li'
    const content = blocksOf(isItem ? child.children : [child], marks, 'item')
    const beginsWithList = content[0] === undefined || isList(content[0])
    const item = holding('listItem', beginsWithList ? [holding('paragraph', []), ...content] : content)
    const last = lists.at(-1)
    if (last?.type === type) last.items.push(item)
    else lists.push({ type, items: [item] })
  }
  return lists.map(({ type, items }) => holding(type, items))
}

const rawText = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return node.tag === 'br' ? '\n' : rawText(node.children)
    })
    .join('')

function codeBlock({ children }: HtmlElement): AdfNode {
  const text = rawText(children).replaceAll('\r\n', '\n').replace(/^\n/, '').replace(/\n+$/, '')
  return holding('codeBlock', text === '' ? [] : [textNode(text)])
}

/** Rich text as the tracker's document. Whatever comes in, what goes out is valid. */
export function htmlToAdf(html: string): AdfDocument {
  const content = blocksOf(readHtml(html), [], 'doc')
  // Empty lines at the end show nothing, and an empty description has none at all.
  while (content.length > 0 && content.at(-1)?.type === 'paragraph' && content.at(-1)?.content === undefined)
    content.pop()
  return documentOf(content)
}
