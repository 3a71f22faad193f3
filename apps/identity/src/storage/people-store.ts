import type { IdentityRecord } from '../identities/identity.ts'
import type { SqlClient } from './database.ts'
import { identityColumnsSql, type IdentityRow, toIdentityRecord } from './identity-store.ts'

/** A person as the operator's list shows them. */
export interface RegisteredPerson extends IdentityRecord {
  readonly sessionCount: number
}

export interface IdentityCounts {
  readonly all: number
  readonly pending: number
  readonly inactive: number
}

const isPendingSql = `(identities.state = 'active' and coalesce(identities.metadata_public->>'status', 'pending') = 'pending')`
const namesSql = `concat_ws(' ', identities.traits->>'firstname', identities.traits->>'lastname')`

/** Escapes percent signs and underscores, which would match anything. */
const toPattern = (text: string): string => `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Finds people by a part of their address or their name. */
export async function searchIdentities(
  db: SqlClient,
  { text, size, offset }: { readonly text: string; readonly size: number; readonly offset: number },
  now: Date,
): Promise<{ readonly people: readonly RegisteredPerson[]; readonly total: number }> {
  const matches = `identities.traits->>'email' ilike $1 or ${namesSql} ilike $1`
  const pattern = toPattern(text)
  const { rows } = await db.query<IdentityRow & { readonly session_count: number }>(
    `select ${identityColumnsSql},
       (select count(*)::int from identity.sessions
         where sessions.identity_id = identities.id and sessions.expires_at > $4) as session_count
     from identity.identities where ${matches}
     order by ${isPendingSql} desc, case when ${isPendingSql} then identities.created_at end, identities.created_at desc,
       identities.id
     limit $2 offset $3`,
    [pattern, size, offset, now],
  )
  const counted = await db.query<{ total: number }>(
    `select count(*)::int as total from identity.identities where ${matches}`,
    [pattern],
  )
  const people = rows.map((row) => ({ ...toIdentityRecord(row), sessionCount: row.session_count }))
  return { people, total: counted.rows[0]?.total ?? 0 }
}

export async function countIdentities(db: SqlClient): Promise<IdentityCounts> {
  const { rows } = await db.query<IdentityCounts>(
    `select count(*)::int as "all", (count(*) filter (where ${isPendingSql}))::int as pending,
       (count(*) filter (where identities.state = 'inactive'))::int as inactive
     from identity.identities`,
  )
  return rows[0] ?? { all: 0, pending: 0, inactive: 0 }
}
