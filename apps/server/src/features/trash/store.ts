import type { SqlClient } from '../../database/nodes.ts'

/** Permanently deletes what is in the trash at this moment: a concurrent restore either keeps the project or fails. */
export async function purgeProjects(db: SqlClient, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `delete from projects where id = any($1::uuid[]) and status = 'deleted' returning id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Locks in the order of ids, because two callers who empty the trash at the same time could deadlock otherwise. */
export async function lockTrashOfOwner(db: SqlClient, ownerId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from projects where owner = $1 and status = 'deleted' order by id for update`,
    [ownerId],
  )
  return rows.map(({ id }) => id)
}

/** Some of what has been in the trash since before this time. */
export async function readOldTrash(db: SqlClient, before: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from projects where deleted_at <= $1::timestamptz order by deleted_at limit 100`,
    [before],
  )
  return rows.map(({ id }) => id)
}

/** False: it is being restored, or another server holds it. */
export async function lockOldTrash(db: SqlClient, id: string, before: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from projects where id = $1 and deleted_at <= $2::timestamptz for update skip locked`,
    [id, before],
  )
  return rowCount === 1
}
