import type { SqlClient } from './database.ts'

const maxCodeTries = 5

interface StoredCode {
  readonly flowId: string
  /** Null where there is nobody to mail the code to. */
  readonly identityId: string | null
  readonly email: string
  readonly codeHash: string
  readonly expiresAt: Date
}

/** Replaces an earlier code of the flow. */
export async function storeCode(db: SqlClient, code: StoredCode): Promise<void> {
  await db.query(
    `insert into identity.recovery_codes (flow_id, identity_id, email, code_hash, tries, expires_at)
     values ($1, $2, $3, $4, 0, $5)
     on conflict (flow_id) do update set identity_id = excluded.identity_id, email = excluded.email,
       code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at`,
    [code.flowId, code.identityId, code.email, code.codeHash, code.expiresAt],
  )
}

/** The code of the flow, with one more try counted; null where there is none, it is too old or was tried too often. */
export async function countCodeTry(
  db: SqlClient,
  flowId: string,
  now: Date,
): Promise<Pick<StoredCode, 'identityId' | 'codeHash'> | null> {
  const { rows } = await db.query<Pick<StoredCode, 'identityId' | 'codeHash'>>(
    `update identity.recovery_codes set tries = tries + 1 where flow_id = $1 and tries < $2 and expires_at > $3
     returning identity_id as "identityId", code_hash as "codeHash"`,
    [flowId, maxCodeTries, now],
  )
  return rows[0] ?? null
}

/** Null: it was used, or replaced, a moment ago. */
export async function deleteCode(
  db: SqlClient,
  flowId: string,
  codeHash: string,
): Promise<Pick<StoredCode, 'identityId' | 'email'> | null> {
  const { rows } = await db.query<Pick<StoredCode, 'identityId' | 'email'>>(
    `delete from identity.recovery_codes where flow_id = $1 and code_hash = $2
     returning identity_id as "identityId", email`,
    [flowId, codeHash],
  )
  return rows[0] ?? null
}
