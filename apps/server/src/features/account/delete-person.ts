import { extendTransaction } from '@espalier/postgres'

import type { Database } from '../../database/database.ts'

/** What goes with a person. */
export interface PersonDataCounts {
  readonly projects: number
  /** Projects of theirs that others are members of too. */
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

// In the order of their foreign keys. Posts and comments on the feedback board stay, without a name.
const deleteStatements = [
  'delete from projects where owner = $1',
  'delete from project_members where user_id = $1',
  'delete from imports where user_id = $1',
  'delete from breakdowns where user_id = $1',
  'delete from person_lookups where asker_id = $1 or found_id = $1',
  'delete from share_mails where recipient_id = $1 or sender_id = $1',
  'delete from pictures where user_id = $1',
  'delete from fetched_pictures where user_id = $1',
  'delete from billing_checkouts where account_id in (select id from accounts where user_id = $1)',
  'update billing_subscriptions set account_id = null where account_id in (select id from accounts where user_id = $1)',
  'delete from beta_invites where account_id in (select id from accounts where user_id = $1)',
  'delete from accounts where user_id = $1',
]

/** Deletes for good what the product holds of a person: account, projects, memberships, pictures. One transaction. */
export const deletePersonData = (database: Database, userId: string): Promise<void> =>
  database.transaction(async ({ client }) => {
    await extendTransaction(client, deletionTimeoutMs)
    for (const statement of deleteStatements) await client.query(statement, [userId])
  })
