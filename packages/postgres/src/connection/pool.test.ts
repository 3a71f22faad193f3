import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../testing/index.ts'
import { formatConnectionString, openPool } from './pool.ts'

describe('formatConnectionString', () => {
  it.each([
    { host: '/srv/my data/ä,"x', port: 5432, user: 'espalier', password: 'a/b@c:d?e&f%g h', database: 'espalier' },
    { host: '127.0.0.1', port: 6543, user: 'us er', password: 'plain', database: 'gar-den' },
  ])('describes the same database as %o', (connection) => {
    const { host, port, user, password, database } = new Client({
      connectionString: formatConnectionString(connection),
    })
    expect({ host, port, user, password, database }).toEqual(connection)
  })
})

describe('openPool', () => {
  it('survives the loss of its idle connections', async () => {
    const database = await testDatabase([])
    const pool = openPool({ connectionString: database.connectionString }, { max: 1, applicationName: 'idle one' })
    await pool.query('select 1')
    const lost = new Promise((resolve) => pool.once('remove', resolve))
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'idle one'`,
    )
    await lost
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
    await database.drop()
  })

  it('rejects a caller when no connection becomes free in time', async () => {
    const database = await testDatabase([])
    // The waiting time also limits the opening of the first connection, so a short time would cause a race.
    const pool = openPool(database.connection, { max: 1 })
    const client = await pool.connect()
    await expect(pool.query('select 1')).rejects.toThrow('timeout')
    client.release()
    await pool.end()
    await database.drop()
  })
})
