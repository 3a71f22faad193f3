import { randomBytes } from 'node:crypto'
import { extendTransaction } from '@espalier/postgres'
import type { Selectable } from 'kysely'
import type { AccountsTable, Database } from '../../database/database.ts'
import type { Person } from '../../ports/identities.ts'

export type AccountRow = Selectable<AccountsTable>

interface AccountStore {
  /** The person's account: made at first sight, and kept as fresh as what the identity service says. */
  findOrCreate(person: Person): Promise<AccountRow>
  read(accountId: string): Promise<AccountRow | undefined>
  /** Undefined where there was a trial or a subscription before. */
  beginTrial(accountId: string, trialEnd: Date): Promise<AccountRow | undefined>
}

export const accountStore = ({ db }: Database): AccountStore => ({
  async findOrCreate(person) {
    const known = await findAccountByUserId(db, person.id)
    if (known === undefined) return createAccount(db, person)
    return isProfileCurrent(known, person) ? known : refreshProfile(db, known, person)
  },
  read: (accountId) => db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst(),
  beginTrial: (accountId, trialEnd) =>
    db
      .updateTable('accounts')
      .set({ subscription_status: 'trialing', trial_end: trialEnd, updated_at: new Date() })
      .where('id', '=', accountId)
      .where('subscription_status', 'is', null)
      .where('trial_end', 'is', null)
      .returningAll()
      .executeTakeFirst(),
})

type AccountQueries = Database['db']

const findAccountByUserId = (db: AccountQueries, userId: string) =>
  db.selectFrom('accounts').selectAll().where('user_id', '=', userId).executeTakeFirst()

const toProfileColumns = ({ email, firstname, lastname, picture }: Person) => ({ email, firstname, lastname, picture })

const isProfileCurrent = (row: AccountRow, person: Person): boolean =>
  row.email === person.email &&
  row.firstname === person.firstname &&
  row.lastname === person.lastname &&
  row.picture === person.picture

async function createAccount(db: AccountQueries, person: Person): Promise<AccountRow> {
  const id = randomBytes(16).toString('hex')
  const made = await db
    .insertInto('accounts')
    .values({
      id,
      user_id: person.id,
      subscription_status: null,
      trial_end: null,
      subscription_id: null,
      ...toProfileColumns(person),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  // None made: another request of the same person was first.
  return made ?? db.selectFrom('accounts').selectAll().where('user_id', '=', person.id).executeTakeFirstOrThrow()
}

const refreshProfile = (db: AccountQueries, row: AccountRow, person: Person): Promise<AccountRow> =>
  db
    .updateTable('accounts')
    .set({ ...toProfileColumns(person), updated_at: new Date() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** What goes with a person. */
interface PersonDataCounts {
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
