import { isAllowedHref, toPlainText } from '@espalier/domain'
import { Parser } from 'htmlparser2'
import {
  type AdfDocument,
  type AdfMark,
  type AdfNode,
  createAdfDocument,
  createAdfNode,
  createTextNode,
  isAdfList,
  normalizeInline,
  normalizeMarks,
} from './adf.ts'

const maxSummaryLength = 255
const untitledSummary = 'Untitled'

/** Turns a title into a tracker's summary: one line of plain text, never empty, never too long. */
export function toIssueSummary(title: string): string {
  const text = toPlainText(title)
  if (text === '') return untitledSummary
  // Half of a surrogate pair would be refused.
  return text.length <= maxSummaryLength
    ? text
    : text
        .slice(0, maxSummaryLength)
        .replace(/[\ud800-\udbff]$/u, '')
        .trimEnd()
}

interface HtmlTreeElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: HtmlTreeNode[]
}

type HtmlTreeNode = HtmlTreeElement | string

// Deeper nesting than anybody writes would exhaust the stack of a recursive walk.
const maxHtmlDepth = 60

/** HTML as a tree of plain objects. */
function parseHtmlTree(html: string): HtmlTreeNode[] {
  const root: HtmlTreeElement = { tag: '', attributes: {}, children: [] }
  const open: HtmlTreeElement[] = [root]
  let tooDeep = 0
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (open.length >= maxHtmlDepth) {
          tooDeep += 1
          return
        }
        const element = { tag, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      ontext: (text) => void open.at(-1)?.children.push(text),
      onclosetag() {
        if (tooDeep > 0) tooDeep -= 1
        else if (open.length > 1) open.pop()
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  return root.children
}

/** The container of a block: a block that is not allowed there becomes the closest allowed one. */
type BlockContext = 'doc' | 'item' | 'quote'

interface BlockSink {
  readonly place: BlockContext
  readonly blocks: AdfNode[]
  line: AdfNode[]
}

const openSink = (container: BlockContext): BlockSink => ({ place: container, blocks: [], line: [] })

/** A requested empty line becomes a paragraph; one that merely ends another block is dropped. */
function endLine(sink: BlockSink, isRequested = false): void {
  const content = normalizeInline(sink.line)
  sink.line = []
  if (content.length > 0 || isRequested) sink.blocks.push(createAdfNode('paragraph', content))
}

const markByTag: Readonly<Record<string, AdfMark>> = {
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

function addMark(marks: readonly AdfMark[], { tag, attributes }: HtmlTreeElement): readonly AdfMark[] {
  const href = tag === 'a' ? attributes['href'] : undefined
  if (href !== undefined && isAllowedHref(href)) return [...marks, { type: 'link', attrs: { href } }]
  const mark = markByTag[tag]
  return mark === undefined ? marks : [...marks, mark]
}

const droppedTags = new Set([
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
const inlineTags = new Set([
  ...Object.keys(markByTag),
  'a',
  'span',
  'br',
  'font',
  'small',
  'label',
  'abbr',
  'mark',
  'img',
])

function walkHtml(nodes: readonly HtmlTreeNode[], marks: readonly AdfMark[], sink: BlockSink): void {
  for (const node of nodes) {
    if (typeof node === 'string') {
      const text = node.replaceAll(/[ \t\r\n\f]+/g, ' ')
      if (text !== '') sink.line.push(createTextNode(text, normalizeMarks(marks)))
    } else if (node.tag === 'br') sink.line.push({ type: 'hardBreak' })
    else if (inlineTags.has(node.tag)) walkHtml(node.children, addMark(marks, node), sink)
    else if (!droppedTags.has(node.tag)) addBlock(node, marks, sink)
  }
}

function addBlock(element: HtmlTreeElement, marks: readonly AdfMark[], sink: BlockSink): void {
  endLine(sink)
  const { tag, children } = element
  const level = /^h([1-6])$/.exec(tag)?.[1]
  if (level !== undefined && sink.place === 'doc') {
    const content = toInlineNodes(children, marks)
    if (content.length > 0) sink.blocks.push(createAdfNode('heading', content, { level: Number(level) }))
  } else if (tag === 'ul' || tag === 'ol') sink.blocks.push(...toAdfLists(element, marks))
  else if (tag === 'pre') sink.blocks.push(toCodeBlock(element))
  else if (tag === 'hr' && sink.place === 'doc') sink.blocks.push({ type: 'rule' })
  else if (tag === 'blockquote' && sink.place === 'doc') {
    const quoted = toAdfBlocks(children, marks, 'quote')
    if (quoted.length > 0) sink.blocks.push(createAdfNode('blockquote', quoted))
  } else {
    const before = sink.blocks.length
    walkHtml(children, marks, sink)
    endLine(sink, tag === 'p' && sink.blocks.length === before)
  }
}

function toAdfBlocks(nodes: readonly HtmlTreeNode[], marks: readonly AdfMark[], container: BlockContext): AdfNode[] {
  const sink = openSink(container)
  walkHtml(nodes, marks, sink)
  endLine(sink)
  return sink.blocks
}

/** Reads several lines as one. */
function toInlineNodes(nodes: readonly HtmlTreeNode[], marks: readonly AdfMark[]): AdfNode[] {
  const lines = toAdfBlocks(nodes, marks, 'quote').map(({ content = [] }) =>
    content.filter(({ type }) => isInline(type)),
  )
  return normalizeInline(lines.flatMap((line, at) => (at === 0 ? line : [createTextNode(' '), ...line])))
}

const isInline = (type: string): boolean => type === 'text' || type === 'hardBreak'

/** One tag may contain items of both kinds, as the editor writes them. */
function toAdfLists({ tag, children }: HtmlTreeElement, marks: readonly AdfMark[]): AdfNode[] {
  const lists: { type: string; items: AdfNode[] }[] = []
  for (const child of children) {
    if (typeof child === 'string' && child.trim() === '') continue
    const kind = typeof child === 'string' ? undefined : child.attributes['data-list']
    const isOrdered = kind === undefined ? tag === 'ol' : kind === 'ordered'
    const type = isOrdered ? 'orderedList' : 'bulletList'
    const isItem = typeof child !== 'string' && child.tag === 'li'
    const content = toAdfBlocks(isItem ? child.children : [child], marks, 'item')
    const beginsWithList = content[0] === undefined || isAdfList(content[0])
    const item = createAdfNode('listItem', beginsWithList ? [createAdfNode('paragraph', []), ...content] : content)
    const last = lists.at(-1)
    if (last?.type === type) last.items.push(item)
    else lists.push({ type, items: [item] })
  }
  return lists.map(({ type, items }) => createAdfNode(type, items))
}

const readRawText = (nodes: readonly HtmlTreeNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return node.tag === 'br' ? '\n' : readRawText(node.children)
    })
    .join('')

function toCodeBlock({ children }: HtmlTreeElement): AdfNode {
  const text = readRawText(children).replaceAll('\r\n', '\n').replace(/^\n/, '').replace(/\n+$/, '')
  return createAdfNode('codeBlock', text === '' ? [] : [createTextNode(text)])
}

/** Converts rich text to the tracker's document. The output is valid for any input. */
export function htmlToAdf(html: string): AdfDocument {
  const content = toAdfBlocks(parseHtmlTree(html), [], 'doc')
  // Empty lines at the end show nothing, and an empty description has no content at all.
  while (content.length > 0 && content.at(-1)?.type === 'paragraph' && content.at(-1)?.content === undefined)
    content.pop()
  return createAdfDocument(content)
}
