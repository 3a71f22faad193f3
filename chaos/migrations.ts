import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { launchServer, type ServerProcess, stopServer } from '../e2e/support/process.ts'
import type { Fault } from './fault.ts'

const servers = 5
const secret = 'the same one on all servers of this database'

interface Crew {
  launch(): Promise<ServerProcess>
  stop(): Promise<void>
}

function crewOn(database: TestDatabase): Crew {
  const launched: { readonly server: ServerProcess; readonly dataDir: string }[] = []
  return {
    async launch() {
      const dataDir = await mkdtemp(join(tmpdir(), 'espalier-chaos-'))
      const settings = { DATA_DIR: dataDir, DATABASE_URL: database.connectionString, SECRET_KEY: secret }
      const server = launchServer(settings)
      launched.push({ server, dataDir })
      return server
    },
    async stop() {
      await Promise.all(launched.map(({ server }) => stopServer(server)))
      for (const { dataDir } of launched) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Describes every migration with its contents, and every column. */
async function shapeOf({ pool }: TestDatabase): Promise<{ readonly migrations: number; readonly print: string }> {
  const migrations = await pool.query('select set_name, number, name, sha256 from schema_migrations order by 1, 2')
  const columns = await pool.query(
    `select table_schema, table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`,
  )
  return { migrations: migrations.rows.length, print: JSON.stringify([migrations.rows, columns.rows]) }
}

async function untilWaiting({ pool }: TestDatabase, event: string, wanted: number): Promise<void> {
  for (let attempts = 0; attempts < 1_200; attempts += 1) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`,
      [event],
    )
    if ((rows[0]?.count ?? 0) >= wanted) return
    await pause(50)
  }
  throw new Error(`fewer than ${wanted} connections wait for ${event}`)
}

async function fiveAtOnce(database: TestDatabase): Promise<number> {
  const group = crewOn(database)
  try {
    const all = await Promise.all(Array.from({ length: servers }, () => group.launch()))
    const ready = await Promise.allSettled(all.map((server) => server.ready))
    return ready.filter(({ status }) => status === 'fulfilled').length
  } finally {
    await group.stop()
  }
}

/** The first server is held in the middle of a migration, four more wait for it, and it is killed. */
async function killedHalfWay(database: TestDatabase): Promise<number> {
  const group = crewOn(database)
  const holder = await database.pool.connect()
  try {
    // This uncommitted table makes any server that creates it wait for us.
    await holder.query('begin; create table nodes (id integer)')
    const first = await group.launch()
    await untilWaiting(database, 'transactionid', 1)
    const others = await Promise.all(Array.from({ length: servers - 1 }, () => group.launch()))
    await untilWaiting(database, 'advisory', servers - 1)
    first.child.kill('SIGKILL')
    await first.ended
    await holder.query('rollback')
    const ready = await Promise.allSettled([...others, await group.launch()].map((server) => server.ready))
    return ready.filter(({ status }) => status === 'fulfilled').length
  } finally {
    holder.release(true)
    await group.stop()
  }
}

export const migrations: Fault = async () => {
  const [calm, disturbed] = [await testDatabase([]), await testDatabase([])]
  try {
    const readyAtOnce = await fiveAtOnce(calm)
    const readyAfterKill = await killedHalfWay(disturbed)
    const [wanted, found] = [await shapeOf(calm), await shapeOf(disturbed)]
    const isSame = wanted.print === found.print
    return [
      {
        name: `an empty database and ${servers} servers at once`,
        figure: `${readyAtOnce} ready, ${wanted.migrations} migrations once each`,
        limit: `${servers} ready`,
        holds: readyAtOnce === servers && wanted.migrations > 0,
      },
      {
        name: `the one that migrates killed half-way, ${servers - 1} waiting`,
        figure: `${readyAfterKill} ready, tables ${isSame ? 'the same' : 'OTHERWISE'}`,
        limit: `${servers} ready, tables the same`,
        holds: readyAfterKill === servers && isSame,
      },
    ]
  } finally {
    await calm.drop()
    await disturbed.drop()
  }
}
