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
  // A benchmark can then tell when exactly something was committed.
  track_commit_timestamp: 'on',
}

const clusterFolderPrefix = 'espalier-test-'
const memoryFolder = { folder: '/dev/shm', enoughBytes: 1_500_000_000 }

/** In memory a new database takes a fifth of the time that it takes on a disk. */
async function chooseTestFolder(account: UnixAccount): Promise<string> {
  const fileSystem = await access(memoryFolder.folder, constants.W_OK)
    .then(() => statfs(memoryFolder.folder))
    .catch(() => null)
  if (fileSystem !== null && fileSystem.bavail * fileSystem.bsize > memoryFolder.enoughBytes) return memoryFolder.folder
  return (await findInaccessibleFolder(tmpdir(), account)) === null ? tmpdir() : '/tmp'
}

/** A killed test run leaves its cluster running and the machine's memory full. */
async function removeLeftoverClusters(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const creatorPid = name.startsWith(clusterFolderPrefix)
      ? Number.parseInt(name.slice(clusterFolderPrefix.length), 10)
      : Number.NaN
    if (Number.isNaN(creatorPid) || readProcessStartTime(creatorPid) !== null) continue
    for (const folder of ['data', 'standby']) {
      const left = await inspectPostgres(join(parent, name, folder)).catch(() => null)
      if (left?.kind === 'running') await stopPostgresImmediately(left.running)
    }
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** Creates a folder for clusters of this process, owned by PostgreSQL's account. */
export async function createClusterFolder(account: UnixAccount): Promise<string> {
  const parent = await chooseTestFolder(account)
  await removeLeftoverClusters(parent)
  const base = await mkdtemp(join(parent, `${clusterFolderPrefix}${process.pid}-`))
  await chmod(base, 0o700)
  await changeOwner(account, base)
  return base
}

/** A disposable server for tests: fast, on a socket, and without durability. */
export async function startTestCluster(): Promise<TestCluster> {
  const account = unprivilegedAccount()
  const binaries = await findBinaries(account)
  const base = await createClusterFolder(account)
  try {
    const clusterOptions = { binaries, account, folder: join(base, 'data') }
    await initializeCluster(clusterOptions, testPassword)
    const running = await launchPostgres({
      ...clusterOptions,
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

/** Stops everything that still runs for a test's DATA_DIR and removes it, including PostgreSQL's files elsewhere. */
export async function discardDataDir(dataDir: string): Promise<void> {
  const running = await findRunningPostgres(dataDir).catch(() => null)
  if (running !== null) await stopPostgresImmediately(running)
  const location = await locateCluster(resolvePostgresHome(dataDir)).catch(() => null)
  if (location !== null) await removeSocketFolder(location)
  if (location !== null && isInStateFolder(location.root)) await rm(location.root, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}
