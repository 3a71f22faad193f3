import type { TrackerFieldName } from '@espalier/domain'
import type { SqlClient } from '../../../database/nodes.ts'

/** When each field was last changed here, in milliseconds. */
export interface FieldChangeTimes extends Readonly<Partial<Record<TrackerFieldName, number>>> {
  readonly title?: number
  readonly body?: number
  readonly status?: number
  readonly parent?: number
  readonly blockers?: number
}

/** A node that has to be compared with its issue. */
export interface SyncTask {
  readonly nodeId: string
  readonly changed: FieldChangeTimes
  readonly generation: number
  readonly tries: number
}

/**
 * Later values win, and a task that is being processed sees that there is more. Rows are locked in the order of ids, to
 * avoid a deadlock.
 */
export async function enqueueSyncTasks(
  db: SqlClient,
  projectId: string,
  changeTimes: ReadonlyMap<string, FieldChangeTimes>,
): Promise<void> {
  await db.query(
    `insert into tracker_marks as known (node_id, project_id, changed)
     select id, $1, changed from unnest($2::uuid[], $3::jsonb[]) as new(id, changed)
     where exists (select from nodes where nodes.id = new.id and nodes.project_id = $1) order by id
     on conflict (node_id) do update
     set changed = known.changed || excluded.changed, generation = known.generation + 1, tries = 0, not_before = null`,
    [projectId, [...changeTimes.keys()], [...changeTimes.values()].map((changed) => JSON.stringify(changed))],
  )
}

/**
 * Called when the sync is switched on: every node that is not deleted is compared, and a node whose issue was deleted
 * may get a new one.
 */
export async function enqueueAllNodes(db: SqlClient, projectId: string): Promise<void> {
  await db.query('delete from tracker_syncs where project_id = $1', [projectId])
  await db.query(
    `update tracker_nodes set state = 'synced', reason = null where project_id = $1 and state <> 'synced'`,
    [projectId],
  )
  await enqueueLivingNodes(db, projectId)
}

/** Every node that is not deleted is compared. */
export async function enqueueLivingNodes(db: SqlClient, projectId: string): Promise<void> {
  await db.query(
    `insert into tracker_marks (node_id, project_id, changed)
     select id, project_id, '{}' from nodes where project_id = $1 and not is_deleted order by id
     on conflict (node_id) do update set generation = tracker_marks.generation + 1, tries = 0, not_before = null`,
    [projectId],
  )
}

/** The nodes that a node blocks are compared: now that it has an issue, theirs can name it. */
export async function enqueueBlockedBy(db: SqlClient, projectId: string, blockerId: string): Promise<void> {
  await db.query(
    `insert into tracker_marks (node_id, project_id, changed)
     select id, project_id, '{}' from nodes
     where project_id = $1 and blocked_by_ids <> '{}' and $2 = any(blocked_by_ids) and not is_deleted order by id
     on conflict (node_id) do update set generation = tracker_marks.generation + 1, tries = 0, not_before = null`,
    [projectId, blockerId],
  )
}

/** Called when the sync is switched off. The issue links of nodes are kept. */
export async function clearSyncState(db: SqlClient, projectId: string): Promise<void> {
  for (const table of ['tracker_marks', 'tracker_hints', 'tracker_syncs']) {
    await db.query(`delete from ${table} where project_id = $1`, [projectId])
  }
}

export async function readDueTasks(db: SqlClient, projectId: string, now: Date): Promise<SyncTask[]> {
  const { rows } = await db.query<SyncTask>(
    `select node_id as "nodeId", changed, generation, tries from tracker_marks
     where project_id = $1 and (not_before is null or not_before <= $2)`,
    [projectId, now],
  )
  return rows
}

/** Returns false if the task was renewed since it was read; then it stays. */
export async function deleteTask(db: SqlClient, { nodeId, generation }: SyncTask): Promise<boolean> {
  const { rowCount } = await db.query('delete from tracker_marks where node_id = $1 and generation = $2', [
    nodeId,
    generation,
  ])
  return rowCount === 1
}

/** A newer change does not shorten the wait, because the task waits for the tracker. */
export async function postponeTask(db: SqlClient, { nodeId, tries }: SyncTask, until: Date): Promise<void> {
  await db.query('update tracker_marks set not_before = $2, tries = $3 where node_id = $1', [nodeId, until, tries + 1])
}

/** Returns when the next task is due; null if there is none. */
export async function readNextDueTime(db: SqlClient, projectId: string): Promise<Date | null> {
  const { rows } = await db.query<{ due: Date | null }>(
    `select min(coalesce(not_before, '-infinity')) as due from tracker_marks where project_id = $1`,
    [projectId],
  )
  const due: unknown = rows[0]?.due
  if (due === null || due === undefined) return null
  return due instanceof Date ? due : new Date(0)
}

export async function countTasks(db: SqlClient, projectId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from tracker_marks where project_id = $1',
    [projectId],
  )
  return rows[0]?.count ?? 0
}

/** Compares blocked nodes again where the settings were changed since then; null: in any case. */
export async function enqueueBlockedNodes(
  db: SqlClient,
  projectId: string,
  { accountId, since }: { readonly accountId: string; readonly since: Date | null },
): Promise<void> {
  await db.query(
    `insert into tracker_marks (node_id, project_id, changed)
     select node_id, project_id, '{}' from tracker_nodes where project_id = $1 and state = 'blocked'
       and exists (select from tracker_settings where account_id = $2 and ($3::timestamptz is null or updated_at > $3))
     order by node_id
     on conflict do nothing`,
    [projectId, accountId, since],
  )
}

/** An issue that a webhook call named. */
export interface StoredHint {
  readonly id: string
  readonly at: Date
}

export async function readHints(db: SqlClient, projectId: string): Promise<StoredHint[]> {
  const { rows } = await db.query<StoredHint>(
    `select issue_id as id, at from tracker_hints where project_id = $1 order by at limit 500`,
    [projectId],
  )
  return rows
}

export async function saveHint(db: SqlClient, projectId: string, { id, at }: StoredHint): Promise<void> {
  await db.query(
    `insert into tracker_hints (project_id, issue_id, at) values ($1, $2, $3)
     on conflict (project_id, issue_id) do update set at = excluded.at`,
    [projectId, id, at],
  )
}

/** A hint that was renewed since it was read stays. */
export async function deleteHints(db: SqlClient, projectId: string, hints: readonly StoredHint[]): Promise<void> {
  await db.query(
    `delete from tracker_hints hints using unnest($2::text[], $3::timestamptz[]) as done(id, at)
     where project_id = $1 and issue_id = done.id and hints.at = done.at`,
    [projectId, hints.map(({ id }) => id), hints.map(({ at }) => at)],
  )
}

/** False: this call of a webhook was delivered before. */
export async function claimDelivery(db: SqlClient, accountId: string, identifier: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into tracker_deliveries (account_id, identifier, at) values ($1, $2, now()) on conflict do nothing`,
    [accountId, identifier],
  )
  return rowCount === 1
}

export async function deleteOldDeliveries(db: SqlClient): Promise<void> {
  await db.query(`delete from tracker_deliveries where at < now() - interval '7 days'`)
}

export async function readSyncedProjectIds(db: SqlClient): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from projects where jira_sync and status <> 'deleted' order by id`,
  )
  return rows.map(({ id }) => id)
}
