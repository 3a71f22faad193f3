import type { SqlClient } from '../../database/read-nodes.ts'

/** A node as far as its place in the tracker goes. */
export interface IssueHierarchyNode {
  readonly id: string
  readonly parentId: string | null
  readonly isDeleted: boolean
  readonly isMarked: boolean
  /** Null: it has no issue on this site. */
  issueKey: string | null
  issueId: string | null
  /** Of its issue; null: not known. */
  level: number | null
  readonly state: 'synced' | 'blocked' | 'gone'
}

export type IssueHierarchy = ReadonlyMap<string, IssueHierarchyNode>

/** No chain of a project is longer. */
const maxDepth = 1_000

/** The given nodes and everything above them by their first parents. */
export async function readIssueHierarchy(
  db: SqlClient,
  projectId: string,
  site: string,
  nodeIds: readonly string[],
): Promise<IssueHierarchy> {
  const { rows } = await db.query<IssueHierarchyNode>(
    `with recursive up(id, parent_id, is_deleted) as (
       select id, parent_ids[1], is_deleted from nodes where project_id = $1 and id = any($3::uuid[])
       union
       select nodes.id, nodes.parent_ids[1], nodes.is_deleted
       from up join nodes on nodes.id = up.parent_id and nodes.project_id = $1
     )
     select up.id, up.parent_id as "parentId", up.is_deleted as "isDeleted", marks.node_id is not null as "isMarked",
       issues.issue_key as "issueKey", issues.issue_id as "issueId", known.level, coalesce(known.state, 'synced') as state
     from up
     left join tracker_marks marks on marks.node_id = up.id
     left join tracker_issues issues on issues.node_id = up.id and issues.site = $2
     left join tracker_nodes known on known.node_id = up.id`,
    [projectId, site, nodeIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those above a node, the nearest first. */
export function listAncestors(lineage: IssueHierarchy, id: string): IssueHierarchyNode[] {
  const found: IssueHierarchyNode[] = []
  let next = lineage.get(id)?.parentId ?? null
  while (next !== null && found.length < maxDepth) {
    const kin = lineage.get(next)
    if (kin === undefined) break
    found.push(kin)
    next = kin.parentId
  }
  return found
}

/** In the order in which they can be told: whoever hangs from another comes after it. */
export function groupByDepth(lineage: IssueHierarchy, ids: readonly string[]): readonly (readonly string[])[] {
  const depths = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const depth = listAncestors(lineage, id).length
    depths.set(id, depth)
    return depth
  }
  const layers = new Map<number, string[]>()
  for (const id of ids) {
    const layer = layers.get(depthOf(id)) ?? []
    layer.push(id)
    layers.set(depthOf(id), layer)
  }
  return [...layers].toSorted(([left], [right]) => left - right).map(([, layer]) => layer)
}
