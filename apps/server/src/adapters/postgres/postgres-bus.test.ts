import { openPool } from '@espalier/postgres'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNetworkedBus } from '../../reliability/bus.ts'
import { busContract, busOutageContract } from '../../testing/contracts/bus.contract.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createPostgresBusTransport } from './postgres.ts'

let database: TestDatabase
let admin: Pool
beforeAll(async () => {
  database = await testDatabase([])
  admin = openPool({ ...database.connection, database: 'postgres' }, { max: 1 })
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

async function openBus() {
  const bus = createNetworkedBus({ wire: createPostgresBusTransport(database.pool), log: createRecordedLog() })
  await bus.firstAttempt
  return bus
}

busContract({
  name: 'PostgreSQL',
  mostServers: 3,
  open: (servers) => Promise.all(Array.from({ length: servers }, openBus)),
})

busOutageContract({
  name: 'PostgreSQL',
  wire: () => createPostgresBusTransport(database.pool),
  async cut() {
    const { database: name } = database.connection
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  },
  async restore() {
    await admin.query(`alter database ${database.connection.database} with allow_connections true`)
  },
})

it('returns its connection to the pool when it is closed', async () => {
  const bus = await openBus()
  const before = database.pool.totalCount
  await bus.close()
  expect(database.pool.totalCount).toBe(before - 1)
})
