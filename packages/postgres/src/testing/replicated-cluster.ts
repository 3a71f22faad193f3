import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, unprivilegedAccount } from '../embedded/account.ts'
import { type Binaries, findBinaries } from '../embedded/binaries.ts'
import { giveTo, initialise, launch, superuser } from '../embedded/cluster.ts'
import { copyCluster, copyLog } from '../embedded/copy-cluster.ts'
import { application, asSuperuser, ensureRole } from '../embedded/roles.ts'
import { end, endAtOnce, type Running } from '../embedded/running.ts'
import { clusterFolder, testPassword } from './test-cluster.ts'

/** Two servers, of which one follows the other: what the first has answered, the second has on its disk. */
export interface ReplicatedCluster {
  /** Names both, as libpq does it. */
  readonly connectionString: string
  /** Ends the first as the loss of its machine would. */
  killPrimary(): Promise<void>
  /** From now on the second takes writes. */
  promoteStandby(): Promise<void>
  stop(): Promise<void>
}

const address = '127.0.0.1'
const standbyName = 'standby'
const lookEveryMs = 50

interface Place {
  readonly base: string
  readonly binaries: Binaries
  readonly account: Account
}

export async function startReplicatedCluster(): Promise<ReplicatedCluster> {
  const account = unprivilegedAccount()
  const place: Place = { base: await clusterFolder(account), binaries: await findBinaries(account), account }
  const running: Running[] = []
  const stop = async (): Promise<void> => {
    for (const one of running) await endAtOnce(one)
    await rm(place.base, { recursive: true, force: true })
  }
  try {
    const ports = { primary: await freePort(), standby: await freePort() }
    await preparePrimary(place, ports.primary)
    await copyToStandby(place)
    const primary = await start(place, 'data', ports.primary, {})
    running.push(primary)
    const source = `host=${address} port=${ports.primary} user=${superuser} password=${testPassword}`
    const conninfo = { primary_conninfo: `${source} application_name=${standbyName}` }
    running.push(await start(place, 'standby', ports.standby, conninfo))
    await waitForReplication(ports.primary)
    const servers = `${address}:${ports.primary},${address}:${ports.standby}`
    const { role, database } = application
    return {
      connectionString: `postgresql://${role}:${testPassword}@${servers}/${database}?target_session_attrs=read-write`,
      async killPrimary() {
        process.kill(primary.pid, 'SIGKILL')
        await endAtOnce(primary)
      },
      promoteStandby: () => onServer(ports.standby, async (client) => void (await client.query('select pg_promote()'))),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, address)
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

const onServer = (port: number, work: Parameters<typeof asSuperuser>[3]): Promise<void> =>
  asSuperuser(address, port, testPassword, work)

function start({ base, ...place }: Place, name: string, port: number, more: Readonly<Record<string, string>>) {
  return launch({
    ...place,
    folder: join(base, name),
    logFile: join(base, `${name}.log`),
    socketFolder: base,
    // The processes are killed, not the machine: what was written survives without being forced to the disk.
    settings: { listen_addresses: address, port: String(port), fsync: 'off', max_connections: '200', ...more },
  })
}

async function preparePrimary(place: Place, port: number): Promise<void> {
  await initialise({ ...place, folder: join(place.base, 'data') }, testPassword)
  const running = await start(place, 'data', port, {})
  await onServer(port, async (client) => {
    await ensureRole(client, application.role, testPassword)
    await client.query(`create database ${application.database} owner ${application.role}`)
  })
  await end(running)
}

async function copyToStandby({ base, account }: Place): Promise<void> {
  const [from, to] = [join(base, 'data'), join(base, 'standby')]
  await copyCluster(from, to, account)
  await copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), account)
  const signal = join(to, 'standby.signal')
  await writeFile(signal, '')
  await giveTo(account, signal)
}

/** Only then a commit waits for the second server: before, there would be nobody to confirm it. */
async function waitForReplication(port: number): Promise<void> {
  await onServer(port, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${standbyName}'`)
    await client.query('select pg_reload_conf()')
    for (;;) {
      const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
      if (rowCount === 1) return
      await pause(lookEveryMs)
    }
  })
}
