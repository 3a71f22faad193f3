import type { Database } from './database.ts'
import type { SqlClient } from './nodes.ts'

interface TrimOptions {
  /** Changes older than this may be deleted. */
  readonly before: Date
  /** The latest changes of each project that stay whatever their age: other servers catch up with them. */
  readonly keep?: number
  /** The batch size, small enough that writers of the project do not wait for long. */
  readonly batch?: number
}

const oldLogsSql = `
  select id from projects
  cross join lateral (select at from change_log where project_id = id order by seq limit 1) as oldest
  where seq - log_from > $2 and oldest.at < $1 limit 100`

// The deletion and its record become visible together: a reader must not mistake a trimmed log for a quiet one.
const trimOneSql = `
  with locked as (
    select id, log_from, least(seq - $3::integer, log_from + $4::integer) as most
    from projects where id = $1 for update skip locked
  ), trimmed as (
    delete from change_log as log using locked
    where log.project_id = locked.id and log.seq <= locked.most and log.at < $2 returning log.seq, log.bytes
  )
  update projects set log_from = greatest(log_from, (select max(seq) from trimmed)),
    history_bytes = greatest(0, history_bytes - (select coalesce(sum(bytes), 0) from trimmed))
  where id = $1 and exists (select from trimmed)
  returning (select count(*)::integer from trimmed) as count`

/** Trims the log of every project. Returns the number of deleted changes. */
export async function trimChangeLogs({ pool }: Database, trimming: TrimOptions): Promise<number> {
  const { before, keep = 500, batch = 10_000 } = trimming
  let count = 0
  for (;;) {
    const { rows } = await pool.query<{ id: string }>(oldLogsSql, [before, keep])
    let progress = 0
    for (const { id } of rows) {
      const trimmed = await pool.query<{ count: number }>(trimOneSql, [id, before, keep, batch])
      progress += trimmed.rows[0]?.count ?? 0
    }
    count += progress
    // Projects that are being written to now are trimmed another day.
    if (progress === 0) return count
  }
}

/** The latest changes that stay whatever their size: other servers catch up with them. */
const minKeptChanges = 200

// The newest changes that fit stay; everything older than the first one that does not fit is deleted.
const trimBytesSql = `
  with trimmed as (
    delete from change_log as log using (
      select seq from (
        select seq, sum(coalesce(bytes, 0)) over (order by seq desc) as newer,
          row_number() over (order by seq desc) as place
        from change_log where project_id = $1
      ) as sized where newer > $2 and place > ${minKeptChanges}
    ) as old
    where log.project_id = $1 and log.seq = old.seq returning log.seq, log.bytes
  )
  update projects set log_from = greatest(log_from, (select max(seq) from trimmed)),
    history_bytes = greatest(0, history_bytes - (select coalesce(sum(bytes), 0) from trimmed))
  where id = $1 and exists (select from trimmed)`

/** Deletes the oldest changes of a project, which the caller has locked, until the rest fits into this many bytes. */
export async function trimChangeLogToSize(db: SqlClient, projectId: string, bytes: number): Promise<void> {
  await db.query(trimBytesSql, [projectId, bytes])
}

/** Deletes the counts whose windows have ended. */
export async function deleteExpiredRates(db: SqlClient): Promise<number> {
  const { rowCount } = await db.query('delete from rate_counts where ends_at < now()')
  return rowCount ?? 0
}
