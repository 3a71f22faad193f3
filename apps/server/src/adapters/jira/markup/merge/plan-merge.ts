import type { AdfNode } from '../adf.ts'
import { alignSequences, type AlignBudget } from './align.ts'
import { hasStrictKind, type EditedLine, type DocumentLeaf, type DescriptionLine } from './lines.ts'
import { hasUnknownInline } from './merge-inline.ts'

/** Says what happens to each part of the tracker's document and where edited lines go. */
export interface MergePlan {
  /** By the index of the leaf: the edited lines that it now has. */
  readonly linesOfLeaf: ReadonlyMap<number, readonly EditedLine[]>
  readonly removed: ReadonlySet<number>
  /** By the index of the edited line: the leaf that it belongs to. Lines that are missing here are new. */
  readonly leafOfLine: ReadonlyMap<number, number>
  /** By the index of an edited line: blocks that were moved there as a whole, and how many lines they span. */
  readonly moved: ReadonlyMap<number, { readonly block: AdfNode; readonly lines: number }>
  readonly movedBlocks: ReadonlySet<AdfNode>
}

interface TheirLine extends DescriptionLine {
  readonly leaf: number
  readonly isStrict: boolean
}

const showsSameLine = (theirs: TheirLine, ours: DescriptionLine): boolean =>
  theirs.key === ours.key && (!theirs.isStrict || theirs.kind === ours.kind)

const readTheirLines = (leaves: readonly DocumentLeaf[]): TheirLine[] =>
  leaves.flatMap((leaf, at) => {
    const isStrict = hasStrictKind(leaf)
    return leaf.lines.map((line) => ({ ...line, leaf: at, isStrict }))
  })

/** Whether the edited lines show the whole document in the same order. */
export function showsSame(leaves: readonly DocumentLeaf[], edited: readonly DescriptionLine[]): boolean {
  const theirs = withoutEmptyEnd(readTheirLines(leaves))
  const ours = withoutEmptyEnd(edited)
  return theirs.length === ours.length && theirs.every((line, at) => showsSameLine(line, ours[at] as DescriptionLine))
}

const withoutEmptyEnd = <Any extends DescriptionLine>(lines: readonly Any[]): readonly Any[] =>
  lines.slice(0, lines.findLastIndex(({ text }) => text !== '') + 1)

/** The node that prevents the merge, because the edit changes something that we cannot write. */
export interface MergeObstacle {
  readonly obstacle: AdfNode
}

export function planMerge(
  leaves: readonly DocumentLeaf[],
  edited: readonly EditedLine[],
  budget: AlignBudget,
): MergePlan | MergeObstacle {
  const theirs = readTheirLines(leaves)
  const partners = alignSequences(theirs, edited, showsSameLine, budget)
  const leafOfLine = new Map<number, number>()
  for (const [at, partner] of partners.entries()) if (partner >= 0) leafOfLine.set(partner, theirs[at]?.leaf ?? 0)
  const { moved, movedBlocks, movedLines } = findMoved(leaves, edited, leafOfLine)
  const removed = new Set<number>()
  const kept = new Set(leafOfLine.values())
  const lastShown = leaves.findLastIndex(({ lines }) => lines.some(({ text }) => text !== ''))
  for (const gap of readGaps(theirs, edited, partners)) {
    const ours = gap.ours.filter((at) => !movedLines.has(at))
    const open = [...new Set(gap.theirs.map((at) => theirs[at]?.leaf ?? 0))].filter(
      (at) => !movedBlocks.has(topBlock(leaves[at] as DocumentLeaf)),
    )
    pairLines(
      gap.theirs.flatMap((at) => theirs[at] ?? []),
      {
        leaves,
        ours,
        edited,
        pair(line, leaf) {
          leafOfLine.set(line, leaf)
          kept.add(leaf)
        },
      },
    )
    const isPureDeletion = ours.length === 0 && !gap.isShiftable
    for (const at of open) {
      const leaf = leaves[at] as DocumentLeaf
      const decision = decideLeafFate(leaf, { isKept: kept.has(at), isPureDeletion, ours, edited })
      if (decision === 'obstacle') return { obstacle: leaf.node }
      // Empty lines at the end are not shown here, so nobody has removed them.
      if (decision === 'removed' && at <= lastShown) removed.add(at)
    }
  }
  const linesOfLeaf = collectLines(edited, leafOfLine, movedLines)
  // A new line between two lines of a table would have to become a row of it.
  const split = leaves.find(
    (leaf, at) =>
      leaf.isOpaque && linesOfLeaf.get(at)?.length !== undefined && linesOfLeaf.get(at)?.length !== leaf.lines.length,
  )
  if (split !== undefined) return { obstacle: split.node }
  return { linesOfLeaf, removed, leafOfLine, moved, movedBlocks }
}

export const topBlock = ({ parents, node }: DocumentLeaf): AdfNode => parents[1] ?? node

interface Gap {
  readonly theirs: readonly number[]
  readonly ours: readonly number[]
  /** Another sequence of lines with the same texts could have been the removed one. */
  readonly isShiftable: boolean
}

/** Reads the gaps between two lines that both sides have. */
function readGaps(
  theirs: readonly TheirLine[],
  edited: readonly DescriptionLine[],
  partners: readonly number[],
): Gap[] {
  const gaps: Gap[] = []
  let [theirsAt, oursAt] = [0, 0]
  for (let at = 0; at <= theirs.length; at += 1) {
    const partner = at === theirs.length ? edited.length : (partners[at] ?? -1)
    if (partner < 0) continue
    if (at > theirsAt || partner > oursAt) {
      const isShiftable =
        at > theirsAt &&
        (theirs[theirsAt]?.key === theirs[at]?.key || theirs[theirsAt - 1]?.key === theirs[at - 1]?.key)
      gaps.push({ theirs: range(theirsAt, at), ours: range(oursAt, partner), isShiftable })
    }
    theirsAt = at + 1
    oursAt = partner + 1
  }
  return gaps
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

const isFaithful = (leaf: DocumentLeaf): boolean => !leaf.isOpaque && !hasUnknownInline(leaf.node)

interface Pairing {
  readonly leaves: readonly DocumentLeaf[]
  readonly ours: readonly number[]
  readonly edited: readonly EditedLine[]
  pair(line: number, leaf: number): void
}

/**
 * A changed line belongs to the text block that it resembles; if the number of changed lines is unchanged, they are
 * paired in order.
 */
function pairLines(gap: readonly TheirLine[], { leaves, ours, edited, pair }: Pairing): void {
  const lines = gap.filter(({ leaf }) => leaves[leaf]?.isOpaque === false)
  const isSameCount = lines.length === ours.length
  const isPair = (line: TheirLine, at: number): boolean => {
    const mine = edited[at]
    if (mine === undefined) return false
    // A plain block of another kind is rewritten together with its neighbors.
    if (line.isStrict && line.kind !== mine.kind && isFaithful(leaves[line.leaf] as DocumentLeaf)) return false
    return isSameCount ? true : similarity(line.text, mine.text) >= minSimilarity
  }
  if (isSameCount) {
    for (const [at, line] of lines.entries()) {
      const mine = ours[at] ?? -1
      if (isPair(line, mine)) pair(mine, line.leaf)
    }
    return
  }
  if (lines.length * ours.length > maxComparedPairs) return
  for (const [at, partner] of alignSequences(lines, ours, isPair, { cells: 2 * maxComparedPairs }).entries()) {
    const mine = ours[partner]
    if (mine !== undefined) pair(mine, lines[at]?.leaf ?? 0)
  }
}

const minSimilarity = 0.5
/** Similarity is computed for at most this many pairs of lines. */
const maxComparedPairs = 10_000

/** Returns the share of words that two lines have in common. */
function similarity(left: string, right: string): number {
  const [one, two] = [left, right].map((text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []))
  if (one === undefined || two === undefined || one.size + two.size === 0) return 0
  return (2 * [...one].filter((word) => two.has(word)).length) / (one.size + two.size)
}

interface LeafContext {
  readonly isKept: boolean
  readonly isPureDeletion: boolean
  readonly ours: readonly number[]
  readonly edited: readonly EditedLine[]
}

function decideLeafFate(leaf: DocumentLeaf, { isKept, isPureDeletion, ours, edited }: LeafContext) {
  if (leaf.isCaption) return 'kept'
  if (leaf.isOpaque) {
    const isEdited =
      isKept ||
      ours.length * leaf.lines.length > maxComparedPairs ||
      ours.some((at) => leaf.lines.some(({ text }) => similarity(text, edited[at]?.text ?? '') >= minSimilarity))
    if (isEdited) return 'obstacle'
    return isPureDeletion ? 'removed' : 'kept'
  }
  if (isKept) return 'kept'
  if (!hasUnknownInline(leaf.node)) return 'removed'
  if (ours.length > 0) return 'obstacle'
  return isPureDeletion ? 'removed' : 'kept'
}

/** New lines between two lines of one block belong to it: a line break inside a paragraph is a separate line here. */
function collectLines(
  edited: readonly EditedLine[],
  leafOfLine: Map<number, number>,
  movedLines: ReadonlySet<number>,
): ReadonlyMap<number, readonly EditedLine[]> {
  const last = new Map<number, number>()
  for (const [at, leaf] of [...leafOfLine].toSorted(([one], [two]) => one - two)) {
    for (let between = (last.get(leaf) ?? at) + 1; between < at; between += 1) {
      if (!movedLines.has(between)) leafOfLine.set(between, leaf)
    }
    last.set(leaf, at)
  }
  const lines = new Map<number, EditedLine[]>()
  for (const [at, line] of edited.entries()) {
    const leaf = leafOfLine.get(at)
    if (leaf === undefined) continue
    const own = lines.get(leaf)
    if (own === undefined) lines.set(leaf, [line])
    else own.push(line)
  }
  return lines
}

/** Finds blocks with unsupported content whose lines reappear as a whole at another position. */
function findMoved(
  leaves: readonly DocumentLeaf[],
  edited: readonly EditedLine[],
  leafOfLine: ReadonlyMap<number, number>,
) {
  const moved = new Map<number, { readonly block: AdfNode; readonly lines: number }>()
  const movedBlocks = new Set<AdfNode>()
  const movedLines = new Set<number>()
  const present = new Set(leafOfLine.values())
  const byBlock = new Map<AdfNode, number[]>()
  for (const [at, leaf] of leaves.entries()) byBlock.set(topBlock(leaf), [...(byBlock.get(topBlock(leaf)) ?? []), at])
  for (const [block, own] of byBlock) {
    const parts = own.map((at) => leaves[at] as DocumentLeaf)
    const isPlain = block.type !== 'panel' && block.type !== 'expand' && parts.every(isFaithful)
    const keys = parts.flatMap(({ lines }) => lines.map(({ key }) => key))
    if (isPlain || keys.length === 0 || own.some((at) => present.has(at))) continue
    const isFree = (at: number): boolean => !leafOfLine.has(at) && !movedLines.has(at)
    const start = edited.findIndex((_line, from) =>
      keys.every((key, at) => isFree(from + at) && edited[from + at]?.key === key),
    )
    if (start < 0) continue
    moved.set(start, { block, lines: keys.length })
    movedBlocks.add(block)
    for (const at of range(start, start + keys.length)) movedLines.add(at)
  }
  return { moved, movedBlocks, movedLines }
}
