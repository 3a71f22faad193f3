import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, serverMigrations, type Transaction } from './database.ts'

let test: TestDatabase
beforeEach(async () => {
  test = await testDatabase([serverMigrations])
})
afterEach(() => test.drop())

const account = (id: number) => ({
  id: String(id).padStart(32, '0'),
  user_id: `user ${id}`,
  email: 'ada@example.com',
  firstname: null,
  lastname: null,
  picture: null,
  subscription_status: null,
  trial_end: null,
})
const insert = ({ db }: Transaction, id: number) => db.insertInto('accounts').values(account(id)).execute()

describe('a transaction', () => {
  it('commits what was written through queries and through the connection alike', async () => {
    const { transaction, db } = openDatabase(test.pool)
    const seen = await transaction(async (tx) => {
      await insert(tx, 1)
      return (await tx.client.query('select user_id from accounts')).rows
    })
    expect(seen).toEqual([{ user_id: 'user 1' }])
    expect(await db.selectFrom('accounts').select('user_id').execute()).toEqual(seen)
  })

  it('leaves nothing when the work throws, and gives the connection back clean', async () => {
    const { transaction, db } = openDatabase(test.pool)
    for (let round = 0; round < 15; round += 1) {
      const failing = transaction(async (tx) => {
        await insert(tx, round)
        await tx.client.query('select 1 / 0')
      })
      await expect(failing).rejects.toThrow('division by zero')
    }
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([])
    expect(test.pool.totalCount).toBe(1)
  })

  it('fails, and nothing else does, when its connection is lost half-way', async () => {
    const { transaction, db } = openDatabase(test.pool)
    const cut = transaction(async (tx) => {
      await insert(tx, 1)
      const { rows } = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const lost = new Promise((resolve) => tx.client.once('end', resolve))
      await test.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await lost
      await insert(tx, 2)
    })
    await expect(cut).rejects.toThrow()
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([])
  })

  it('keeps one account a person, whoever writes it', async () => {
    const { db } = openDatabase(test.pool)
    await db.insertInto('accounts').values(account(1)).execute()
    const second = db
      .insertInto('accounts')
      .values({ ...account(2), user_id: 'user 1' })
      .execute()
    await expect(second).rejects.toThrow(/unique/)
  })
})
