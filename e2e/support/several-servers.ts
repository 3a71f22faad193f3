import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { launchServer, stopServer, type ServerProcess } from './process.ts'

export interface Member {
  readonly url: string
  readonly dataDir: string
  readonly process: ServerProcess
}

/** Server processes on one database, as an operator runs them. */
export interface ServerGroup {
  readonly database: TestDatabase
  /** Starts all at once, each with its own data directory. */
  start(count: number, settings?: Record<string, string>): Promise<Member[]>
  startOn(port: number, settings: Record<string, string>): Promise<Member>
  /** Ends the connections by which the servers notify each other through PostgreSQL; returns their number. */
  cutBus(): Promise<number>
  stop(): Promise<void>
}

const shared = { SECRET_KEY: 'the same one on all servers of this database', LOG_LEVEL: 'warn' }

const busCut = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and (query like 'listen espalier_bus%' or query like '%pg_notify(''espalier_bus''%')
    and pid <> pg_backend_pid()`

export async function serverGroup(): Promise<ServerGroup> {
  const database = await testDatabase([])
  const members: { readonly process: ServerProcess; readonly dataDir: string }[] = []
  const launch = async (settings: Record<string, string>): Promise<Member> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'espalier-several-'))
    const env = { ...shared, RATE_LIMITS: 'off', DATABASE_URL: database.connectionString, ...settings }
    const process = launchServer({ ...env, DATA_DIR: dataDir })
    members.push({ process, dataDir })
    return { url: await process.ready, dataDir, process }
  }
  return {
    database,
    start: (count, settings = {}) => Promise.all(Array.from({ length: count }, () => launch(settings))),
    startOn: (port, settings) => launch({ ...settings, PORT: String(port) }),
    async cutBus() {
      const { rowCount } = await database.pool.query(busCut)
      return rowCount ?? 0
    },
    async stop() {
      await Promise.all(members.map(({ process }) => stopServer(process)))
      await Promise.all(members.map(({ dataDir }) => rm(dataDir, { recursive: true, force: true })))
      await database.drop()
    },
  }
}
