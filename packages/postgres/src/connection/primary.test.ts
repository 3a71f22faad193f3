import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseRelay, openDatabaseRelay, testDatabase, type TestDatabase } from '../testing/index.ts'
import { classifyDatabaseFault } from './database-fault.ts'
import { openPool } from './pool.ts'
import { splitHosts } from './primary.ts'

describe('splitHosts', () => {
  it.each([
    ['postgresql://ann:secret@db:5433/espalier', [], 'postgresql://ann:secret@db:5433/espalier'],
    ['postgresql://ann@/espalier?host=/run/a,b', [], 'postgresql://ann@/espalier?host=/run/a,b'],
    ['postgres://db/espalier?target_session_attrs=read-write', [], 'postgres://db/espalier'],
    [
      'postgresql://ann:secret@one:5433,two/espalier?target_session_attrs=read-write&sslmode=require',
      [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5432 },
      ],
      'postgresql://ann:secret@one:5433/espalier?sslmode=require',
    ],
    [
      'postgresql://[::1]:5433,[fe80::2]/espalier',
      [
        { host: '::1', port: 5433 },
        { host: 'fe80::2', port: 5432 },
      ],
      'postgresql://[::1]:5433/espalier',
    ],
  ])('reads the servers of %s', (connectionString, hosts, single) => {
    expect(splitHosts(connectionString)).toEqual({ hosts, single })
  })
})

async function portUsed(pool: ReturnType<typeof openPool>): Promise<number> {
  const client = await pool.connect()
  await client.query('select 1')
  client.release()
  return (client as unknown as { readonly port: number }).port
}

describe('Pool with several servers', () => {
  let database: TestDatabase
  let relays: readonly [DatabaseRelay, DatabaseRelay]
  beforeAll(async () => {
    database = await testDatabase([])
    relays = [await openDatabaseRelay(database.connection), await openDatabaseRelay(database.connection)]
  })
  afterAll(async () => {
    for (const relay of relays) await relay.stop()
    await database.drop()
  })

  const urlOfBoth = (): string => {
    const { user, password = '', database: name } = database.connection
    const servers = relays.map(({ connection }) => `${connection.host}:${connection.port}`).join(',')
    return `postgresql://${user}:${password}@${servers}/${name}?target_session_attrs=read-write`
  }

  it('uses the server that answers and switches when that one is gone', async () => {
    const [one, two] = relays
    one.cut()
    const pool = openPool({ connectionString: urlOfBoth() }, { max: 2 })
    expect(await portUsed(pool)).toBe(two.connection.port)
    one.restore()
    const lost = new Promise((resolve) => pool.once('remove', resolve))
    two.cut()
    await lost
    expect(await portUsed(pool)).toBe(one.connection.port)
    two.restore()
    await pool.end()
  })

  it('leaves a server that no longer accepts writes and returns when one does', async () => {
    const pool = openPool({ connectionString: urlOfBoth() }, { max: 1 })
    await pool.query('select 1')
    const name = database.connection.database
    const client = await pool.connect()
    client.on('error', () => undefined)
    await client.query('set default_transaction_read_only = on').catch(() => undefined)
    client.release()
    expect(pool.totalCount).toBe(0)
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    const refused = await pool.query('select 1').catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'NoPrimaryError' })
    expect(classifyDatabaseFault(refused)).toBe('away')
    await database.pool.query(`alter database ${name} reset default_transaction_read_only`)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })
})
