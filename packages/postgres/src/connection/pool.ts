import { type ClientConfig, Pool, type PoolConfig } from 'pg'
import { createPrimaryFinder, DatabaseClient, type PrimaryFinder, splitHosts } from './primary.ts'
import {
  applySessionLimits,
  requestLimits,
  type SessionLimits,
  suspectConnections,
  trackConnections,
} from './session-limits.ts'

/** The location of a database. `host` is a folder with a leading slash for a Unix socket. */
export interface DatabaseConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
  readonly database: string
}

export interface PoolOptions {
  readonly max?: number
  readonly applicationName?: string
  /** How long a caller waits for a connection before the database counts as unavailable. */
  readonly waitMs?: number
  readonly limits?: SessionLimits
  /** Called when a connection to the database was found dead. */
  readonly onSilent?: () => void
}

const poolDefaults = { max: 10, applicationName: 'espalier', waitMs: 2_000 } as const
const keepAliveMs = 10_000
const idleMs = 5 * 60_000

/** Several servers are given as in libpq: `postgresql://user@one:5432,two:5432/espalier`. */
export function openPool(
  connection: DatabaseConnection | { readonly connectionString: string },
  options: PoolOptions = {},
): Pool {
  const { limits = requestLimits, onSilent } = options
  const { place: target, primary } = resolveServer(connection)
  const config: PoolConfig & { readonly primary: PrimaryFinder | null } = {
    ...target,
    primary,
    max: options.max ?? poolDefaults.max,
    application_name: options.applicationName ?? poolDefaults.applicationName,
    connectionTimeoutMillis: options.waitMs ?? poolDefaults.waitMs,
    // A new connection costs a PostgreSQL process and a password check, which is slow on a busy machine.
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    Client: DatabaseClient as unknown as NonNullable<PoolConfig['Client']>,
    onConnect: (client) =>
      applySessionLimits(client, limits, () => {
        suspectConnections(pool)
        onSilent?.()
      }),
  }
  const pool = new Pool(config)
  trackConnections(pool, limits)
  // Without a listener a lost idle connection would end the whole process.
  pool.on('error', () => {})
  return pool
}

function resolveServer(connection: DatabaseConnection | { readonly connectionString: string }): {
  readonly place: ClientConfig
  readonly primary: PrimaryFinder | null
} {
  if (!('connectionString' in connection)) return { place: connection, primary: null }
  const { hosts, single } = splitHosts(connection.connectionString)
  const target = { connectionString: single }
  return { place: target, primary: hosts.length === 0 ? null : createPrimaryFinder(hosts, target) }
}

/** Formats the location as a URL that both libpq and node-postgres can read. */
export function formatConnectionString(connection: DatabaseConnection): string {
  const { host, port, user, password, database } = connection
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`
  const query = `host=${encodeURIComponent(host)}&port=${port}`
  return `postgresql://${encodeURIComponent(user)}${secret}@/${encodeURIComponent(database)}?${query}`
}
