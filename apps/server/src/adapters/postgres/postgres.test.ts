import { openPool } from '@espalier/postgres'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverMigrations } from '../../database/database.ts'
import { deleteExpiredRates } from '../../database/upkeep.ts'
import { rateStoreContract } from '../../testing/contracts/rate-store.contract.ts'
import { createPostgresRateStore } from './postgres.ts'

let database: TestDatabase
let second: Pool
beforeAll(async () => {
  database = await testDatabase([serverMigrations])
  second = openPool(database.connection, { max: 2 })
})
afterAll(async () => {
  await second.end()
  await database.drop()
})

describe('Shared rate counts in PostgreSQL', () => {
  rateStoreContract(() => [createPostgresRateStore(database.pool), createPostgresRateStore(second)])

  it('deletes counts when their windows have ended', async () => {
    const store = createPostgresRateStore(database.pool)
    await store.add([{ key: 'past', by: 1, windowMs: 0 }])
    await store.add([{ key: 'present', by: 1, windowMs: 60_000 }])
    expect(await deleteExpiredRates(database.pool)).toBeGreaterThan(0)
    const { rows } = await database.pool.query(`select key from rate_counts where key in ('past', 'present')`)
    expect(rows).toEqual([{ key: 'present' }])
  })
})
