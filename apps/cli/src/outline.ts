import { compareSiblings, type NodeStatus, toPlainText } from '@espalier/domain'
import type { SentNode } from '@espalier/sync'

/** A title that a terminal can show: it must not move the cursor or recolor what follows. */
export const toLine = (html: string): string =>
  toPlainText(html)
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()

const boxes: Readonly<Record<NodeStatus, string>> = { todo: '[ ]', progress: '[/]', done: '[x]' }
const leastCharacters = 8

/** Returns a function that shortens ids so far that none of these begins like another. */
export function createIdShortener(ids: Iterable<string>): (id: string) => string {
  const sorted = [...ids].sort()
  const lengths = new Map<string, number>()
  for (const [index, id] of sorted.entries()) {
    const shared = [sorted[index - 1], sorted[index + 1]].map((other = '') => countShared(id, other))
    lengths.set(id, Math.max(leastCharacters, 1 + Math.max(...shared)))
  }
  return (id) => id.slice(0, lengths.get(id) ?? id.length)
}

function countShared(one: string, other: string): number {
  let count = 0
  while (count < other.length && one[count] === other[count]) count += 1
  return count
}

export interface OutlineEntry {
  readonly node: SentNode
  readonly depth: number
}

/** Lists nodes with their depths, parents before their children, each node once. */
export function listOutline(nodes: readonly SentNode[], topId: string | null = null): readonly OutlineEntry[] {
  const known = new Set(nodes.map(({ id }) => id))
  const children = new Map<string | null, SentNode[]>()
  for (const node of [...nodes].sort(compareSiblings)) {
    const parents = node.parentIds.filter((id) => known.has(id))
    for (const parentId of parents.length === 0 ? [null] : parents) {
      const siblings = children.get(parentId)
      if (siblings === undefined) children.set(parentId, [node])
      else siblings.push(node)
    }
  }
  const tops = topId === null ? (children.get(null) ?? []) : nodes.filter(({ id }) => id === topId)
  const entries: OutlineEntry[] = []
  const seen = new Set<string>()
  const waiting: OutlineEntry[] = tops.toReversed().map((node) => ({ node, depth: 0 }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.node.id)) continue
    seen.add(next.node.id)
    entries.push(next)
    const { depth } = next
    for (const node of (children.get(next.node.id) ?? []).toReversed()) waiting.push({ node, depth: depth + 1 })
  }
  return entries
}

export const writeNodeLine = (node: Pick<SentNode, 'title' | 'status'>, id: string, depth = 0): string =>
  `${id}  ${'  '.repeat(depth)}${boxes[node.status]} ${toLine(node.title)}`
