import { createAdfDocument, isAdfList, type AdfNode } from '../adf.ts'
import { adfToHtml } from '../adf-writers.ts'
import { htmlToAdf } from '../html-to-adf.ts'

export type DescriptionLineKind = 'text' | 'heading1' | 'heading2' | 'bullet' | 'ordered' | 'quote' | 'code'

/**
 * One line of a description as a person sees it. Descriptions are compared by lines and not by blocks, because the
 * page's editor writes a nested list, a quotation of several paragraphs or a soft line break as a flat list of lines.
 */
export interface DescriptionLine {
  readonly kind: DescriptionLineKind
  readonly content: readonly AdfNode[]
  readonly text: string
  /** Text and marks: two lines with the same key look the same. */
  readonly key: string
}

/** A line of the edited description, with the block that it belongs to. */
export interface EditedLine extends DescriptionLine {
  readonly block: AdfNode
  /** How many lines that block has. */
  readonly blockLines: number
}

const createLine = (kind: DescriptionLineKind, content: readonly AdfNode[]): DescriptionLine => ({
  kind,
  content,
  text: content.map(({ text = '' }) => text).join(''),
  key: JSON.stringify(content.map(({ text, marks = [] }) => [text, marks])),
})

function splitAtBreaks(content: readonly AdfNode[]): AdfNode[][] {
  const lines: AdfNode[][] = [[]]
  for (const node of content) {
    if (node.type === 'hardBreak') lines.push([])
    else lines.at(-1)?.push(node)
  }
  return lines
}

/** Reads the lines of a block that `htmlToAdf` created. */
function readBlockLines(block: AdfNode, kind: DescriptionLineKind = 'text'): DescriptionLine[] {
  const { type, content = [] } = block
  if (type === 'rule') return []
  if (type === 'codeBlock') return [createLine('code', content)]
  if (type === 'blockquote') return content.flatMap((inner) => readBlockLines(inner, 'quote'))
  if (isAdfList(block)) {
    const listKind = type === 'orderedList' ? 'ordered' : 'bullet'
    return content.flatMap((item) => (item.content ?? []).flatMap((inner) => readBlockLines(inner, listKind)))
  }
  const lineKind = type === 'heading' ? (block.attrs?.['level'] === 1 ? 'heading1' : 'heading2') : kind
  return splitAtBreaks(content).map((line) => createLine(lineKind, line))
}

export const readEditedLines = (blocks: readonly AdfNode[]): EditedLine[] =>
  blocks.flatMap((block) => {
    const lines = readBlockLines(block)
    return lines.map((line) => ({ ...line, block, blockLines: lines.length }))
  })

/** The smallest part of a tracker's document that lines are compared with. */
export interface DocumentLeaf {
  readonly node: AdfNode
  /** The path from the document down to the node that contains this one. */
  readonly parents: readonly AdfNode[]
  readonly lines: readonly DescriptionLine[]
  /** Our rendering of it cannot be written back, so it is kept or removed as a whole. */
  readonly isOpaque: boolean
  /** A line that shows an attribute of its container, such as the title of an expand. */
  readonly isCaption: boolean
}

const containers = new Set([
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'panel',
  'expand',
  'nestedExpand',
  'taskList',
  'decisionList',
  'layoutSection',
  'layoutColumn',
])
const textBlocks = new Set(['paragraph', 'heading', 'codeBlock', 'taskItem', 'decisionItem'])

export const isContainer = ({ type, content }: AdfNode): boolean =>
  type === 'doc' || (containers.has(type) && Array.isArray(content) && content.length > 0)

/** Deeper containers are kept unchanged. The HTML writer shows 60 levels. */
const deepestContainer = 20

export function readLeaves(document: AdfNode): DocumentLeaf[] {
  const leaves: DocumentLeaf[] = []
  const walk = (node: AdfNode, parents: readonly AdfNode[]): void => {
    if (isContainer(node) && parents.length <= deepestContainer) {
      const title = /expand/i.test(node.type) ? node.attrs?.['title'] : undefined
      const inner = [...parents, node]
      if (typeof title === 'string' && title !== '') {
        const lines = readInlineLines([{ type: 'text', text: title, marks: [{ type: 'strong' }] }], 'quote')
        leaves.push({ node, parents: inner, lines, isOpaque: true, isCaption: true })
      }
      for (const child of node.content ?? []) walk(child, inner)
    } else leaves.push(readLeaf(node, parents))
  }
  walk(document, [])
  return leaves
}

function readLeaf(node: AdfNode, parents: readonly AdfNode[]): DocumentLeaf {
  const isOpaque = !textBlocks.has(node.type) || parents.length > deepestContainer
  const lines = isOpaque
    ? htmlToAdf(adfToHtml(createAdfDocument([node]))).content.flatMap((block) => readBlockLines(block))
    : readTextBlockLines(node, readKind(node, parents))
  return { node, parents, lines, isOpaque, isCaption: false }
}

function readTextBlockLines(node: AdfNode, kind: DescriptionLineKind): DescriptionLine[] {
  if (node.type !== 'codeBlock') return readInlineLines(node.content ?? [], kind)
  const [block] = htmlToAdf(adfToHtml(createAdfDocument([node]))).content
  return [createLine('code', block?.content ?? [])]
}

/** Reads the text as it comes back from HTML: unknown inline nodes become their replacement text. */
export function readInlineLines(content: readonly AdfNode[], kind: DescriptionLineKind): DescriptionLine[] {
  const blocks = htmlToAdf(adfToHtml(createAdfDocument([{ type: 'paragraph', content }]))).content
  const lines = blocks.flatMap((block) => readBlockLines(block))
  return lines.length === 0 ? [createLine(kind, [])] : lines.map((line) => ({ ...line, kind }))
}

function readKind(node: AdfNode, parents: readonly AdfNode[]): DescriptionLineKind {
  if (node.type === 'heading') return node.attrs?.['level'] === 1 ? 'heading1' : 'heading2'
  if (node.type === 'taskItem' || node.type === 'decisionItem') return 'bullet'
  const [parent, list] = [parents.at(-1), parents.at(-2)]
  if (parent?.type === 'listItem') return list?.type === 'orderedList' ? 'ordered' : 'bullet'
  return parents.some(({ type }) => /blockquote|panel|expand/i.test(type)) ? 'quote' : 'text'
}

/** Whether a line's kind is significant: the editor changes the kind of lines inside nested blocks by itself. */
export const hasStrictKind = ({ node, parents, isOpaque }: DocumentLeaf): boolean => {
  const parent = parents.at(-1)
  if (isOpaque || parent === undefined) return false
  return parent.type === 'doc' || (parent.type === 'listItem' && parent.content?.[0] === node && parents.length === 3)
}
