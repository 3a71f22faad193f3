import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseRelay, openDatabaseRelay, testDatabase, type TestDatabase } from '../testing/index.ts'
import { classifyDatabaseFault } from './database-fault.ts'
import { openPool } from './pool.ts'
import { extendTransaction, suspectConnections } from './session-limits.ts'

let database: TestDatabase
let relay: DatabaseRelay
beforeAll(async () => {
  database = await testDatabase([])
  await database.pool.query('create table things (id integer primary key); insert into things values (1)')
  relay = await openDatabaseRelay(database.connection)
})
afterAll(async () => {
  await relay.stop()
  await database.drop()
})

const lockThing = (client: PoolClient) => client.query('select from things where id = 1 for update')
const limits = { lockMs: 100, statementMs: 60_000, idleInTransactionMs: 60_000 }

describe('Session limits', () => {
  it('sets the limits on every connection of a pool, including the TCP settings of the PostgreSQL side, and compiles no query', async () => {
    const pool = openPool(relay.connection, { max: 1 })
    const { rows } = await pool.query(
      `select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout',
         'idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'jit') order by name`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toMatchObject({
      lock_timeout: '2000',
      statement_timeout: '15000',
      idle_in_transaction_session_timeout: '3000',
      jit: 'off',
    })
    await pool.end()
  })

  it('ends the wait for a lock as a fault that is worth a retry', async () => {
    const holder = await database.pool.connect()
    await holder.query('begin')
    await lockThing(holder)
    const pool = openPool(database.connection, { max: 1, limits })
    const failure = await pool.query('select from things where id = 1 for update').catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: '55P03' })
    expect(classifyDatabaseFault(failure)).toBe('busy')
    await holder.query('rollback')
    holder.release()
    await pool.end()
  })

  it('releases the lock of an idle transaction', async () => {
    const pool = openPool(database.connection, { max: 1, limits: { ...limits, idleInTransactionMs: 50 } })
    const client = await pool.connect()
    const lost = once(client, 'error')
    await client.query('begin')
    await lockThing(client)
    const [error] = await lost
    expect(error).toMatchObject({ code: '25P03' })
    expect(classifyDatabaseFault(error)).toBe('away')
    // PostgreSQL sends the error before it has released the lock, so this waits for the lock for a moment.
    const free = await database.pool.query('select from things where id = 1 for update')
    expect(free.rowCount).toBe(1)
    client.release(true)
    await pool.end()
  })

  it('extends the limits for one transaction and resets them afterwards', async () => {
    const pool = openPool(database.connection, { max: 1, limits })
    const client = await pool.connect()
    const show = async () => (await client.query('show idle_in_transaction_session_timeout')).rows[0]
    await client.query('begin')
    await extendTransaction(client, 120_000)
    expect(await show()).toEqual({ idle_in_transaction_session_timeout: '2min' })
    await client.query('commit')
    expect(await show()).toEqual({ idle_in_transaction_session_timeout: '1min' })
    client.release()
    await pool.end()
  })
})

describe('Silent database connection', () => {
  it('closes a silent connection together with the idle connections of the pool', async () => {
    const quick = { lockMs: 100, statementMs: 200, idleInTransactionMs: 60_000 }
    let silences = 0
    const pool = openPool(relay.connection, { max: 3, limits: quick, onSilent: () => (silences += 1) })
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
    for (const client of clients) client.release()
    expect(pool.idleCount).toBe(3)
    relay.silence()
    const failure = await pool.query('select 1').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'DatabaseSilentError' })
    expect(classifyDatabaseFault(failure)).toBe('away')
    await expect.poll(() => pool.totalCount).toBe(0)
    expect(silences).toBe(1)
    relay.restore()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('gives the other connections one second for the response of PostgreSQL', async () => {
    const [quick, slow] = [200, 60_000].map((statementMs) => ({ ...limits, statementMs }))
    const patient = openPool(relay.connection, { max: 1, limits: slow ?? limits })
    const impatientPool = openPool(relay.connection, {
      max: 1,
      limits: quick ?? limits,
      onSilent: () => suspectConnections(patient),
    })
    const [waiting] = await Promise.all([patient.connect(), impatientPool.query('select 1')])
    waiting.on('error', () => undefined)
    relay.silence()
    const [first, second] = await Promise.allSettled([impatientPool.query('select 1'), waiting.query('select 1')])
    expect([first?.status, second?.status]).toEqual(['rejected', 'rejected'])
    waiting.release(true)
    relay.restore()
    await Promise.all([patient.end(), impatientPool.end()])
  })

  it('answers a query that is sent in the moment in which its idle connection was checked', async () => {
    let silences = 0
    const pool = openPool(database.connection, { max: 1, limits, onSilent: () => (silences += 1) })
    const client = await pool.connect()
    const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
    stream.emit('timeout')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(silences).toBe(0)
    client.release()
    await pool.end()
  })

  it('does not suspect a connection without a pending query', async () => {
    const pool = openPool(relay.connection, {
      max: 1,
      limits: { lockMs: 100, statementMs: 1, idleInTransactionMs: 60_000 },
    })
    const client = await pool.connect()
    const { stream } = (client as unknown as { connection: { stream: NodeJS.EventEmitter } }).connection
    await once(stream, 'timeout')
    await new Promise(setImmediate)
    await client.query('set statement_timeout = 0')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    client.release()
    await pool.end()
  })
})
