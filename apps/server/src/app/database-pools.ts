import { identityMigrations } from '@espalier/identity'
import {
  DatabaseStartError,
  migrate,
  openPool,
  patientLimits,
  requestLimits,
  type SessionLimits,
  startEmbeddedPostgres,
  suspectConnections,
} from '@espalier/postgres'
import type { Pool } from 'pg'
import { installJobs } from '../adapters/graphile-worker/job-queue.ts'
import type { Config } from '../config/config.ts'
import { serverMigrations } from '../database/database.ts'
import { probeConnection, probeDiskSpace } from '../database/probes.ts'
import type { Log } from '../ports/log.ts'
import type { ShutdownHooks } from './shutdown.ts'

/** Connections in groups, so that one kind of work that stands still leaves the others theirs. */
export interface DatabasePools {
  /** Sessions and health: what every request needs first, and never waits for anything long. */
  readonly signIn: Pool
  readonly reads: Pool
  /** Transactions of requests. */
  readonly writes: Pool
  /** Jobs, and the connections that listen: one for jobs, one for the bus. */
  readonly jobs: Pool
}

const limitsByPool: Readonly<Record<keyof DatabasePools, SessionLimits>> = {
  signIn: { ...requestLimits, statementMs: 3_000 },
  reads: requestLimits,
  writes: { ...requestLimits, statementMs: 10_000 },
  jobs: { ...requestLimits, lockMs: 10_000, statementMs: 60_000 },
}

/** Four jobs at once, two that listen, and two to spare. */
const jobConnections = 8

/** How many connections each group may open. */
function shareConnections(total: number): Readonly<Record<keyof DatabasePools, number>> {
  const left = total - jobConnections
  const signIn = Math.round(left * 0.22)
  const writes = Math.round(left * 0.33)
  return { signIn, writes, reads: left - signIn - writes, jobs: jobConnections }
}

const startWaitMs = 15_000

/** The database, with every migration applied: the operator's, or our own beside us. */
export async function openDatabasePools(config: Config, log: Log, started: ShutdownHooks): Promise<DatabasePools> {
  const at = await findDatabaseAddress(config, log, started)
  const storage = openPools(at, config.databaseConnections, log)
  const pools = Object.values(storage)
  started.add('database connections', async () => void (await Promise.all(pools.map((pool) => pool.end()))))
  // Where many servers start at once, a connection may take longer than a request may wait for one.
  const patient = openPool(at, { max: 2, waitMs: startWaitMs, limits: patientLimits })
  try {
    await checkConnection(patient)
    const sets = config.identity.kind === 'embedded' ? [identityMigrations, serverMigrations] : [serverMigrations]
    const { applied } = await migrate(patient, sets)
    await installJobs(patient, log)
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
  } finally {
    await patient.end()
  }
  await Promise.all(pools.map(warmUpPool))
  return storage
}

const warmConnectionCount = 4

/**
 * Opens some connections before the first request needs them: on a busy machine, opening one takes longer than a request
 * may wait. One that cannot be opened now is opened when it is needed.
 */
async function warmUpPool(pool: Pool): Promise<void> {
  const count = Math.min(warmConnectionCount, pool.options.max)
  const opened = await Promise.allSettled(Array.from({ length: count }, () => pool.connect()))
  for (const one of opened) if (one.status === 'fulfilled') one.value.release()
}

function openPools(at: Parameters<typeof openPool>[0], connections: number, log: Log): DatabasePools {
  const shares = shareConnections(connections)
  // One dead line means that the others are dead as well: each would cost somebody a wait.
  const onSilent = (): void => {
    log.warn({}, 'the database did not answer in time on one connection; the others are checked')
    Object.values(storage).forEach(suspectConnections)
  }
  const open = (name: keyof DatabasePools): Pool =>
    openPool(at, { max: shares[name], limits: limitsByPool[name], applicationName: `espalier ${name}`, onSilent })
  const storage: DatabasePools = {
    signIn: open('signIn'),
    reads: open('reads'),
    writes: open('writes'),
    jobs: open('jobs'),
  }
  return storage
}

async function findDatabaseAddress(config: Config, log: Log, started: ShutdownHooks) {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl }
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info({}, line),
  })
  started.add('embedded PostgreSQL', () => embedded.stop())
  // An operator who copies or removes DATA_DIR alone would lose or leave behind everything.
  if (embedded.folderElsewhere !== null) {
    const reason = `PostgreSQL's account may not enter DATA_DIR ${config.dataDir}`
    log.warn({}, `The database is in ${embedded.folderElsewhere}, because ${reason}`)
  }
  return embedded.connection
}

/** A wrong or absent server is told before anything else is tried on it. */
async function checkConnection(pool: Pool): Promise<void> {
  try {
    await probeConnection(pool)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new DatabaseStartError(`The database cannot be reached: ${reason || 'no answer'}`, { cause })
  }
}

const readyMs = 1_000

const diskFull = '53100'

/** May the server take traffic? */
export async function isDatabaseReady(pool: Pool): Promise<{ ready: boolean; reason?: string }> {
  const asked = probeDiskSpace(pool).then(
    () => ({ ready: true }),
    (error: { readonly code?: string }) => ({ ready: false, reason: error.code === diskFull ? 'disk' : 'database' }),
  )
  return Promise.race([asked, notReadyAfterTimeout()])
}

const notReadyAfterTimeout = () =>
  new Promise<{ ready: boolean; reason: string }>((resolve) => {
    setTimeout(() => resolve({ ready: false, reason: 'database' }), readyMs).unref()
  })
