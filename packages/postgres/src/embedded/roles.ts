import { realpath } from 'node:fs/promises'
import { Client } from 'pg'
import type { Connection } from '../connection.ts'
import { StartRefused } from '../start-refused.ts'
import { superuser } from './cluster.ts'
import type { Running } from './running.ts'
import type { ClusterSecrets } from './secrets.ts'

export const application = { role: 'espalier', database: 'espalier' } as const

export const connectionTo = (running: Running, secrets: ClusterSecrets): Connection => ({
  host: running.socketFolder,
  port: running.port,
  user: application.role,
  password: secrets.application,
  database: application.database,
})

/** The product's own role, which is no superuser, and the database that belongs to it. */
export async function ensureApplication(running: Running, cluster: string, secrets: ClusterSecrets): Promise<void> {
  await asSuperuser(running.socketFolder, running.port, secrets.superuser, async (client) => {
    const served = await client.query<{ data_directory: string }>('show data_directory')
    if ((await realpath(served.rows[0]?.data_directory ?? '/')) !== (await realpath(cluster))) {
      throw new StartRefused(`PostgreSQL, process ${running.pid}, serves another folder than ${cluster}`)
    }
    await ensureRole(client, application.role, secrets.application)
    const database = await client.query('select from pg_database where datname = $1', [application.database])
    if (database.rowCount === 0) {
      await client.query(`create database ${application.database} owner ${application.role}`)
    }
  })
}

export async function ensureRole(client: Client, role: string, password: string, rights = ''): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role])
  if (found.rowCount !== 0) return
  await client.query(`create role ${role} login ${rights} password ${client.escapeLiteral(password)}`)
}

export async function asSuperuser(
  host: string,
  port: number,
  password: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ host, port, user: superuser, password, database: 'postgres', application_name: 'setup' })
  await client.connect()
  await work(client).finally(() => client.end())
}
