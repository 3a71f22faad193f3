import { createHmac, randomBytes } from 'node:crypto'
import { readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { DatabaseConnection } from '../connection/pool.ts'
import { superuserName } from './cluster.ts'
import type { RunningPostgres } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'

/**
 * The passwords of a cluster's two roles. When root runs it, PostgreSQL uses an account that other programs use as
 * well, so neither `peer` nor a closed socket folder would keep those out: a password does, and only we can read the
 * file.
 */
export interface ClusterSecrets {
  readonly superuser: string
  readonly application: string
}

const getPasswordFile = (home: string): string => join(home, 'password')

const deriveSecrets = (secret: string): ClusterSecrets => ({
  superuser: secret,
  // A separate password: somebody who obtains the application's connection must not become the superuser with it.
  application: createHmac('sha256', secret).update('application').digest('base64url'),
})

export async function createSecrets(home: string): Promise<ClusterSecrets> {
  const secret = randomBytes(32).toString('base64url')
  const draft = `${getPasswordFile(home)}.draft`
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true })
  await rename(draft, getPasswordFile(home))
  return deriveSecrets(secret)
}

export async function readSecrets(home: string): Promise<ClusterSecrets> {
  try {
    return deriveSecrets((await readFile(getPasswordFile(home), 'utf8')).trim())
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : 'cannot be read'
    throw new DatabaseStartError(`The password of the database ${reason}: ${getPasswordFile(home)}`, { cause })
  }
}

export const applicationDatabase = { role: 'espalier', database: 'espalier' } as const

export const createApplicationConnection = (running: RunningPostgres, secrets: ClusterSecrets): DatabaseConnection => ({
  host: running.socketFolder,
  port: running.port,
  user: applicationDatabase.role,
  password: secrets.application,
  database: applicationDatabase.database,
})

/** Creates the product's own role, which is not a superuser, and its database. */
export async function ensureApplicationDatabase(
  running: RunningPostgres,
  cluster: string,
  secrets: ClusterSecrets,
): Promise<void> {
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
  const client = new Client({
    host,
    port,
    user: superuserName,
    password,
    database: 'postgres',
    application_name: 'setup',
  })
  await client.connect()
  await work(client).finally(() => client.end())
}
