import type { SqlClient } from '../../database/nodes.ts'

export interface StoredPicture {
  readonly type: string
  readonly bytes: Buffer
}

/** The picture columns of an account. */
export interface AccountPictureRow {
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  /** The picture URL of the sign-in provider. */
  readonly picture: string | null
  readonly version: string | null
}

export async function readAccountPicture(db: SqlClient, userId: string): Promise<AccountPictureRow | null> {
  const { rows } = await db.query<AccountPictureRow>(
    'select email, firstname, lastname, picture, picture_version as version from accounts where user_id = $1',
    [userId],
  )
  return rows[0] ?? null
}

export async function readChosenPicture(db: SqlClient, userId: string): Promise<StoredPicture | null> {
  const { rows } = await db.query<StoredPicture>('select type, bytes from pictures where user_id = $1', [userId])
  return rows[0] ?? null
}

/** Stores both together: browsers would cache a version without its picture forever. */
export async function storeChosenPicture(
  db: SqlClient,
  { userId, version, type, bytes, at }: StoredPicture & { userId: string; version: string; at: Date },
): Promise<void> {
  await db.query(
    `with stored as (
       insert into pictures (user_id, type, bytes, updated_at) values ($1, $2, $3, $5)
       on conflict (user_id) do update set type = $2, bytes = $3, updated_at = $5)
     update accounts set picture_version = $4 where user_id = $1`,
    [userId, type, bytes, version, at],
  )
}

export async function removeChosenPicture(db: SqlClient, userId: string): Promise<void> {
  await db.query(
    `with gone as (delete from pictures where user_id = $1)
     update accounts set picture_version = null where user_id = $1`,
    [userId],
  )
}

export interface FetchedPictureRow {
  /** Null if there is no picture. */
  readonly picture: StoredPicture | null
  readonly staleAt: Date
}

/** Returns the last picture that was fetched from this source. */
export async function readFetchedPicture(
  db: SqlClient,
  userId: string,
  source: string,
): Promise<FetchedPictureRow | null> {
  const { rows } = await db.query<{ type: string | null; bytes: Buffer | null; stale_at: Date }>(
    'select type, bytes, stale_at from fetched_pictures where user_id = $1 and source = $2',
    [userId, source],
  )
  const [row] = rows
  if (row === undefined) return null
  const picture = row.type === null || row.bytes === null ? null : { type: row.type, bytes: row.bytes }
  return { picture, staleAt: row.stale_at }
}

export async function storeFetchedPicture(
  db: SqlClient,
  { userId, source, picture, staleAt }: FetchedPictureRow & { userId: string; source: string },
): Promise<void> {
  await db.query(
    `insert into fetched_pictures (user_id, source, type, bytes, stale_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set source = $2, type = $3, bytes = $4, stale_at = $5`,
    [userId, source, picture?.type ?? null, picture?.bytes ?? null, staleAt],
  )
}
