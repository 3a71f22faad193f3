import { toPlainText } from '@espalier/domain'
import type { ShortenId } from './short-ids.ts'

/** A node as the API answers it, with as many more fields as were requested. */
export interface OutlineNode {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly parentIds: readonly string[]
  readonly position: number
  readonly [field: string]: unknown
}

/** A node with its level, in the order in which an outline shows it. */
export interface PlacedNode {
  readonly node: OutlineNode
  readonly depth: number
  /** The number of its children that are not listed because they lie too deep. */
  readonly hidden: number
}

export interface OutlineRequest {
  /** Null: the whole project. */
  readonly topId: string | null
  /** Null: as deep as fits. */
  readonly depth: number | null
  readonly most: number
}

type Children = ReadonlyMap<string | null, readonly OutlineNode[]>

function groupByParent(nodes: readonly OutlineNode[]): Children {
  const living = new Set(nodes.map(({ id }) => id))
  const children = new Map<string | null, OutlineNode[]>()
  for (const node of [...nodes].sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))) {
    const parents = node.parentIds.filter((id) => living.has(id))
    for (const parent of parents.length === 0 ? [null] : parents) {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [node])
      else siblings.push(node)
    }
  }
  return children
}

/** Lists a branch, parents before their children, each node once. Deep levels are left out if there are too many nodes. */
export function placeOutline(nodes: readonly OutlineNode[], { topId, depth, most }: OutlineRequest): PlacedNode[] {
  const children = groupByParent(nodes)
  const tops = topId === null ? (children.get(null) ?? []) : nodes.filter(({ id }) => id === topId)
  const deepest = Math.min(depth ?? Number.POSITIVE_INFINITY, findDepthThatFits(children, tops, most))
  const placed: PlacedNode[] = []
  const seen = new Set<string>()
  const waiting = tops.toReversed().map((node) => ({ node, level: 0 }))
  for (let next = waiting.pop(); next !== undefined && placed.length < most; next = waiting.pop()) {
    const { node, level } = next
    if (seen.has(node.id)) continue
    seen.add(node.id)
    const below = children.get(node.id) ?? []
    placed.push({ node, depth: level, hidden: level < deepest ? 0 : below.length })
    if (level < deepest) waiting.push(...below.toReversed().map((child) => ({ node: child, level: level + 1 })))
  }
  return placed
}

/** The deepest level down to which all nodes fit; at least the level below the top. */
function findDepthThatFits(children: Children, tops: readonly OutlineNode[], most: number): number {
  const seen = new Set(tops.map(({ id }) => id))
  let level = tops
  let depth = 0
  while (level.length > 0) {
    const next = level.flatMap(({ id }) => children.get(id) ?? []).filter(({ id }) => !seen.has(id))
    for (const { id } of next) seen.add(id)
    if (seen.size > most && depth > 0) return depth
    depth += 1
    level = next
  }
  return Number.POSITIVE_INFINITY
}

/** A short outline names what it can: only in a long one it costs more than it helps. */
const longOutline = 100

/** Returns the status that the nodes of an outline do not name: todo, or the most frequent one of a long outline. */
function findUsualStatus(placed: readonly PlacedNode[]): string {
  if (placed.length < longOutline) return 'todo'
  const counts = new Map([['todo', 0]])
  for (const { node } of placed) counts.set(node.status, (counts.get(node.status) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** An outline as models read it. `status`: that of the nodes that name none, if it is not todo. */
interface WrittenOutline {
  readonly status?: string
  readonly nodes: readonly object[]
}

/** Writes an outline as compactly as a model can still read it: what goes without saying is left out. */
export function writeOutline(
  placed: readonly PlacedNode[],
  fields: readonly string[],
  shorten: ShortenId,
): WrittenOutline {
  const usual = findUsualStatus(placed)
  const write = placed.length < longOutline ? writePlace : writePlaceBriefly
  const nodes = placed.map((one, index) => ({
    id: shorten(one.node.id),
    title: toPlainText(one.node.title),
    ...write(one, { usual, level: placed[index - 1]?.depth ?? 0 }),
    ...Object.fromEntries(fields.map((name) => [name, shortenIn(one.node[name], shorten)])),
  }))
  return { ...(usual !== 'todo' && { status: usual }), nodes }
}

/** The status and the level that an entry has if it names none. */
interface Expected {
  readonly usual: string
  readonly level: number
}

const writePlace = ({ node: { status }, depth, hidden }: PlacedNode, { usual, level }: Expected): object => ({
  ...(depth !== level && { depth }),
  ...(status !== usual && { status }),
  ...(hidden > 0 && { hidden }),
})

/**
 * Writes the level, an unusual status and the mark of hidden children as one field. Each field of an entry costs a model
 * four tokens, so an entry with two of them would cost more than a long outline may.
 */
function writePlaceBriefly({ node: { status }, depth, hidden }: PlacedNode, { usual, level }: Expected): object {
  if (depth === level && status === usual && hidden === 0) return {}
  return { [status === usual ? 'depth' : status]: hidden > 0 ? `${depth}+` : depth }
}

/** Lists of node ids are shortened as well; other values stay as they are, because their ids are unknown here. */
const shortenIn = (value: unknown, shorten: ShortenId): unknown =>
  Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? shorten(one) : (one as unknown))) : value
