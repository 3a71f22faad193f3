import { constants } from 'node:fs'
import { access, chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../connection.ts'
import { type Account, firstClosedFolder, unprivilegedAccount } from '../embedded/account.ts'
import { findBinaries } from '../embedded/binaries.ts'
import { giveTo, initialise, launch } from '../embedded/cluster.ts'
import { application, asSuperuser, ensureRole } from '../embedded/roles.ts'
import { stampOf } from '../embedded/process-stamp.ts'
import { endAtOnce, look } from '../embedded/running.ts'

export interface TestCluster {
  readonly connection: Connection
  stop(): Promise<void>
}

/** Names the running test cluster to this process and to every child of it. */
export const clusterVariable = 'ESPALIER_TEST_POSTGRES'

export const testPassword = 'for-tests-only'
const careless = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
  autovacuum: 'off',
  max_wal_size: '128MB',
  // So that a bench can tell when exactly something was committed.
  track_commit_timestamp: 'on',
}

const prefix = 'espalier-test-'
const memory = { folder: '/dev/shm', enoughBytes: 1_500_000_000 }

/** In memory a new database takes a fifth of the time that it takes on a disk. */
async function roomyFolder(account: Account): Promise<string> {
  const room = await access(memory.folder, constants.W_OK)
    .then(() => statfs(memory.folder))
    .catch(() => null)
  if (room !== null && room.bavail * room.bsize > memory.enoughBytes) return memory.folder
  return (await firstClosedFolder(tmpdir(), account)) === null ? tmpdir() : '/tmp'
}

/** A test run that was killed leaves its cluster running, and the machine's memory full of it. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isNaN(maker) || stampOf(maker) !== null) continue
    for (const folder of ['data', 'standby']) {
      const left = await look(join(parent, name, folder)).catch(() => null)
      if (left?.kind === 'running') await endAtOnce(left.running)
    }
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** A new folder for clusters of this process, which PostgreSQL's account owns. */
export async function clusterFolder(account: Account): Promise<string> {
  const parent = await roomyFolder(account)
  await sweep(parent)
  const base = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  await chmod(base, 0o700)
  await giveTo(account, base)
  return base
}

/** A throw-away server for tests: fast, on a socket, and forgetful when the machine fails. */
export async function startTestCluster(): Promise<TestCluster> {
  const account = unprivilegedAccount()
  const binaries = await findBinaries(account)
  const base = await clusterFolder(account)
  try {
    const place = { binaries, account, folder: join(base, 'data') }
    await initialise(place, testPassword)
    const running = await launch({ ...place, logFile: join(base, 'log'), socketFolder: base, settings: careless })
    const { port } = running
    await asSuperuser(base, port, testPassword, (client) =>
      ensureRole(client, application.role, testPassword, 'createdb'),
    )
    const connection = { host: base, port, user: application.role, password: testPassword, database: 'postgres' }
    const before = process.env[clusterVariable]
    process.env[clusterVariable] = JSON.stringify(connection)
    return {
      connection,
      async stop() {
        if (before === undefined) delete process.env[clusterVariable]
        else process.env[clusterVariable] = before
        await endAtOnce(running)
        await rm(base, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(base, { recursive: true, force: true })
    throw error
  }
}
