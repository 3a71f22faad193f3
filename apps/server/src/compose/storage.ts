import { identityMigrations } from '@espalier/identity'
import { migrate, openPool, startEmbeddedPostgres, StartRefused } from '@espalier/postgres'
import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import { serverMigrations } from '../database/migrations.ts'
import type { Log } from '../ports/log.ts'
import type { Started } from './stopping.ts'

const connections = 20
const startWaitMs = 15_000

/** The database, with every migration applied: the operator's, or our own beside us. */
export async function openStorage(config: Config, log: Log, started: Started): Promise<Pool> {
  const at = await place(config, log, started)
  const pool = openPool(at, { max: connections })
  started.also('database connections', () => pool.end())
  // Where many servers start at once, a connection may take longer than a request may wait for one.
  const patient = openPool(at, { max: 1, waitMs: startWaitMs })
  try {
    await askOnce(patient)
    const sets = config.identity.kind === 'embedded' ? [identityMigrations, serverMigrations] : [serverMigrations]
    const { applied } = await migrate(patient, sets)
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
  } finally {
    await patient.end()
  }
  return pool
}

async function place(config: Config, log: Log, started: Started) {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl }
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info({}, line),
  })
  started.also('embedded PostgreSQL', () => embedded.stop())
  // An operator who copies or removes DATA_DIR alone would lose or leave behind everything.
  if (embedded.folderElsewhere !== null) {
    const reason = `PostgreSQL's account may not enter DATA_DIR ${config.dataDir}`
    log.warn({}, `The database is in ${embedded.folderElsewhere}, because ${reason}`)
  }
  return embedded.connection
}

/** A wrong or absent server is told before anything else is tried on it. */
async function askOnce(pool: Pool): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new StartRefused(`The database cannot be reached: ${reason || 'no answer'}`, { cause })
  }
}

const readyMs = 1_000

// On a full disk PostgreSQL still reads: only what has to be written out, this list being too long for so little
// memory, tells that there is no room left. Nothing of it stays.
const needsRoom = `set local work_mem = '64kB'; select count(*) from generate_series(1, 20000) as filler`
const diskFull = '53100'

/** May the server take traffic? */
export async function isDatabaseReady(pool: Pool): Promise<{ ready: boolean; reason?: string }> {
  const asked = pool.query(needsRoom).then(
    () => ({ ready: true }),
    (error: { readonly code?: string }) => ({ ready: false, reason: error.code === diskFull ? 'disk' : 'database' }),
  )
  return Promise.race([asked, late()])
}

const late = () =>
  new Promise<{ ready: boolean; reason: string }>((resolve) => {
    setTimeout(() => resolve({ ready: false, reason: 'database' }), readyMs).unref()
  })
