import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../connection/pool.ts'
import { discardDataDir } from '../testing/index.ts'
import { backUpEmbedded } from './backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createAccessibleFolder } from './fixtures/support.ts'

let folder: string
let running: EmbeddedPostgres
const quiet = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: () => {} })

beforeAll(async () => {
  folder = await createAccessibleFolder()
  running = await quiet(join(folder, 'data'))
})
afterAll(async () => {
  await running.stop()
  for (const name of await readdir(folder)) await discardDataDir(join(folder, name))
  await rm(folder, { recursive: true })
})

it('a backup during writes contains everything committed before it and starts by itself', async () => {
  const pool = openPool(running.connection, { max: 4 })
  await pool.query(`create table rings (id bigint primary key, pad text); create unlogged table leaves (id int)`)
  await pool.query(`insert into rings select n, repeat('x', 500) from generate_series(1, 20000) as n`)
  await pool.query('insert into leaves values (1)')
  const state = { next: 20_001, isOver: false }
  const answered: number[] = []
  const writers = Array.from({ length: 3 }, async () => {
    while (!state.isOver) {
      const id = state.next++
      await pool.query(`insert into rings values ($1, repeat('y', 500))`, [id])
      answered.push(id)
    }
  })
  const before = [...answered]
  const { bytes } = await backUpEmbedded(join(folder, 'data'), join(folder, 'deep', 'copy'))
  state.isOver = true
  await Promise.all(writers)
  await pool.end()
  expect(bytes).toBeGreaterThan(10_000_000)
  expect(answered.length).toBeGreaterThan(before.length)

  const restored = await quiet(join(folder, 'deep', 'copy'))
  const copy = openPool(restored.connection, { max: 1 })
  const { rows } = await copy.query<{ count: number }>(
    'select count(*)::integer as count from rings where id <= 20000 or id = any($1::bigint[])',
    [before],
  )
  expect(rows[0]?.count).toBe(20_000 + before.length)
  await copy.query(`insert into rings values (-1, '')`)
  expect((await copy.query('select from leaves')).rowCount).toBe(0)
  const slots = await copy.query('select from pg_replication_slots')
  expect(slots.rowCount).toBe(0)
  await copy.end()
  await restored.stop()
}, 60_000)

it('a backup never overwrites existing files and leaves nothing incomplete', async () => {
  const used = join(folder, 'used')
  await mkdir(used)
  await writeFile(join(used, 'mine'), '')
  await expect(backUpEmbedded(join(folder, 'data'), used)).rejects.toThrow('is not empty')
  await expect(backUpEmbedded(join(folder, 'data'), join(used, 'mine', 'below'))).rejects.toThrow(
    'cannot hold a backup',
  )
  await expect(backUpEmbedded(join(folder, 'nothing'), join(folder, 'copy'))).rejects.toThrow('No database runs')
  expect((await readdir(folder)).filter((name) => name.includes('.part-'))).toEqual([])
  expect((await stat(join(used, 'mine'))).size).toBe(0)
})
