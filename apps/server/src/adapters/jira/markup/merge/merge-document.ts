import { randomUUID } from 'node:crypto'
import { adfToHtml, adfToWiki } from '../adf-writers.ts'
import { type AdfDocument, type AdfNode, createAdfDocument, createAdfNode, isAdfList } from '../adf.ts'
import { htmlToAdf } from '../html-to-adf.ts'
import { parseWiki, splitWikiLines, type WikiPart } from '../wiki-to-adf.ts'
import { type AlignBudget, alignSequences, mergeSequences } from './align.ts'
import {
  type DescriptionLineKind,
  type DocumentLeaf,
  type EditedLine,
  isContainer,
  readEditedLines,
  readLeaves,
} from './lines.ts'
import { mergeInline } from './merge-inline.ts'
import { type MergePlan, planMerge, showsSame, topBlock } from './plan-merge.ts'

export type MergedDocument =
  | {
      readonly ok: true
      readonly document: AdfDocument
      /** False if the document contains lines that the edited description does not show. */
      readonly isShown: boolean
    }
  /** The edit would change something that we cannot write. */
  | { readonly ok: false; readonly obstacle: AdfNode }

const maxAlignCells = 4_000_000

interface DocumentEdit {
  /** The tracker's current document. */
  readonly document: AdfDocument
  /** The HTML that the edit started from. */
  readonly agreed: string
  readonly edited: string
  /** The side whose line is kept if both changed the same one. */
  readonly winner?: 'ours' | 'theirs'
}

/**
 * Merges our edit into the tracker's document. Blocks that the edit does not touch are the very same objects, and what
 * we cannot show or write keeps its position.
 */
export function mergeDocument({ document, agreed, edited, winner }: DocumentEdit): MergedDocument {
  const budget: AlignBudget = { cells: maxAlignCells }
  const leaves = readLeaves(document)
  const wanted = htmlToAdf(edited)
  const ours = readEditedLines(wanted.content)
  const shown = adfToHtml(document)
  const base = htmlToAdf(agreed)
  const isUnchangedThere = shown === agreed || JSON.stringify(htmlToAdf(shown)) === JSON.stringify(base)
  if (isUnchangedThere && canBeReplaced(document, wanted)) return { ok: true, document: wanted, isShown: true }
  const lines = isUnchangedThere ? ours : mergeEdits({ base, shown: htmlToAdf(shown), ours, winner, budget })
  const plan = planMerge(leaves, lines, budget)
  if ('obstacle' in plan) return { ok: false, obstacle: plan.obstacle }
  const merged = applyPlan({ document, leaves, lines, plan, budget })
  if ('obstacle' in merged) return { ok: false, obstacle: merged.obstacle }
  return { ok: true, document: merged, isShown: showsSame(readLeaves(merged), ours) }
}

interface Edits {
  readonly base: AdfDocument
  readonly shown: AdfDocument
  readonly ours: readonly EditedLine[]
  readonly winner: DocumentEdit['winner']
  readonly budget: AlignBudget
}

const isSameLine = (one: EditedLine, two: EditedLine): boolean => one.key === two.key

/** Merges our lines with the changes of the tracker since the last agreement. */
function mergeEdits({ base, shown, ours, winner, budget }: Edits): EditedLine[] {
  const former = readEditedLines(base.content)
  const theirs = readEditedLines(shown.content)
  const [first, second] = winner === 'theirs' ? [ours, theirs] : [theirs, ours]
  return mergeSequences(former, first, second, { isSame: isSameLine, budget })
}

const hasNesting = ({ content = [] }: AdfNode): boolean =>
  content.some(
    (block) => isAdfList(block) && (block.content ?? []).some((item) => (item.content ?? []).some(isAdfList)),
  )

/** Whether our HTML contains all of the document (it has no rules), and the editor has not flattened its lists. */
const canBeReplaced = (document: AdfDocument, wanted: AdfDocument): boolean =>
  !document.content.some(({ type }) => type === 'rule') &&
  JSON.stringify(htmlToAdf(adfToHtml(document))) === JSON.stringify(document) &&
  (!hasNesting(document) || hasNesting(wanted))

interface MergeInput {
  readonly document: AdfDocument
  readonly leaves: readonly DocumentLeaf[]
  readonly lines: readonly EditedLine[]
  readonly plan: MergePlan
  readonly budget: AlignBudget
}

interface NodeChanges {
  readonly before: Map<AdfNode, AdfNode[]>
  readonly after: Map<AdfNode, AdfNode[]>
  readonly replaced: Map<AdfNode, AdfNode>
  readonly removed: Set<AdfNode>
}

function applyPlan(merge: MergeInput): AdfDocument | { readonly obstacle: AdfNode } {
  const { document, leaves, plan, budget } = merge
  const removed = new Set([...plan.removed].map((at) => (leaves[at] as DocumentLeaf).node))
  for (const block of plan.movedBlocks) removed.add(block)
  const changes: NodeChanges = { before: new Map(), after: new Map(), replaced: new Map(), removed }
  for (const [at, lines] of plan.linesOfLeaf) {
    const leaf = leaves[at] as DocumentLeaf
    const isAsItWas =
      lines.length === leaf.lines.length &&
      lines.every(({ key, kind }, line) => key === leaf.lines[line]?.key && !isOtherKind(leaf, kind))
    if (leaf.isOpaque || isAsItWas) continue
    const content =
      leaf.node.type === 'codeBlock' ? (lines[0]?.content ?? []) : mergeInline(leaf.node.content ?? [], lines, budget)
    if (content === null) return { obstacle: (leaf.node.content ?? []).find(hasNoText) ?? leaf.node }
    changes.replaced.set(leaf.node, changeTextBlock(leaf, lines, content))
  }
  insertLines(merge, changes)
  const end = changes.after.get(document) ?? []
  return createAdfDocument([...document.content.flatMap((block) => rebuildNode(block, changes)), ...end])
}

const hasNoText = ({ type }: AdfNode): boolean => type !== 'text' && type !== 'hardBreak'

/** A top-level block whose kind was changed here. */
const isOtherKind = ({ parents, lines }: DocumentLeaf, kind: DescriptionLineKind): boolean =>
  parents.length === 1 && lines[0] !== undefined && lines[0].kind !== kind

function changeTextBlock(leaf: DocumentLeaf, [first]: readonly EditedLine[], content: readonly AdfNode[]): AdfNode {
  const { node } = leaf
  if (first !== undefined && isOtherKind(leaf, first.kind)) return createBlock(first.kind, content)
  const { content: _content, ...rest } = node
  return content.length === 0 ? rest : { ...rest, content }
}

function createBlock(kind: DescriptionLineKind, content: readonly AdfNode[]): AdfNode {
  const paragraph = createAdfNode('paragraph', content)
  if (kind === 'heading1' || kind === 'heading2')
    return createAdfNode('heading', content, { level: kind === 'heading1' ? 1 : 2 })
  if (kind === 'code' && content.every(({ type }) => type === 'text')) {
    return createAdfNode(
      'codeBlock',
      content.map(({ text }) => ({ type: 'text', text: text ?? '' })),
    )
  }
  if (kind === 'quote') return createAdfNode('blockquote', [paragraph])
  if (kind === 'bullet' || kind === 'ordered') {
    return createAdfNode(kind === 'bullet' ? 'bulletList' : 'orderedList', [createAdfNode('listItem', [paragraph])])
  }
  return paragraph
}

const quoteLike = new Set(['blockquote', 'panel', 'expand'])
const listLike = new Set(['bulletList', 'orderedList', 'taskList', 'decisionList'])

const appendBlocks = (map: Map<AdfNode, AdfNode[]>, anchor: AdfNode, blocks: readonly AdfNode[]): void => {
  if (blocks.length > 0) map.set(anchor, [...(map.get(anchor) ?? []), ...blocks])
}

/** Inserts new lines next to their neighbors in the edited description. */
function insertLines({ document, leaves, lines, plan }: MergeInput, changes: NodeChanges): void {
  const leafAt = (at: number): DocumentLeaf | undefined => leaves[plan.leafOfLine.get(at) ?? -1]
  let prev: DocumentLeaf | undefined
  let run: EditedLine[] = []
  // Lines at the end go after everything that is not shown here; lines without a predecessor go before the first
  // remaining part.
  const flush = (next: DocumentLeaf | undefined): void => {
    if (next === undefined) appendBlocks(changes.after, document, createBlocks(run))
    else if (prev === undefined) appendBlocks(changes.before, topBlock(next), createBlocks(run))
    else appendBlocks(changes.after, topBlock(prev), createBlocks(run))
    run = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as EditedLine
    const leaf = leafAt(at)
    const moved = plan.moved.get(at)
    if (moved !== undefined) {
      const next = nextLeaf(lines.length, at, leafAt)
      flush(next)
      const isBefore = prev === undefined && next !== undefined
      const anchor = next === undefined ? document : topBlock(prev ?? next)
      appendBlocks(isBefore ? changes.before : changes.after, anchor, [moved.block])
      at += moved.lines - 1
    } else if (leaf !== undefined) {
      flush(leaf)
      prev = leaf
    } else if (
      prev !== undefined &&
      run.length === 0 &&
      belongsInside(prev, nextLeaf(lines.length, at, leafAt), line)
    ) {
      const [sibling, node] = createSibling(prev, line)
      appendBlocks(changes.after, sibling, [node])
    } else run.push(line)
  }
  flush(undefined)
}

function nextLeaf(
  length: number,
  from: number,
  leafAt: (at: number) => DocumentLeaf | undefined,
): DocumentLeaf | undefined {
  for (let at = from; at < length; at += 1) if (leafAt(at) !== undefined) return leafAt(at)
  return undefined
}

/** Whether a new line after this part belongs to the part's block. */
function belongsInside(prev: DocumentLeaf, next: DocumentLeaf | undefined, { kind }: EditedLine): boolean {
  const top = topBlock(prev)
  if (top === prev.node && !prev.isCaption) return false
  if (next !== undefined && topBlock(next) === top) return true
  if (quoteLike.has(top.type)) return kind === 'quote'
  return listLike.has(top.type) && prev.lines.at(-1)?.kind === kind
}

/** Creates a new line next to a part, in the form that its container requires. */
function createSibling({ node, parents, isCaption }: DocumentLeaf, { kind, content }: EditedLine): [AdfNode, AdfNode] {
  const paragraph = kind === 'code' ? createBlock('code', content) : createAdfNode('paragraph', content)
  const parent = parents.at(-1)
  if (isCaption) return [node.content?.[0] ?? node, paragraph]
  if (node.type === 'taskItem' || node.type === 'decisionItem') {
    const state = node.type === 'taskItem' ? 'TODO' : 'DECIDED'
    return [node, createAdfNode(node.type, content, { localId: randomUUID(), state })]
  }
  if (parent?.type !== 'listItem') {
    const isListLine = kind === 'bullet' || kind === 'ordered'
    return [node, isListLine ? createBlock(kind, content) : paragraph]
  }
  return kind === 'bullet' || kind === 'ordered' ? [parent, createAdfNode('listItem', [paragraph])] : [node, paragraph]
}

/**
 * Creates blocks from new lines: complete blocks of the edited description unchanged, parts of them by the kind of
 * their lines.
 */
function createBlocks(lines: readonly EditedLine[]): AdfNode[] {
  const blocks: AdfNode[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as EditedLine
    let count = 1
    while (lines[at + count]?.block === line.block) count += 1
    if (count === line.blockLines) blocks.push(line.block)
    else blocks.push(...lines.slice(at, at + count).reduce(appendLine, [] as AdfNode[]))
    at += count
  }
  return blocks
}

function appendLine(blocks: AdfNode[], { kind, content }: EditedLine): AdfNode[] {
  const block = createBlock(kind, content)
  const last = blocks.at(-1)
  const joins = last !== undefined && last.type === block.type && (isAdfList(block) || block.type === 'blockquote')
  return joins
    ? [...blocks.slice(0, -1), { ...last, content: [...(last.content ?? []), ...(block.content ?? [])] }]
    : [...blocks, block]
}

function rebuildNode(node: AdfNode, changes: NodeChanges): AdfNode[] {
  const around = (inner: readonly AdfNode[]): AdfNode[] => [
    ...(changes.before.get(node) ?? []),
    ...inner,
    ...(changes.after.get(node) ?? []),
  ]
  if (changes.removed.has(node)) return around([])
  const replaced = changes.replaced.get(node)
  if (replaced !== undefined) return around([replaced])
  if (!isContainer(node)) return around([node])
  const before = node.content ?? []
  const content = before.flatMap((child) => rebuildNode(child, changes))
  if (content.length === before.length && content.every((child, at) => child === before[at])) return around([node])
  if (content.length === 0) return around([])
  // A list item must begin with a text, even if only its inner list is left.
  const isHeadless = node.type === 'listItem' && isAdfList(content[0])
  return around([{ ...node, content: isHeadless ? [{ type: 'paragraph' }, ...content] : content }])
}

export type MergedWiki =
  | { readonly ok: true; readonly wiki: string; readonly isShown: boolean }
  | { readonly ok: false; readonly obstacle: AdfNode }

interface WikiEdit {
  readonly wiki: string
  readonly agreed: string
  readonly edited: string
  readonly winner?: 'ours' | 'theirs'
}

/** Does the same for Data Center: blocks that the edit does not touch keep their exact wiki text. */
export function mergeWiki({ wiki, ...edit }: WikiEdit): MergedWiki {
  const parts = parseWiki(wiki)
  const document = createAdfDocument(parts.map(({ block }) => block))
  const merged = mergeDocument({ document, ...edit })
  if (!merged.ok) return merged
  return { ok: true, wiki: writeWiki(wiki, parts, merged.document.content), isShown: merged.isShown }
}

const newBlockGap = '\n\n'

const isSamePart = (part: WikiPart, block: AdfNode): boolean =>
  part.block === block || JSON.stringify(part.block) === JSON.stringify(block)

function writeWiki(wiki: string, parts: readonly WikiPart[], blocks: readonly AdfNode[]): string {
  const lines = splitWikiLines(wiki)
  const partners = alignSequences(parts, blocks, isSamePart, { cells: 250_000 })
  const partByPartner = new Map(partners.map((partner, at) => [partner, at]))
  let text = ''
  let last = -1
  for (const [at, block] of blocks.entries()) {
    const part = partByPartner.get(at) ?? -1
    const source = parts[part]
    // Starts at its first line, including the empty lines before it if its neighbor is still the same.
    const own = source === undefined ? '' : lines.slice(source.from, source.to).join('\n')
    const isNeighbor = part >= 0 && part === last + 1
    if (source === undefined || own === '')
      text += `${at === 0 ? '' : newBlockGap}${adfToWiki(createAdfDocument([block]))}`
    else if (isNeighbor) text += `${at === 0 ? '' : '\n'}${own}`
    else text += `${at === 0 ? '' : newBlockGap}${own.replace(/^\s*\n/, '')}`
    last = part >= 0 ? part : Number.NaN
  }
  const end = parts.at(-1)?.to ?? lines.length
  return last === parts.length - 1 && end < lines.length ? `${text}\n${lines.slice(end).join('\n')}` : text
}
