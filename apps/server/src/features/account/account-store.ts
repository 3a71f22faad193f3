import { randomBytes } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { Database } from '../../database/database.ts'
import type { AccountsTable } from '../../database/tables.ts'
import type { Person } from '../../ports/identities.ts'

export type AccountRow = Selectable<AccountsTable>

export interface AccountStore {
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
