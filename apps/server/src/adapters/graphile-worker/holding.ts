import type { Pool, PoolClient } from 'pg'

const workerLockSql = (id: string) => `hashtextextended('espalier:jobs:' || ${id}, 0)`

/** Says on this connection, for as long as it lives, that the workers of this id live. */
export async function holdWorkerLock(client: PoolClient, workersId: string): Promise<void> {
  await client.query(`select pg_advisory_lock(${workerLockSql('$1::text')})`, [workersId])
}

/**
 * Frees the jobs whose workers are gone, and answers how many groups of workers that were. The library itself frees a
 * job only four hours after its server was killed.
 */
export async function reclaimJobs(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(`
    with holders as materialized (
      select distinct locked_by as id from graphile_worker.jobs where locked_by is not null
    ), gone as materialized (
      select id from holders where pg_try_advisory_xact_lock(${workerLockSql('id')})
    )
    select id, graphile_worker.force_unlock_workers(array[id]) from gone`)
  return rowCount ?? 0
}

/** Frees what these workers hold, once they have ended. */
export async function releaseJobs(pool: Pool, workersId: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1::text])', [workersId])
}

/** A job that was given up keeps its payload for a week, so that an operator can look at it. */
export async function deleteGivenUpJobs(pool: Pool): Promise<void> {
  await pool.query(`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'
    ))`)
}
