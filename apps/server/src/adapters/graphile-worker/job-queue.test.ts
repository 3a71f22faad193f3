import { openPool, patientLimits } from '@espalier/postgres'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { createAwaitedList } from '@espalier/stand-ins/awaited-list.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { serverMigrations } from '../../database/database.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { installJobs, queueDueJobs } from './job-queue.ts'
import { startJobs } from './start-jobs.ts'

let database: TestDatabase
const log = createRecordedLog()
const daily = [{ name: 'purge-trash', everyMs: 24 * 60 * 60 * 1000 }] as const

beforeEach(async () => {
  database = await testDatabase([serverMigrations])
  await installJobs(database.pool, log)
})
afterEach(() => database.drop())

const waiting = async () =>
  (await database.pool.query('select task_identifier as name from graphile_worker.jobs')).rows.map(({ name }) => name)

it('queues a due job once a day when several servers check at the same moment', async () => {
  const pools = Array.from({ length: 5 }, () => openPool(database.connection, { max: 1, limits: patientLimits }))
  await Promise.all(pools.map((pool) => queueDueJobs(pool, daily)))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(await waiting()).toEqual(['purge-trash'])
  await database.pool.query('delete from graphile_worker._private_jobs')
  await queueDueJobs(database.pool, daily)
  expect(await waiting()).toEqual([])
  await database.pool.query(`update recurring_jobs set last_at = now() - interval '3 days'`)
  await queueDueJobs(database.pool, daily)
  expect(await waiting()).toEqual(['purge-trash'])
})

it('queues and runs a recurring job when a server starts', async () => {
  const done = createAwaitedList<unknown>()
  const { stop } = await startJobs({
    pool: database.pool,
    log,
    pollMs: 50,
    recurring: daily,
    runners: { 'purge-trash': async (payload) => done.push(payload) },
  })
  expect(await done.atLeast(1)).toEqual([{}])
  await stop()
})
