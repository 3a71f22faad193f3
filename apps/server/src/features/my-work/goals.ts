import { toPlainText } from '@espalier/domain'
import type { SqlClient } from '../../database/nodes.ts'
import { type Branch, hideOutside } from '../projects/index.ts'
import { type AncestorRow, readAncestors } from './store.ts'

/** Paths of titles from a root down to a node. */
export type Goals = readonly (readonly string[])[]

const mostGoals = 5

/** Reads the goals of several nodes at once: nodes of one project share most of their ancestors. */
export async function readGoals(
  db: SqlClient,
  nodeIds: readonly string[],
  branch: Branch | null = null,
): Promise<ReadonlyMap<string, Goals>> {
  const rows = await readAncestors(db, nodeIds)
  const known = branch === null ? rows : keepWaysThroughTop(rows, branch)
  // Nodes share most of their ancestors, so each title is converted once.
  const ancestors = new Map(known.map((row) => [row.id, { ...row, title: toPlainText(row.title) }]))
  return new Map(nodeIds.map((id) => [id, findGoals(ancestors, id)]))
}

/** Outside of a branch only the ancestors of its top may be known. */
function keepWaysThroughTop(rows: readonly AncestorRow[], branch: Branch): readonly AncestorRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const above = new Set([branch.rootId])
  for (const id of above) for (const parentId of byId.get(id)?.parentIds ?? []) above.add(parentId)
  return rows.flatMap((row) => {
    if (above.has(row.id)) return [row]
    return branch.ids.has(row.id) ? [hideOutside(branch, row)] : []
  })
}

/**
 * Returns the titles on each way from a root down to the node, at most five ways, first those through primary parents.
 * A parent that was not read is deleted, so that a way begins below it.
 */
export function findGoals(ancestors: ReadonlyMap<string, AncestorRow>, nodeId: string): Goals {
  const goals: string[][] = []
  const path: string[] = []
  const readTitle = (id: string): string => ancestors.get(id)?.title ?? ''
  const climb = (id: string): void => {
    const node = ancestors.get(id)
    if (node === undefined || goals.length === mostGoals || path.includes(id)) return
    path.push(id)
    const parentIds = node.parentIds.filter((parentId) => ancestors.has(parentId))
    if (parentIds.length === 0) goals.push(path.toReversed().map(readTitle))
    for (const parentId of parentIds) climb(parentId)
    path.pop()
  }
  climb(nodeId)
  return goals
}
