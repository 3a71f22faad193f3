import { realpath } from 'node:fs/promises'
import { Client } from 'pg'
import type { DatabaseConnection } from '../connection.ts'
import { DatabaseStartError } from '../start-refused.ts'
import { superuserName } from './cluster.ts'
import type { RunningPostgres } from './running.ts'
import type { ClusterSecrets } from './secrets.ts'

export const applicationDatabase = { role: 'espalier', database: 'espalier' } as const

export const createApplicationConnection = (running: RunningPostgres, secrets: ClusterSecrets): DatabaseConnection => ({
  host: running.socketFolder,
  port: running.port,
  user: applicationDatabase.role,
  password: secrets.application,
  database: applicationDatabase.database,
})

/** The product's own role, which is no superuser, and the database that belongs to it. */
export async function ensureApplicationDatabase(running: RunningPostgres, cluster: string, secrets: ClusterSecrets): Promise<void> {
  await withSuperuser(running.socketFolder, running.port, secrets.superuser, async (client) => {
    const served = await client.query<{ data_directory: string }>('show data_directory')
    if ((await realpath(served.rows[0]?.data_directory ?? '/')) !== (await realpath(cluster))) {
      throw new DatabaseStartError(`PostgreSQL, process ${running.pid}, serves another folder than ${cluster}`)
    }
    await ensureRole(client, applicationDatabase.role, secrets.application)
    const database = await client.query('select from pg_database where datname = $1', [applicationDatabase.database])
    if (database.rowCount === 0) {
      await client.query(`create database ${applicationDatabase.database} owner ${applicationDatabase.role}`)
    }
  })
}

export async function ensureRole(client: Client, role: string, password: string, rights = ''): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role])
  if (found.rowCount !== 0) return
  await client.query(`create role ${role} login ${rights} password ${client.escapeLiteral(password)}`)
}

export async function withSuperuser(
  host: string,
  port: number,
  password: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ host, port, user: superuserName, password, database: 'postgres', application_name: 'setup' })
  await client.connect()
  await work(client).finally(() => client.end())
}
