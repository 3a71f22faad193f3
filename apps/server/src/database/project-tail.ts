import type { ChangeKind } from './change-log.ts'
import { nodeJsonSql, type NodeView } from './node-record.ts'
import type { ProjectMembers, ProjectRow } from './projects.ts'
import type { SqlClient } from './read-nodes.ts'

/** One row of the change log, without what changed: whoever is told of it gets the nodes as they now are. */
export interface ChangeLogEntry {
  readonly seq: number
  readonly kind: ChangeKind
  readonly nodeIds: readonly string[]
  readonly clientId: string | null
}

/** A project at one moment, and what its log holds after a sequence number. */
export interface ProjectChanges {
  readonly project: ProjectRow
  readonly members: ProjectMembers
  readonly entries: readonly ChangeLogEntry[]
  /** Every node that the entries name. */
  readonly nodes: ReadonlyMap<string, NodeView>
}

interface ProjectChangesRow extends ProjectRow {
  readonly tail_members: ProjectMembers | null
  readonly tail_entries: readonly ChangeLogEntry[] | null
  readonly tail_nodes: string | null
}

// One statement, so one moment: rights that were taken away before a node changed are gone where the change is seen.
const projectChangesSql = `
  with entries as materialized (
    select seq, kind, node_ids, client_id from change_log where project_id = $1 and seq > $2 order by seq limit $3)
  select projects.*,
    (select json_object_agg(user_id, role) from project_members where project_id = $1) as tail_members,
    (select json_agg(json_build_object('seq', seq, 'kind', kind, 'nodeIds', node_ids, 'clientId', client_id) order by seq)
       from entries) as tail_entries,
    (select string_agg(node, ',') from (select ${nodeJsonSql} from nodes where project_id = $1
       and id = any(array(select distinct unnest(node_ids) from entries))) as found) as tail_nodes
  from projects where id = $1`

/** Null where the project is gone. */
export async function readProjectChanges(
  db: SqlClient,
  projectId: string,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<ProjectChanges | null> {
  const { rows } = await db.query<ProjectChangesRow>({ text: projectChangesSql, values: [projectId, after, most] })
  const [row] = rows
  if (row === undefined) return null
  const { tail_members: members, tail_entries: entries, tail_nodes: nodes, ...project } = row
  const found = JSON.parse(`[${nodes ?? ''}]`) as NodeView[]
  return {
    project,
    members: members ?? {},
    entries: entries ?? [],
    nodes: new Map(found.map((node) => [node.id, node])),
  }
}

/** How far each project has got; one that is gone is not in it. */
export async function readProjectSeqs(db: SqlClient, projectIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; seq: number }>(
    'select id, seq from projects where id = any($1::uuid[])',
    [projectIds],
  )
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}
