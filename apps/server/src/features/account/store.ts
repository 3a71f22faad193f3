import { randomBytes } from 'node:crypto'
import { extendTransaction } from '@espalier/postgres'
import type { Database, Transaction } from '../../database/database.ts'
import type { SqlClient } from '../../database/nodes.ts'
import type { Person } from '../../ports/identities.ts'
import { formerMemberName } from '../../texts/account-data.ts'

export interface AccountRow {
  readonly id: string
  readonly user_id: string
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly picture: string | null
  /** Null if the person has chosen no picture. */
  readonly picture_version: string | null
  /** The status from the billing side, which may be unknown here. */
  readonly subscription_status: string | null
  readonly trial_end: Date | null
  /** Null for our own trial, or without a subscription. */
  readonly subscription_id: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

interface AccountStore {
  /**
   * Returns the person's account, which is created at the first request and follows the data of the identity service.
   */
  findOrCreate(person: Person): Promise<AccountRow>
  read(accountId: string): Promise<AccountRow | undefined>
  /** Undefined if there was a trial or a subscription before. */
  beginTrial(accountId: string, trialEnd: Date): Promise<AccountRow | undefined>
}

export const accountStore = ({ pool }: Database): AccountStore => ({
  async findOrCreate(person) {
    const known = await findAccountByUserId(pool, person.id)
    if (known === undefined) return createAccount(pool, person)
    return isProfileCurrent(known, person) ? known : refreshProfile(pool, known, person)
  },
  async read(accountId) {
    const { rows } = await pool.query<AccountRow>('select * from accounts where id = $1', [accountId])
    return rows[0]
  },
  async beginTrial(accountId, trialEnd) {
    const { rows } = await pool.query<AccountRow>(
      `update accounts set subscription_status = 'trialing', trial_end = $2, updated_at = $3
       where id = $1 and subscription_status is null and trial_end is null returning *`,
      [accountId, trialEnd, new Date()],
    )
    return rows[0]
  },
})

async function findAccountByUserId(db: SqlClient, userId: string): Promise<AccountRow | undefined> {
  const { rows } = await db.query<AccountRow>({
    name: 'account of user',
    text: 'select * from accounts where user_id = $1',
    values: [userId],
  })
  return rows[0]
}

const isProfileCurrent = (row: AccountRow, person: Person): boolean =>
  row.email === person.email &&
  row.firstname === person.firstname &&
  row.lastname === person.lastname &&
  row.picture === person.picture

async function createAccount(db: SqlClient, { id: userId, email, firstname, lastname, picture }: Person) {
  const { rows } = await db.query<AccountRow>(
    `insert into accounts (id, user_id, email, firstname, lastname, picture) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do nothing returning *`,
    [randomBytes(16).toString('hex'), userId, email, firstname, lastname, picture],
  )
  // Nothing was inserted: a concurrent request of the same person was first.
  const account = rows[0] ?? (await findAccountByUserId(db, userId))
  if (account === undefined) throw new Error('a new account is gone')
  return account
}

async function refreshProfile(db: SqlClient, row: AccountRow, { email, firstname, lastname, picture }: Person) {
  const { rows } = await db.query<AccountRow>(
    `update accounts set email = $2, firstname = $3, lastname = $4, picture = $5, updated_at = $6
     where id = $1 returning *`,
    [row.id, email, firstname, lastname, picture, new Date()],
  )
  if (rows[0] === undefined) throw new Error('an account is gone')
  return rows[0]
}

/** The person who registered first; null where nobody has. */
export async function readFirstUserId({ pool }: Database): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>('select user_id as id from accounts order by created_at limit 1')
  return rows[0]?.id ?? null
}

/** The data that is deleted with a person. */
interface PersonDataCounts {
  readonly projects: number
  /** Projects of theirs that have other members as well. */
  readonly sharedProjects: number
  readonly memberships: number
  readonly hasSubscription: boolean
}

export async function countPersonData({ pool }: Database, userId: string): Promise<PersonDataCounts> {
  const { rows } = await pool.query<PersonDataCounts>(
    `select
       (select count(*)::int from projects where owner = $1) as projects,
       (select count(distinct project_id)::int from project_members
         join projects on projects.id = project_id where owner = $1) as "sharedProjects",
       (select count(*)::int from project_members where user_id = $1) as memberships,
       exists (select from accounts where user_id = $1 and subscription_id is not null
         and subscription_status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')) as "hasSubscription"`,
    [userId],
  )
  return rows[0] ?? { projects: 0, sharedProjects: 0, memberships: 0, hasSubscription: false }
}

const deletionTimeoutMs = 600_000

// The statements follow the foreign keys. Posts and comments on the feedback board stay without a name.
const deleteStatements = [
  'delete from project_members where user_id = $1',
  'delete from imports where user_id = $1',
  'delete from breakdowns where user_id = $1',
  // An invitation to their address names them as well.
  `delete from project_invitations where invited_by = $1 or accepted_by = $1
     or email in (select lower(email) from accounts where user_id = $1)`,
  'delete from access_requests where asker_id = $1',
  'delete from calendar_feeds where user_id = $1',
  'delete from access_tokens where user_id = $1',
  'delete from webhooks where user_id = $1',
  'delete from node_claims where user_id = $1',
  'delete from person_lookups where asker_id = $1 or found_id = $1',
  'delete from share_mails where recipient_id = $1 or sender_id = $1',
  'delete from notifications where user_id = $1',
  'delete from notification_settings where user_id = $1',
  'delete from digests where user_id = $1',
  'delete from watches where user_id = $1',
  'delete from project_visits where user_id = $1',
  'delete from push_subscriptions where user_id = $1',
  'delete from open_assignments where user_id = $1',
  `delete from operations where caller = $1 or starts_with(caller, $1 || ' ')`,
  // Comments stay, without a name. A mention is a link with the name as its text.
  `update comments set body = regexp_replace(body, '(<a data-user-id="' || $1::text || '"[^>]*>)[^<]*</a>',
     '\\1@${formerMemberName}</a>', 'g')
   where mention_ids @> array[$1::text] and $1::text ~ '^[0-9A-Za-z-]+$'`,
  // Views that only they could see.
  `update projects set views = (
     select coalesce(jsonb_agg(view order by place), '[]') from jsonb_array_elements(views) with ordinality as all_views(view, place)
     where view ->> 'authorId' <> $1::text or view ->> 'isShared' = 'true')
   where views @> jsonb_build_array(jsonb_build_object('authorId', $1::text, 'isShared', false))`,
  'delete from pictures where user_id = $1',
  'delete from fetched_pictures where user_id = $1',
  'delete from billing_checkouts where account_id in (select id from accounts where user_id = $1)',
  'update billing_subscriptions set account_id = null where account_id in (select id from accounts where user_id = $1)',
  'delete from beta_invites where account_id in (select id from accounts where user_id = $1)',
  'delete from accounts where user_id = $1',
]

/**
 * Permanently deletes a person's data (account, projects, memberships, pictures) in one transaction, together with what
 * the caller adds. Returns the ids of the deleted projects.
 */
export const deletePersonData = (
  database: Database,
  userId: string,
  alsoRun?: (client: Transaction['client']) => Promise<void>,
): Promise<readonly string[]> =>
  database.transaction(async ({ client }) => {
    await extendTransaction(client, deletionTimeoutMs)
    const { rows } = await client.query<{ id: string }>('delete from projects where owner = $1 returning id', [userId])
    for (const statement of deleteStatements) await client.query(statement, [userId])
    await alsoRun?.(client)
    return rows.map(({ id }) => id)
  })
