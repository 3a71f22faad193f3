import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MigrationSet } from '../migrate.ts'
import { testDatabase } from './index.ts'

let folder: string
let sets: readonly MigrationSet[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-sets-'))
  await writeFile(join(folder, '0001-trees.sql'), 'create table trees (id int); insert into trees values (1);')
  sets = [{ name: 'garden', folder: pathToFileURL(folder) }]
})

afterAll(() => rm(folder, { recursive: true }))

describe('testDatabase', () => {
  it('gives each caller its own database with the migrations applied', async () => {
    const [one, two] = await Promise.all([testDatabase(sets), testDatabase(sets)])
    await one.pool.query('insert into trees values (2)')
    expect((await one.pool.query('select id from trees')).rowCount).toBe(2)
    expect((await two.pool.query('select id from trees')).rowCount).toBe(1)
    await Promise.all([one.drop(), two.drop()])
  })

  it('a test database is reachable by its connection string and is gone after drop, even with an open connection', async () => {
    const database = await testDatabase(sets)
    const client = new Client({ connectionString: database.connectionString })
    client.on('error', () => {})
    await client.connect()
    expect((await client.query('select id from trees')).rowCount).toBe(1)
    await database.drop()
    const late = new Client({ connectionString: database.connectionString })
    await expect(late.connect()).rejects.toMatchObject({ code: '3D000' })
  })

  it('creates the template once when several processes request it at the same moment', async () => {
    await writeFile(join(folder, '0002-walls.sql'), 'create table walls (id int);')
    const script = new URL('./fixtures/ask-for-database.ts', import.meta.url)
    const children = Array.from({ length: 3 }, () =>
      fork(script, [sets[0]?.folder.href ?? ''], { execArgv: ['--import', 'tsx'] }),
    )
    const codes = await Promise.all(children.map((child) => once(child, 'exit').then(([code]) => code as number)))
    expect(codes).toEqual([0, 0, 0])
  })

  it('says what to do if no cluster runs', async () => {
    const variable = 'ESPALIER_TEST_POSTGRES'
    const previous = process.env[variable]
    delete process.env[variable]
    await expect(testDatabase([])).rejects.toThrow('startTestCluster()')
    process.env[variable] = previous
  })
})
