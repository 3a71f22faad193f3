import type { SqlClient } from '../../database/nodes.ts'

/** A running or finished breakdown. */
export interface BreakdownRow {
  readonly id: string
  readonly projectId: string
  readonly nodeId: string
  readonly userId: string
}

export type BreakdownOutcome = 'done' | 'cut' | 'failed' | 'lost'

const breakdownColumns = `id, project_id as "projectId", node_id as "nodeId", user_id as "userId"`

/** A server that has not renewed the breakdown for this long no longer runs it. */
const breakdownLifetime = `interval '10 seconds'`

/** Returns false if a breakdown of this node is already running. */
export async function insertBreakdown(db: SqlClient, row: BreakdownRow, source: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into breakdowns (id, project_id, node_id, user_id, source, started_at, alive_until)
     values ($1, $2, $3, $4, $5, now(), now() + ${breakdownLifetime}) on conflict do nothing`,
    [row.id, row.projectId, row.nodeId, row.userId, source],
  )
  return rowCount === 1
}

/** Locks the person's breakdowns until the end of the transaction, so that nobody else counts them. */
export async function countBreakdowns(
  db: SqlClient,
  userId: string,
  withinMs: number,
): Promise<{ readonly count: number; readonly endsInMs: number }> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('breakdowns of ' || $1, 0))`, [userId])
  const { rows } = await db.query<{ count: number; ends: number }>(
    `select count(*)::int as count,
       coalesce(extract(epoch from min(started_at) - now()) * 1000 + $2, 0)::float8 as ends
     from breakdowns where user_id = $1 and started_at > now() - $2 * interval '1 millisecond'`,
    [userId, withinMs],
  )
  // A concurrent transaction may have a later clock than this one.
  return { count: rows[0]?.count ?? 0, endsInMs: Math.min(withinMs, Math.max(0, rows[0]?.ends ?? 0)) }
}

/** Returns false if the breakdown has ended. */
export async function addBreakdownChild(db: SqlClient, id: string, childId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update breakdowns set child_ids = child_ids || $2::uuid, alive_until = now() + ${breakdownLifetime}
     where id = $1 and ended_at is null`,
    [id, childId],
  )
  return rowCount === 1
}

export async function renewBreakdowns(db: SqlClient, ids: readonly string[]): Promise<void> {
  await db.query(
    `update breakdowns set alive_until = now() + ${breakdownLifetime} where id = any($1::uuid[]) and ended_at is null`,
    [ids],
  )
}

/** Returns false if the breakdown had already ended. */
export async function endBreakdown(db: SqlClient, id: string, outcome: BreakdownOutcome): Promise<boolean> {
  const { rowCount } = await db.query(
    'update breakdowns set ended_at = now(), outcome = $2 where id = $1 and ended_at is null',
    [id, outcome],
  )
  return rowCount === 1
}

/** Reads the breakdowns whose server is gone; if there is no other server, all of them. */
export async function readLostBreakdowns(db: SqlClient, isAlone: boolean): Promise<readonly BreakdownRow[]> {
  const { rows } = await db.query<BreakdownRow>(
    `select ${breakdownColumns} from breakdowns where ended_at is null and ($1 or alive_until < now()) order by started_at`,
    [isAlone],
  )
  return rows
}

export interface EndedBreakdown {
  readonly projectId: string
  readonly outcome: BreakdownOutcome | null
  readonly childIds: readonly string[]
}

export async function readBreakdown(db: SqlClient, id: string): Promise<EndedBreakdown | null> {
  const { rows } = await db.query<EndedBreakdown>(
    `select project_id as "projectId", outcome, child_ids as "childIds" from breakdowns where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** Deletes breakdowns that are too old to count. */
export async function deleteOldBreakdowns(db: SqlClient): Promise<void> {
  await db.query(`delete from breakdowns where ended_at < now() - interval '90 days'`)
}
