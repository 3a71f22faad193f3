import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type UnixAccount, unprivilegedAccount } from '../embedded/account.ts'
import { type Binaries, findBinaries } from '../embedded/binaries.ts'
import { changeOwner, initializeCluster, launchPostgres, superuserName } from '../embedded/cluster.ts'
import { copyCluster, copyWriteAheadLog } from '../embedded/copy-cluster.ts'
import { applicationDatabase, withSuperuser, ensureRole } from '../embedded/roles.ts'
import { stopPostgres, stopPostgresImmediately, type RunningPostgres } from '../embedded/server-process.ts'
import { createClusterFolder, testPassword } from './test-cluster.ts'

/** Two servers with synchronous replication: everything the primary has confirmed is on the standby's disk. */
export interface ReplicatedCluster {
  /** Names both servers, as in libpq. */
  readonly connectionString: string
  /** Ends the primary as the loss of its machine would. */
  killPrimary(): Promise<void>
  /** Makes the standby accept writes from now on. */
  promoteStandby(): Promise<void>
  stop(): Promise<void>
}

const loopbackAddress = '127.0.0.1'
const standbyName = 'standby'
const pollEveryMs = 50

interface ReplicaOptions {
  readonly base: string
  readonly binaries: Binaries
  readonly account: UnixAccount
}

export async function startReplicatedCluster(): Promise<ReplicatedCluster> {
  const account = unprivilegedAccount()
  const options: ReplicaOptions = {
    base: await createClusterFolder(account),
    binaries: await findBinaries(account),
    account,
  }
  const running: RunningPostgres[] = []
  const stop = async (): Promise<void> => {
    for (const one of running) await stopPostgresImmediately(one)
    await rm(options.base, { recursive: true, force: true })
  }
  try {
    const ports = { primary: await findFreePort(), standby: await findFreePort() }
    await preparePrimary(options, ports.primary)
    await copyToStandby(options)
    const primary = await startReplica(options, 'data', ports.primary, {})
    running.push(primary)
    const source = `host=${loopbackAddress} port=${ports.primary} user=${superuserName} password=${testPassword}`
    const conninfo = { primary_conninfo: `${source} application_name=${standbyName}` }
    running.push(await startReplica(options, 'standby', ports.standby, conninfo))
    await waitForReplication(ports.primary)
    const servers = `${loopbackAddress}:${ports.primary},${loopbackAddress}:${ports.standby}`
    const { role, database } = applicationDatabase
    return {
      connectionString: `postgresql://${role}:${testPassword}@${servers}/${database}?target_session_attrs=read-write`,
      async killPrimary() {
        process.kill(primary.pid, 'SIGKILL')
        await stopPostgresImmediately(primary)
      },
      promoteStandby: () =>
        withServer(ports.standby, async (client) => void (await client.query('select pg_promote()'))),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function findFreePort(): Promise<number> {
  const listener = createServer().listen(0, loopbackAddress)
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

const withServer = (port: number, work: Parameters<typeof withSuperuser>[3]): Promise<void> =>
  withSuperuser(loopbackAddress, port, testPassword, work)

function startReplica(
  { base, ...options }: ReplicaOptions,
  name: string,
  port: number,
  more: Readonly<Record<string, string>>,
) {
  return launchPostgres({
    ...options,
    folder: join(base, name),
    logFile: join(base, `${name}.log`),
    socketFolder: base,
    // Only the processes are killed, not the machine: written data survives without being flushed to the disk.
    settings: { listen_addresses: loopbackAddress, port: String(port), fsync: 'off', max_connections: '200', ...more },
  })
}

async function preparePrimary(options: ReplicaOptions, port: number): Promise<void> {
  await initializeCluster({ ...options, folder: join(options.base, 'data') }, testPassword)
  const running = await startReplica(options, 'data', port, {})
  await withServer(port, async (client) => {
    await ensureRole(client, applicationDatabase.role, testPassword)
    await client.query(`create database ${applicationDatabase.database} owner ${applicationDatabase.role}`)
  })
  await stopPostgres(running)
}

async function copyToStandby({ base, account }: ReplicaOptions): Promise<void> {
  const [from, to] = [join(base, 'data'), join(base, 'standby')]
  await copyCluster(from, to, account)
  await copyWriteAheadLog(join(from, 'pg_wal'), join(to, 'pg_wal'), account)
  const signal = join(to, 'standby.signal')
  await writeFile(signal, '')
  await changeOwner(account, signal)
}

/** Commits wait for the standby only from then on: before, nobody could confirm them. */
async function waitForReplication(port: number): Promise<void> {
  await withServer(port, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${standbyName}'`)
    await client.query('select pg_reload_conf()')
    for (;;) {
      const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
      if (rowCount === 1) return
      await pause(pollEveryMs)
    }
  })
}
