import type { SqlClient } from '../../database/nodes.ts'
import type { TokenGrant } from '../../api/viewer.ts'

export interface TokenRow extends TokenGrant {
  readonly userId: string
  readonly prefix: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const tokenColumns = `id, user_id as "userId", name, role, project_id as "projectId", node_id as "nodeId", prefix,
  created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`

export async function readTokens(db: SqlClient, userId: string): Promise<TokenRow[]> {
  const { rows } = await db.query<TokenRow>(
    `select ${tokenColumns} from access_tokens where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows
}

/** Returns false if the person has as many as they may have. Two requests at once count after each other. */
export async function insertToken(db: SqlClient, token: TokenRow, secretHash: Buffer, most: number): Promise<boolean> {
  const { id, userId, name, role, projectId, nodeId, prefix, createdAt, expiresAt } = token
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`access tokens of ${userId}`])
  const { rowCount } = await db.query(
    `insert into access_tokens (id, user_id, name, role, project_id, prefix, created_at, expires_at, secret_hash, node_id)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $11 where (select count(*) from access_tokens where user_id = $2) < $10`,
    [id, userId, name, role, projectId, prefix, createdAt, expiresAt, secretHash, most, nodeId],
  )
  return rowCount === 1
}

export async function deleteToken(db: SqlClient, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from access_tokens where id = $1 and user_id = $2', [id, userId])
  return rowCount === 1
}

export async function findTokenBySecret(db: SqlClient, secretHash: Buffer): Promise<TokenRow | null> {
  const { rows } = await db.query<TokenRow>({
    name: 'token by secret',
    text: `select ${tokenColumns} from access_tokens where secret_hash = $1`,
    values: [secretHash],
  })
  return rows[0] ?? null
}

/** Only one of several requests at once writes. */
export async function storeLastUse(db: SqlClient, id: string, at: Date): Promise<void> {
  await db.query(
    `update access_tokens set last_used_at = $2
     where id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')`,
    [id, at],
  )
}

/** Returns those of the tokens that still work. */
export async function readWorkingTokenIds(db: SqlClient, ids: readonly string[], at: Date): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    'select id from access_tokens where id = any($1::uuid[]) and (expires_at is null or expires_at > $2)',
    [ids, at],
  )
  return new Set(rows.map(({ id }) => id))
}
