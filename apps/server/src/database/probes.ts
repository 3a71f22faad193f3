import type { SqlClient } from './nodes.ts'

/** Throws where the database does not answer. */
export async function probeConnection(db: SqlClient): Promise<void> {
  await db.query('select 1')
}

// On a full disk PostgreSQL can still read. This query exceeds work_mem, so that it has to write a temporary file,
// which fails if the disk is full. Nothing of it remains.
const diskSpaceProbeSql = `set local work_mem = '64kB'; select count(*) from generate_series(1, 20000) as filler`

/** Throws where the database does not answer, or has no room left to write. */
export async function probeDiskSpace(db: SqlClient): Promise<void> {
  await db.query(diskSpaceProbeSql)
}
