import { constants } from 'node:fs'
import { access, chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseConnection } from '../connection/pool.ts'
import { findInaccessibleFolder, type UnixAccount, unprivilegedAccount } from '../embedded/account.ts'
import { findBinaries } from '../embedded/binaries.ts'
import { changeOwner, initializeCluster, launchPostgres } from '../embedded/cluster.ts'
import { isInStateFolder, locateCluster, removeSocketFolder, resolvePostgresHome } from '../embedded/data-directory.ts'
import { findRunningPostgres } from '../embedded/embedded-postgres.ts'
import { readProcessStartTime } from '../embedded/process-start-time.ts'
import { applicationDatabase, ensureRole, withSuperuser } from '../embedded/roles.ts'
import { inspectPostgres, stopPostgresImmediately } from '../embedded/server-process.ts'

export interface TestCluster {
  readonly connection: DatabaseConnection
  stop(): Promise<void>
}

/** Names the running test cluster to this process and to every child of it. */
export const clusterVariable = 'ESPALIER_TEST_POSTGRES'

export const testPassword = 'for-tests-only'
const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
  autovacuum: 'off',
  max_wal_size: '128MB',
  // So that a bench can tell when exactly something was committed.
  track_commit_timestamp: 'on',
}

const clusterFolderPrefix = 'espalier-test-'
const memoryFolder = { folder: '/dev/shm', enoughBytes: 1_500_000_000 }

/** In memory a new database takes a fifth of the time that it takes on a disk. */
async function chooseTestFolder(account: UnixAccount): Promise<string> {
  const room = await access(memoryFolder.folder, constants.W_OK)
    .then(() => statfs(memoryFolder.folder))
    .catch(() => null)
  if (room !== null && room.bavail * room.bsize > memoryFolder.enoughBytes) return memoryFolder.folder
  return (await findInaccessibleFolder(tmpdir(), account)) === null ? tmpdir() : '/tmp'
}

/** A test run that was killed leaves its cluster running, and the machine's memory full of it. */
async function removeLeftoverClusters(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = name.startsWith(clusterFolderPrefix)
      ? Number.parseInt(name.slice(clusterFolderPrefix.length), 10)
      : Number.NaN
    if (Number.isNaN(maker) || readProcessStartTime(maker) !== null) continue
    for (const folder of ['data', 'standby']) {
      const left = await inspectPostgres(join(parent, name, folder)).catch(() => null)
      if (left?.kind === 'running') await stopPostgresImmediately(left.running)
    }
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** A new folder for clusters of this process, which PostgreSQL's account owns. */
export async function createClusterFolder(account: UnixAccount): Promise<string> {
  const parent = await chooseTestFolder(account)
  await removeLeftoverClusters(parent)
  const base = await mkdtemp(join(parent, `${clusterFolderPrefix}${process.pid}-`))
  await chmod(base, 0o700)
  await changeOwner(account, base)
  return base
}

/** A throw-away server for tests: fast, on a socket, and forgetful when the machine fails. */
export async function startTestCluster(): Promise<TestCluster> {
  const account = unprivilegedAccount()
  const binaries = await findBinaries(account)
  const base = await createClusterFolder(account)
  try {
    const place = { binaries, account, folder: join(base, 'data') }
    await initializeCluster(place, testPassword)
    const running = await launchPostgres({
      ...place,
      logFile: join(base, 'log'),
      socketFolder: base,
      settings: fastSettings,
    })
    const { port } = running
    await withSuperuser(base, port, testPassword, (client) =>
      ensureRole(client, applicationDatabase.role, testPassword, 'createdb'),
    )
    const connection = {
      host: base,
      port,
      user: applicationDatabase.role,
      password: testPassword,
      database: 'postgres',
    }
    const before = process.env[clusterVariable]
    process.env[clusterVariable] = JSON.stringify(connection)
    return {
      connection,
      async stop() {
        if (before === undefined) delete process.env[clusterVariable]
        else process.env[clusterVariable] = before
        await stopPostgresImmediately(running)
        await rm(base, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(base, { recursive: true, force: true })
    throw error
  }
}

/** Ends what still runs for a test's DATA_DIR and removes it, with what PostgreSQL keeps of it elsewhere. */
export async function discardDataDir(dataDir: string): Promise<void> {
  const running = await findRunningPostgres(dataDir).catch(() => null)
  if (running !== null) await stopPostgresImmediately(running)
  const place = await locateCluster(resolvePostgresHome(dataDir)).catch(() => null)
  if (place !== null) await removeSocketFolder(place)
  if (place !== null && isInStateFolder(place.root)) await rm(place.root, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}
