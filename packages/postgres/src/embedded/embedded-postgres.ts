import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseConnection } from '../connection/pool.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { checkClusterVersion, initializeCluster } from './cluster.ts'
import {
  type ClusterLocation,
  locateCluster,
  makeClusterRoot,
  preparePostgresHome,
  removeSocketFolder,
  resolvePostgresHome,
  writeLocationPointer,
} from './data-directory.ts'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import { isProcessRunning } from './process-start-time.ts'
import {
  type ClusterSecrets,
  createApplicationConnection,
  createSecrets,
  ensureApplicationDatabase,
  readSecrets,
} from './roles.ts'
import { inspectPostgres, type RunningPostgres, stopPostgres } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'
import { startOrAdoptPostgres, supervisePostgres } from './supervisor.ts'

export interface EmbeddedPostgres {
  readonly connection: DatabaseConnection
  /**
   * The folder of the database if it is outside DATA_DIR, because PostgreSQL's account may not enter that; otherwise
   * null.
   */
  readonly folderElsewhere: string | null
  readonly processId: number
  /** True if it was already running, because an earlier server was killed without stopping it. */
  readonly adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly log: (line: string) => void
}

const maxAdoptions = 3
const exitGraceMs = 250

/** Starts the PostgreSQL of this DATA_DIR, or takes over the one that an earlier server left running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const locks: DirectoryLock[] = []
  try {
    const home = await preparePostgresHome(options.dataDir)
    locks.push(await lockDirectory(home, `DATA_DIR ${options.dataDir}`))
    const location = await locateCluster(home)
    if (!location.exists) await makeClusterRoot(location)
    // A copy of DATA_DIR points to the same cluster, and the two must not both use it.
    if (location.root !== home) locks.push(await lockDirectory(location.root, `The database in ${location.root}`))
    return await openCluster(location, locks, options.log)
  } catch (error) {
    await releaseLocks(locks)
    throw toStartError(error, options.dataDir)
  }
}

async function openCluster(
  location: ClusterLocation,
  locks: readonly DirectoryLock[],
  log: EmbeddedPostgresOptions['log'],
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries(location.account)
  const secrets = location.exists ? await readSecrets(location.home) : await createCluster(location, binaries, log)
  await checkClusterVersion(location.cluster, binaries.major)
  const { running: first, adopted } = await startWithRetries(location, binaries, secrets, log)
  const watch = supervisePostgres(
    first,
    async () => (await startOrAdoptPostgres(location, binaries, log, first.socketFolder)).running,
    log,
  )
  return {
    connection: createApplicationConnection(first, secrets),
    folderElsewhere: location.root === location.home ? null : location.root,
    adopted,
    get processId() {
      return watch.currentServer().pid
    },
    stop: runOnce(async () => {
      await watch.stop()
      await stopPostgres(watch.currentServer())
      await removeSocketFolder(location)
      await releaseLocks(locks)
      log(`PostgreSQL stopped (process ${watch.currentServer().pid})`)
    }),
  }
}

/** A second call must not release what another server has locked in the meantime. */
function runOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

async function startWithRetries(
  location: ClusterLocation,
  binaries: Binaries,
  secrets: ClusterSecrets,
  log: EmbeddedPostgresOptions['log'],
): Promise<{ running: RunningPostgres; adopted: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const served = await startOrAdoptPostgres(location, binaries, log)
    try {
      await ensureApplicationDatabase(served.running, location.cluster, secrets)
      return served
    } catch (error) {
      // A PostgreSQL that is just being killed looks alive for a moment.
      const isDying = served.adopted && (await endsSoon(served.running))
      if (!served.adopted) await stopPostgres(served.running)
      if (!isDying || attempt === maxAdoptions) throw error
    }
  }
}

async function endsSoon({ pid, started }: RunningPostgres): Promise<boolean> {
  await pause(exitGraceMs)
  return !isProcessRunning(pid, started)
}

async function createCluster(
  location: ClusterLocation,
  binaries: Binaries,
  log: EmbeddedPostgresOptions['log'],
): Promise<ClusterSecrets> {
  log(`Creating a new database in ${location.cluster}`)
  const secrets = await createSecrets(location.home)
  try {
    await initializeCluster({ binaries, account: location.account, folder: location.cluster }, secrets.superuser)
    await writeLocationPointer(location)
    return secrets
  } catch (error) {
    // Nothing would ever point there again.
    if (location.root !== location.home) await rm(location.root, { recursive: true, force: true })
    throw error
  }
}

/** Returns the connection to a running server's database for a command; null if none runs. */
export async function connectEmbedded(dataDir: string): Promise<DatabaseConnection | null> {
  const running = await findRunningPostgres(dataDir)
  return running === null ? null : createApplicationConnection(running, await readSecrets(resolvePostgresHome(dataDir)))
}

export async function findRunningPostgres(dataDir: string): Promise<RunningPostgres | null> {
  try {
    const location = await locateCluster(resolvePostgresHome(dataDir))
    const found = location.exists ? await inspectPostgres(location.cluster) : null
    return found?.kind === 'running' ? found.running : null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw toStartError(error, dataDir)
  }
}

async function releaseLocks(locks: readonly DirectoryLock[]): Promise<void> {
  // A folder that was removed meanwhile must not cause an error.
  await Promise.allSettled(locks.toReversed().map((lock) => lock.release()))
}

function toStartError(error: unknown, dataDir: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseStartError || code === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new DatabaseStartError(`The disk of DATA_DIR ${dataDir} is full`, { cause: error })
  }
  return new DatabaseStartError(`The database in DATA_DIR ${dataDir} cannot be used: ${message}`, { cause: error })
}
