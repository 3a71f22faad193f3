import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { createSigning } from '../../security/cryptography.ts'

export interface StoredInvite {
  readonly id: string
  readonly email: string
  readonly mailed_at: Date
  readonly accepted_by: string | null
}

const inviteColumns = 'id, email, mailed_at, accepted_by'

/** Null if the person has no account. */
export async function readAccountId(client: ClientBase, userId: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('select id from accounts where user_id = $1', [userId])
  return rows[0]?.id ?? null
}

/** Locks all invitations of an account until the transaction ends, so that nobody else can add to them. */
export async function lockInvites(client: ClientBase, accountId: string): Promise<readonly StoredInvite[]> {
  await client.query('select from accounts where id = $1 for update', [accountId])
  const { rows } = await client.query<StoredInvite>(`select ${inviteColumns} from beta_invites where account_id = $1`, [
    accountId,
  ])
  return rows
}

export async function insertInvite(client: ClientBase, accountId: string, email: string, now: Date): Promise<string> {
  const id = randomUUID()
  const put = 'insert into beta_invites (id, account_id, email, mailed_at) values ($1, $2, $3, $4)'
  await client.query(put, [id, accountId, email, now])
  return id
}

export const markInviteMailed = (client: ClientBase, id: string, now: Date): Promise<unknown> =>
  client.query('update beta_invites set mailed_at = $2 where id = $1', [id, now])

/** Locks the invitation until the transaction ends, so that it is used once. */
export async function lockInvite(client: ClientBase, id: string): Promise<StoredInvite | null> {
  const { rows } = await client.query<StoredInvite>(
    `select ${inviteColumns} from beta_invites where id = $1 for update`,
    [id],
  )
  return rows[0] ?? null
}

export const markInviteAccepted = (client: ClientBase, id: string, userId: string, now: Date): Promise<unknown> =>
  client.query('update beta_invites set accepted_by = $2, accepted_at = $3 where id = $1', [id, userId, now])

/** The content of an invitation link: the invitation and its recipient. */
interface InviteToken {
  readonly id: string
  readonly email: string
}

export interface InviteTokens {
  write(invite: InviteToken): string
  /** Null if the token is not ours. */
  read(token: string): InviteToken | null
}

export function createInviteTokens(secrets: readonly string[]): InviteTokens {
  const signing = createSigning(secrets, 'beta-invite')
  return {
    write: ({ id, email }) => signing.sign(`${id} ${email}`),
    read(token) {
      const [id, email] = signing.read(token)?.split(' ') ?? []
      return id === undefined || email === undefined ? null : { id, email }
    },
  }
}
