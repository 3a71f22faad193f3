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
import { waitAtMost } from '../reliability/timeout.ts'
import { startTexts } from '../texts/start.ts'
import type { ShutdownHooks } from './shutdown.ts'

/** Connections in groups, so that one kind of work that stalls does not block the others. */
export interface DatabasePools {
  /** For sessions and health, which every request needs first and which never wait for anything long. */
  readonly signIn: Pool
  readonly reads: Pool
  /** For the transactions of requests. */
  readonly writes: Pool
  /** For jobs, and the connections that listen: one for jobs, one for the bus. */
  readonly jobs: Pool
}

const limitsByPool: Readonly<Record<keyof DatabasePools, SessionLimits>> = {
  signIn: { ...requestLimits, statementMs: 3_000 },
  reads: requestLimits,
  writes: { ...requestLimits, statementMs: 10_000 },
  jobs: { ...requestLimits, lockMs: 10_000, statementMs: 60_000 },
}

/** Four concurrent jobs, two listeners and two spare connections. */
const jobConnections = 8

/** Returns how many connections each group may open. */
function shareConnections(total: number): Readonly<Record<keyof DatabasePools, number>> {
  const left = total - jobConnections
  const signIn = Math.round(left * 0.22)
  const writes = Math.round(left * 0.33)
  return { signIn, writes, reads: left - signIn - writes, jobs: jobConnections }
}

const startWaitMs = 15_000

/** Opens the database and applies every migration, on the operator's server or the embedded one. */
export async function openDatabasePools(config: Config, log: Log, started: ShutdownHooks): Promise<DatabasePools> {
  const at = await findDatabaseAddress(config, log, started)
  const storage = openPools(at, config.databaseConnections, log)
  const pools = Object.values(storage)
  started.add('database connections', async () => void (await Promise.all(pools.map((pool) => pool.end()))))
  // If many servers start at once, a connection may take longer than a request may wait for one.
  const migrationPool = openPool(at, { max: 2, waitMs: startWaitMs, limits: patientLimits })
  try {
    await checkConnection(migrationPool)
    const sets = config.identity.kind === 'embedded' ? [identityMigrations, serverMigrations] : [serverMigrations]
    const { applied } = await migrate(migrationPool, sets)
    await installJobs(migrationPool, log)
    log.debug({ count: applied.length }, 'migrations applied')
  } finally {
    await migrationPool.end()
  }
  await Promise.all(pools.map(warmUpPool))
  return storage
}

const warmConnectionCount = 4

/**
 * Opens some connections before the first request needs them: on a busy machine, opening one takes longer than a
 * request may wait. A connection that cannot be opened now is opened on demand.
 */
async function warmUpPool(pool: Pool): Promise<void> {
  const count = Math.min(warmConnectionCount, pool.options.max)
  const opened = await Promise.allSettled(Array.from({ length: count }, () => pool.connect()))
  for (const one of opened) if (one.status === 'fulfilled') one.value.release()
}

function openPools(at: Parameters<typeof openPool>[0], connections: number, log: Log): DatabasePools {
  const shares = shareConnections(connections)
  // If one connection is dead, the others are dead as well, and each would cost a request a wait.
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
  // At the start, the steps show what happens. Later lines tell of a PostgreSQL that ended or was started again.
  let isStarting = true
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => (isStarting ? log.debug({}, line) : log.info({}, line)),
  })
  isStarting = false
  started.add('embedded PostgreSQL', () => embedded.stop())
  // An operator who copies or removes only DATA_DIR would lose or leave behind everything.
  if (embedded.folderElsewhere !== null) {
    const reason = `PostgreSQL's account may not enter DATA_DIR ${config.dataDir}`
    log.warn({}, `The database is in ${embedded.folderElsewhere}, because ${reason}`)
  }
  return embedded.connection
}

/** Reports a wrong or unreachable server before anything else is tried on it. */
async function checkConnection(pool: Pool): Promise<void> {
  try {
    await probeConnection(pool)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new DatabaseStartError(startTexts.errors.databaseUnreachable(reason || startTexts.errors.noAnswer), { cause })
  }
}

const readyMs = 1_000

const diskFull = '53100'

/** Returns whether the server may receive traffic. */
export async function isDatabaseReady(pool: Pool): Promise<{ ready: boolean; reason?: string }> {
  const probe = probeDiskSpace(pool).then(
    () => ({ ready: true }),
    (error: { readonly code?: string }) => ({ ready: false, reason: error.code === diskFull ? 'disk' : 'database' }),
  )
  return waitAtMost(readyMs, probe, () => ({ ready: false, reason: 'database' }))
}
