import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from './connection/pool.ts'
import { patientLimits } from './connection/session-limits.ts'
import { DatabaseTooNewError, migrate, MigrationError, type MigrationSet } from './migrate.ts'
import { testDatabase, type TestDatabase } from './testing/index.ts'

let folder: string
let set: MigrationSet
let database: TestDatabase

const write = (file: string, sql: string) => writeFile(join(folder, file), sql)

async function tables(): Promise<string[]> {
  const answer = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  )
  return answer.rows.map((row) => row.name)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier migrations '))
  set = { name: 'garden', folder: pathToFileURL(folder) }
  database = await testDatabase([])
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

describe('migrate', () => {
  it('applies the files of each set in order, several statements each, and only once', async () => {
    await write(
      '0001-trees.sql',
      'create table trees (id int); insert into trees values (1); insert into trees values (2);',
    )
    await write('0002-pears.sql', 'alter table trees add column pears int default 3;')
    expect(await migrate(database.pool, [set])).toEqual({ applied: ['garden/0001-trees', 'garden/0002-pears'] })
    expect(await migrate(database.pool, [set])).toEqual({ applied: [] })
    await write('0003-walls.sql', 'create table walls ();')
    expect(await migrate(database.pool, [set])).toEqual({ applied: ['garden/0003-walls'] })
    expect((await database.pool.query('select id, pears from trees order by id')).rows).toEqual([
      { id: 1, pears: 3 },
      { id: 2, pears: 3 },
    ])
  })

  it('runs each file once when five programs start at the same moment', async () => {
    await write('0001-trees.sql', 'create table trees (id int); select pg_sleep(0.05); insert into trees values (1);')
    await write('0002-more.sql', 'insert into trees values (2);')
    const pools = Array.from({ length: 5 }, () => openPool(database.connection, { max: 1, limits: patientLimits }))
    const reports = await Promise.all(pools.map((pool) => migrate(pool, [set])))
    await Promise.all(pools.map((pool) => pool.end()))
    expect(reports.flatMap((report) => report.applied)).toEqual(['garden/0001-trees', 'garden/0002-more'])
    expect((await database.pool.query('select id from trees order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('rolls back a file that fails, names it, and continues there once it is fixed', async () => {
    await write('0001-trees.sql', 'create table trees (id int);')
    await write('0002-wrong.sql', 'create table walls (id int); insert into nowhere values (1);')
    const failing = migrate(database.pool, [set])
    await expect(failing).rejects.toBeInstanceOf(MigrationError)
    await expect(failing).rejects.toThrow(/garden\/0002-wrong failed.*"nowhere" does not exist/)
    expect(await tables()).toEqual(['trees'])
    await write('0002-wrong.sql', 'create table walls (id int);')
    expect(await migrate(database.pool, [set])).toEqual({ applied: ['garden/0002-wrong'] })
  })

  it('rolls back a file whose program is killed and releases the lock', async () => {
    await write('0001-slow.sql', 'create table trees (id int); select pg_sleep(600);')
    const dying = openPool(database.connection, { max: 1, applicationName: 'dying' })
    const outcome = expect(migrate(dying, [set])).rejects.toBeInstanceOf(MigrationError)
    await expect
      .poll(
        async () =>
          (
            await database.pool.query(
              `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dying' and wait_event = 'PgSleep'`,
            )
          ).rowCount,
        { timeout: 10_000 },
      )
      .toBe(1)
    await outcome
    await dying.end()
    expect(await tables()).toEqual([])
    await write('0001-slow.sql', 'create table trees (id int);')
    expect(await migrate(database.pool, [set])).toEqual({ applied: ['garden/0001-slow'] })
  })

  it('refuses a database that is newer than the program', async () => {
    await write('0001-trees.sql', 'create table trees ();')
    await write('0002-walls.sql', 'create table walls ();')
    await migrate(database.pool, [set])
    await rm(join(folder, '0002-walls.sql'))
    const refused = migrate(database.pool, [set])
    await expect(refused).rejects.toBeInstanceOf(DatabaseTooNewError)
    await expect(refused).rejects.toThrow('garden/0002-walls')
  })

  it('checks every set before it changes anything', async () => {
    await write('0001-trees.sql', 'create table trees ();')
    await migrate(database.pool, [set])
    await write('0001-trees.sql', 'create table bushes ();')
    const other = await mkdtemp(join(tmpdir(), 'espalier-other-'))
    await writeFile(join(other, '0001-new.sql'), 'create table newcomers ();')
    const sets = [{ name: 'other', folder: pathToFileURL(other) }, set]
    await expect(migrate(database.pool, sets)).rejects.toThrow('garden/0001-trees has other contents')
    expect(await tables()).toEqual(['trees'])
    await rm(other, { recursive: true })
  })

  it('refuses renamed or missing history, but accepts other line endings', async () => {
    await write('0001-trees.sql', 'create table trees\n();')
    await write('0002-walls.sql', 'create table walls ();')
    await migrate(database.pool, [set])
    await write('0001-trees.sql', 'create table trees\r\n();')
    expect(await migrate(database.pool, [set])).toEqual({ applied: [] })
    await rename(join(folder, '0002-walls.sql'), join(folder, '0002-fences.sql'))
    await expect(migrate(database.pool, [set])).rejects.toThrow('garden/0002-fences is called 0002-walls')
    await database.pool.query('delete from schema_migrations where number = 1')
    await expect(migrate(database.pool, [set])).rejects.toThrow('garden/0001-trees was left out')
  })

  it('allows a missing number, but not adding it later', async () => {
    await write('0001-trees.sql', 'create table trees ();')
    await write('0003-walls.sql', 'create table walls ();')
    expect(await migrate(database.pool, [set])).toEqual({ applied: ['garden/0001-trees', 'garden/0003-walls'] })
    await write('0004-gates.sql', 'create table gates ();')
    expect(await migrate(database.pool, [set])).toEqual({ applied: ['garden/0004-gates'] })
    await write('0002-late.sql', 'create table late ();')
    await expect(migrate(database.pool, [set])).rejects.toThrow('garden/0002-late was left out')
  })

  it('refuses two files with the same number and a file without one', async () => {
    await write('0001-trees.sql', 'create table trees ();')
    await write('0001-walls.sql', '')
    await expect(migrate(database.pool, [set])).rejects.toThrow('0001-walls.sql has a number that is taken')
    await rename(join(folder, '0001-walls.sql'), join(folder, 'walls.sql'))
    await expect(migrate(database.pool, [set])).rejects.toThrow('walls.sql is not named like')
    expect(await tables()).toEqual([])
  })

  it('refuses a file that ends its own transaction', async () => {
    await write('0001-cheat.sql', 'create table trees (); commit; begin;')
    await expect(migrate(database.pool, [set])).rejects.toThrow('must not begin or end a transaction')
  })
})
