import type { SqlClient } from './read-nodes.ts'

/** Drops the counts whose windows have ended. */
export async function deleteExpiredRates(db: SqlClient): Promise<number> {
  const { rowCount } = await db.query('delete from rate_counts where ends_at < now()')
  return rowCount ?? 0
}
