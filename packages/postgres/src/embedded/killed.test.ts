import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../connection/pool.ts'
import { discardDataDir } from '../testing/index.ts'
import { connectEmbedded, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createAccessibleFolder, readNextLine, startScript } from './fixtures/support.ts'
import { readProcessStartTime } from './process-start-time.ts'

let folder: string
let dataDir: string
const quiet = () => startEmbeddedPostgres({ dataDir, log: () => {} })

beforeEach(async () => {
  folder = await createAccessibleFolder()
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await discardDataDir(dataDir)
  await rm(folder, { recursive: true })
})

describe('Killed server', () => {
  it('the next server adopts, uses and stops the PostgreSQL of a killed one', async () => {
    const script = startScript('hold-server', dataDir)
    const { postgres } = JSON.parse(await readNextLine(script)) as { postgres: number }
    await expect(quiet()).rejects.toThrow(`already in use by process ${script.pid}`)
    await script.kill()
    expect(readProcessStartTime(postgres)).not.toBeNull()
    const server = await quiet()
    expect(server).toMatchObject({ adopted: true, processId: postgres })
    const pool = openPool(server.connection)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
    await server.stop()
    expect(readProcessStartTime(postgres)).toBeNull()
  })

  it('the next server creates the database again if the first was killed while creating it', async () => {
    const script = startScript('hold-server', dataDir)
    const home = join(dataDir, 'postgres')
    const isMaking = () => readdir(home).then((names) => names.some((name) => name.startsWith('cluster.draft-')))
    await expect.poll(() => isMaking().catch(() => false), { timeout: 20_000, interval: 5 }).toBe(true)
    await script.kill()
    const server = await quiet()
    await server.stop()
    expect((await readdir(home)).sort()).toEqual(['cluster', 'holder', 'password', 'server.log'])
  })

  it('the next server waits for a stopping PostgreSQL and starts a new one', async () => {
    const script = startScript('hold-server', dataDir)
    const { postgres } = JSON.parse(await readNextLine(script)) as { postgres: number }
    const client = new Client({ ...(await connectEmbedded(dataDir)) })
    await client.connect()
    // A graceful stop waits for this connection.
    process.kill(postgres, 'SIGTERM')
    await expect.poll(() => connectEmbedded(dataDir)).toBeNull()
    await script.kill()
    let started: Promise<EmbeddedPostgres> | undefined
    await new Promise<void>((waits) => {
      const log = (line: string) => (line.startsWith('Waiting for PostgreSQL, which is stopping') ? waits() : undefined)
      started = startEmbeddedPostgres({ dataDir, log })
    })
    await client.end()
    const server = await started
    expect(server?.adopted).toBe(false)
    expect(readProcessStartTime(postgres)).toBeNull()
    await server?.stop()
  })

  it('keeps every confirmed write over twenty kills, sometimes including PostgreSQL', async () => {
    const first = await quiet()
    const pool = openPool(first.connection)
    await pool.query('create table numbers (id bigserial primary key)')
    await pool.end()
    await first.stop()
    const answered: string[] = []
    for (let round = 0; round < 20; round += 1) {
      const script = startScript('write-numbers', dataDir)
      const postgres = Number((await readNextLine(script)).split(' ')[1])
      for (let count = 0; count < 8 + round * 3; count += 1) answered.push(await readNextLine(script))
      if (round % 4 === 3) process.kill(postgres, 'SIGKILL')
      answered.push(...(await script.kill()))
    }
    const last = await quiet()
    const reading = openPool(last.connection)
    const kept = await reading.query<{ id: string }>('select id from numbers')
    const present = new Set(kept.rows.map((row) => row.id))
    expect(answered.length).toBeGreaterThan(700)
    expect(answered.filter((id) => !present.has(id))).toEqual([])
    await reading.end()
    await last.stop()
  }, 180_000)
})
