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
  /** The folder of the database where it does not lie in DATA_DIR, because PostgreSQL's account may not enter that; else null. */
  readonly folderElsewhere: string | null
  readonly processId: number
  /** It was running already: an earlier server was killed without stopping it. */
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
  const holdings: DirectoryLock[] = []
  try {
    const home = await preparePostgresHome(options.dataDir)
    holdings.push(await lockDirectory(home, `DATA_DIR ${options.dataDir}`))
    const place = await locateCluster(home)
    if (!place.exists) await makeClusterRoot(place)
    // A copy of DATA_DIR leads to the same cluster: the two must not both use it.
    if (place.root !== home) holdings.push(await lockDirectory(place.root, `The database in ${place.root}`))
    return await openCluster(place, holdings, options.log)
  } catch (error) {
    await releaseLocks(holdings)
    throw toStartError(error, options.dataDir)
  }
}

async function openCluster(
  place: ClusterLocation,
  holdings: readonly DirectoryLock[],
  log: EmbeddedPostgresOptions['log'],
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries(place.account)
  const secrets = place.exists ? await readSecrets(place.home) : await createCluster(place, binaries, log)
  await checkClusterVersion(place.cluster, binaries.major)
  const { running: first, adopted } = await startWithRetries(place, binaries, secrets, log)
  const watch = supervisePostgres(
    first,
    async () => (await startOrAdoptPostgres(place, binaries, log, first.socketFolder)).running,
    log,
  )
  return {
    connection: createApplicationConnection(first, secrets),
    folderElsewhere: place.root === place.home ? null : place.root,
    adopted,
    get processId() {
      return watch.currentServer().pid
    },
    stop: runOnce(async () => {
      await watch.stop()
      await stopPostgres(watch.currentServer())
      await removeSocketFolder(place)
      await releaseLocks(holdings)
      log(`PostgreSQL stopped (process ${watch.currentServer().pid})`)
    }),
  }
}

/** A second call must not release what another server has taken in the meantime. */
function runOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

async function startWithRetries(
  place: ClusterLocation,
  binaries: Binaries,
  secrets: ClusterSecrets,
  log: EmbeddedPostgresOptions['log'],
): Promise<{ running: RunningPostgres; adopted: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const served = await startOrAdoptPostgres(place, binaries, log)
    try {
      await ensureApplicationDatabase(served.running, place.cluster, secrets)
      return served
    } catch (error) {
      // One that is just being killed looks alive for a moment longer.
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
  place: ClusterLocation,
  binaries: Binaries,
  log: EmbeddedPostgresOptions['log'],
): Promise<ClusterSecrets> {
  log(`Making a new database in ${place.cluster}`)
  const secrets = await createSecrets(place.home)
  try {
    await initializeCluster({ binaries, account: place.account, folder: place.cluster }, secrets.superuser)
    await writeLocationPointer(place)
    return secrets
  } catch (error) {
    // Nothing would ever lead there again.
    if (place.root !== place.home) await rm(place.root, { recursive: true, force: true })
    throw error
  }
}

/** The database of a server that runs now, for a command beside it; null where none runs. */
export async function connectEmbedded(dataDir: string): Promise<DatabaseConnection | null> {
  const running = await findRunningPostgres(dataDir)
  return running === null ? null : createApplicationConnection(running, await readSecrets(resolvePostgresHome(dataDir)))
}

export async function findRunningPostgres(dataDir: string): Promise<RunningPostgres | null> {
  try {
    const place = await locateCluster(resolvePostgresHome(dataDir))
    const found = place.exists ? await inspectPostgres(place.cluster) : null
    return found?.kind === 'running' ? found.running : null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw toStartError(error, dataDir)
  }
}

async function releaseLocks(holdings: readonly DirectoryLock[]): Promise<void> {
  // A folder that was removed meanwhile holds nobody up.
  await Promise.allSettled(holdings.toReversed().map((holding) => holding.release()))
}

function toStartError(error: unknown, dataDir: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseStartError || code === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new DatabaseStartError(`The disk of DATA_DIR ${dataDir} is full`, { cause: error })
  }
  return new DatabaseStartError(`The database in DATA_DIR ${dataDir} cannot be used: ${message}`, { cause: error })
}
