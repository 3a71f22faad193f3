import { comparePlaced, plainTextOf } from '@espalier/domain'
import type { ListedNode } from '../../data/nodes/index.ts'

export interface TreeRow {
  readonly node: ListedNode
  /** From 1: the roots. */
  readonly level: number
  /** Plain titles of its parents beside the one it stands under. */
  readonly alsoUnder: readonly string[]
}

/** Every node once, each below its primary parent, siblings by position and id. Linear but for the sorting. */
export function rowsOf(nodes: readonly ListedNode[]): readonly TreeRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const childrenOf = groupByParent(nodes, byId)
  const rows: TreeRow[] = []
  const seen = new Set<string>()
  const addBranch = (root: ListedNode) => {
    const open = [{ node: root, level: 1 }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, level } = next
      if (seen.has(node.id)) continue
      seen.add(node.id)
      rows.push({ node, level, alsoUnder: otherParentsOf(node, byId) })
      const children = childrenOf.get(node.id) ?? []
      for (const child of children.toReversed()) open.push({ node: child, level: level + 1 })
    }
  }
  for (const root of childrenOf.get(null) ?? []) addBranch(root)
  // What hangs from no root would be missing from the list without a word.
  for (const node of nodes) if (!seen.has(node.id)) addBranch(node)
  return rows
}

type ById = ReadonlyMap<string, ListedNode>

const livingParentsOf = (node: ListedNode, byId: ById): readonly ListedNode[] =>
  node.parentIds.flatMap((id) => byId.get(id) ?? [])

const otherParentsOf = (node: ListedNode, byId: ById): readonly string[] =>
  node.parentIds.length < 2
    ? []
    : livingParentsOf(node, byId)
        .slice(1)
        .map(({ title }) => plainTextOf(title))

function groupByParent(nodes: readonly ListedNode[], byId: ById): ReadonlyMap<string | null, readonly ListedNode[]> {
  const groups = new Map<string | null, ListedNode[]>()
  for (const node of nodes) {
    const parentId = livingParentsOf(node, byId)[0]?.id ?? null
    const group = groups.get(parentId)
    if (group === undefined) groups.set(parentId, [node])
    else group.push(node)
  }
  for (const group of groups.values()) group.sort(comparePlaced)
  return groups
}
