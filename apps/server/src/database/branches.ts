import type { NodeStatus } from '@espalier/domain'
import type { SqlClient } from './nodes.ts'

/** A node with everything below it, as it was when it was read. */
export interface Branch {
  readonly rootId: string
  /** Deleted nodes included. */
  readonly ids: ReadonlySet<string>
  readonly livingIds: readonly string[]
  /** The numbers of living nodes. */
  readonly counts: Readonly<Record<NodeStatus, number>>
}

interface BranchRow {
  readonly id: string
  readonly status: NodeStatus
  readonly isDeleted: boolean
}

/**
 * Reads a branch; null if its top is gone. A node with several parents is in it if one of them is. A deleted node is in
 * it if it was deleted there, but nothing that lives is reached through a deleted node.
 */
export async function readBranch(db: SqlClient, projectId: string, rootId: string): Promise<Branch | null> {
  const { rows } = await db.query<BranchRow>(
    `with recursive below as (
       select id, status, is_deleted from nodes where id = $2 and project_id = $1 and not is_deleted
       union
       select child.* from below cross join lateral (
         select nodes.id, nodes.status, nodes.is_deleted
         from node_parents join nodes on nodes.id = node_parents.node_id
         where node_parents.parent_id = below.id and (nodes.is_deleted or not below.is_deleted) offset 0
       ) as child
     )
     select id, status, is_deleted as "isDeleted" from below`,
    [projectId, rootId],
  )
  if (rows.length === 0) return null
  const counts = { todo: 0, progress: 0, done: 0 }
  const livingIds: string[] = []
  for (const { id, status, isDeleted } of rows) {
    if (isDeleted) continue
    livingIds.push(id)
    counts[status] += 1
  }
  return { rootId, ids: new Set(rows.map(({ id }) => id)), livingIds, counts }
}

/**
 * Returns whether nodes entered or left a branch after a seq. The log has only the node that was moved, not what is
 * below it, so that a program has to read its branch again then. `now` is the branch as it is.
 */
export async function hasBranchChanged(
  db: SqlClient,
  projectId: string,
  { after, now }: { readonly after: number; readonly now: Branch },
): Promise<boolean> {
  const { rows } = await db.query<{ id: string; parentIds: readonly string[] }>(
    `select node->>'id' as id, node->'parentIds' as "parentIds"
     from change_log cross join json_array_elements(before->'nodes') as node
     where project_id = $1 and seq > $2 and node->'parentIds' is not null`,
    [projectId, after],
  )
  return rows.some(
    ({ id, parentIds }) => id !== now.rootId && parentIds.some((one) => now.ids.has(one)) !== now.ids.has(id),
  )
}
