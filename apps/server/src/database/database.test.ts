import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, serverMigrations, type Transaction } from './database.ts'

let test: TestDatabase
beforeEach(async () => {
  test = await testDatabase([serverMigrations])
})
afterEach(() => test.drop())

const insertAccount = (db: Pick<Transaction['client'], 'query'>, id: number, userId = `user ${id}`) =>
  db.query('insert into accounts (id, user_id, email) values ($1, $2, $3)', [
    String(id).padStart(32, '0'),
    userId,
    'ada@example.com',
  ])
const readUserIds = async () => (await test.pool.query('select user_id from accounts')).rows

describe('Transaction', () => {
  it('commits writes made through queries and through the connection', async () => {
    const { transaction } = openDatabase(test.pool)
    const seen = await transaction(async (tx) => {
      await insertAccount(tx.client, 1)
      return (await tx.client.query('select user_id from accounts')).rows
    })
    expect(seen).toEqual([{ user_id: 'user 1' }])
    expect(await readUserIds()).toEqual(seen)
  })

  it('rolls back when the work throws and returns a clean connection', async () => {
    const { transaction } = openDatabase(test.pool)
    for (let round = 0; round < 15; round += 1) {
      const failing = transaction(async (tx) => {
        await insertAccount(tx.client, round)
        await tx.client.query('select 1 / 0')
      })
      await expect(failing).rejects.toThrow('division by zero')
    }
    expect(await readUserIds()).toEqual([])
    expect(test.pool.totalCount).toBe(1)
  })

  it('fails alone when its connection is lost in the middle', async () => {
    const { transaction } = openDatabase(test.pool)
    const cut = transaction(async (tx) => {
      await insertAccount(tx.client, 1)
      const { rows } = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const lost = new Promise((resolve) => tx.client.once('end', resolve))
      await test.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await lost
      await insertAccount(tx.client, 2)
    })
    await expect(cut).rejects.toThrow()
    expect(await readUserIds()).toEqual([])
  })

  it('allows one account per person', async () => {
    await insertAccount(test.pool, 1)
    await expect(insertAccount(test.pool, 2, 'user 1')).rejects.toThrow(/unique/)
  })
})
