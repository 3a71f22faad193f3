import { findInvariantBreaches, type InvariantBreach, nodeFields } from '@espalier/domain'
import { readChanges, readLogStart } from './change-log.ts'
import { type NodeRecord, readNodes, type SqlClient, toNodeView } from './nodes.ts'

/**
 * Returns the nodes that result from replaying the log from its beginning. If the beginning was trimmed, or if it only
 * names what was copied, the log is replayed over the table: every value that the log has must match the table.
 */
async function replayChangeLog(db: SqlClient, projectId: string): Promise<NodeRecord[]> {
  const nodes = new Map<string, NodeRecord>()
  const changes = await readChanges(db, projectId, 0)
  const isCopy = changes.some(({ payload }) => payload.copiedFrom !== undefined)
  if (isCopy || (await readLogStart(db, projectId)) > 0) {
    for (const { parentId: _primary, ...node } of await readNodes(db, projectId, true)) nodes.set(node.id, node)
  }
  for (const { payload } of changes) {
    for (const patch of payload.nodes ?? []) {
      // A field that is newer than the node is not in the log of its creation.
      nodes.set(patch.id, { ...(nodes.get(patch.id) ?? nodeFields.defaults), ...patch } as NodeRecord)
    }
  }
  return [...nodes.values()]
}

/** A difference between two stored copies: which copy, and at which node (null: in the project's row). */
export interface DerivedBreach {
  readonly rule:
    | 'parent-links-differ'
    | 'assignments-differ'
    | 'comment-counts-differ'
    | 'status-counts-differ'
    | 'log-incomplete'
  readonly nodeId: string | null
}

const differingLinks = `
  select distinct node_id from (
    (select id as node_id, unnest(parent_ids) as parent_id from nodes where project_id = $1
      except select node_id, parent_id from node_parents where project_id = $1)
    union all
    (select node_id, parent_id from node_parents where project_id = $1
      except select id, unnest(parent_ids) from nodes where project_id = $1)
  ) as differing order by node_id`

const assignmentsOfNodes = `
  select id as node_id, unnest(assignee_ids) as user_id, coalesce(due_date, 'infinity') as due_date,
    (array_position(array['urgent', 'high', 'medium', 'low', 'none'], priority) - 1)::smallint as urgency
  from nodes where project_id = $1 and status <> 'done' and not is_deleted`
const storedAssignments = 'select node_id, user_id, due_date, urgency from open_assignments where project_id = $1'
const differingAssignments = `
  select distinct node_id from (
    (${assignmentsOfNodes} except ${storedAssignments}) union all (${storedAssignments} except ${assignmentsOfNodes})
  ) as differing order by node_id`

const differingCommentCounts = `
  select nodes.id as node_id from nodes left join comments on comments.node_id = nodes.id and not comments.is_deleted
  where nodes.project_id = $1 group by nodes.id having count(comments.id) <> nodes.comment_count order by nodes.id`

const comparedCounts = `
  select (todo_count, progress_count, done_count) is distinct from (
      (select count(*)::int from nodes where project_id = $1 and not is_deleted and status = 'todo'),
      (select count(*)::int from nodes where project_id = $1 and not is_deleted and status = 'progress'),
      (select count(*)::int from nodes where project_id = $1 and not is_deleted and status = 'done')
    ) as counts_differ,
    seq - log_from <> (select count(*) from change_log where project_id = $1) as log_incomplete
  from projects where id = $1`

/** Compares what the database derives from a project's nodes (links, assignments, comments, counts, log length) with the nodes themselves. */
async function findDerivedBreaches(db: SqlClient, projectId: string): Promise<DerivedBreach[]> {
  const { rows: links } = await db.query<{ node_id: string }>(differingLinks, [projectId])
  const { rows: assignments } = await db.query<{ node_id: string }>(differingAssignments, [projectId])
  const { rows: commented } = await db.query<{ node_id: string }>(differingCommentCounts, [projectId])
  const { rows: counts } = await db.query<{ counts_differ: boolean; log_incomplete: boolean }>(comparedCounts, [
    projectId,
  ])
  return [
    ...links.map(({ node_id: nodeId }): DerivedBreach => ({ rule: 'parent-links-differ', nodeId })),
    ...assignments.map(({ node_id: nodeId }): DerivedBreach => ({ rule: 'assignments-differ', nodeId })),
    ...commented.map(({ node_id: nodeId }): DerivedBreach => ({ rule: 'comment-counts-differ', nodeId })),
    ...counts.flatMap((row): DerivedBreach[] => [
      ...(row.counts_differ ? [{ rule: 'status-counts-differ', nodeId: null } as const] : []),
      ...(row.log_incomplete ? [{ rule: 'log-incomplete', nodeId: null } as const] : []),
    ]),
  ]
}

/** Checks every invariant of a stored project: its nodes, its log, its counts and its links. */
export async function findStoredBreaches(
  db: SqlClient,
  projectId: string,
): Promise<readonly (InvariantBreach | DerivedBreach)[]> {
  const nodes = await readNodes(db, projectId, true)
  const replayed = (await replayChangeLog(db, projectId)).map(toNodeView)
  return [...findInvariantBreaches({ projectId, nodes, replayed }), ...(await findDerivedBreaches(db, projectId))]
}

/** From here on the transaction sees one moment: an edit between two reads would make a sound project look broken. */
export async function readOneMoment(db: SqlClient): Promise<void> {
  await db.query('set transaction isolation level repeatable read, read only')
}
