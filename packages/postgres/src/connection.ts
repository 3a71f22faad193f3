import { Pool } from 'pg'

/** Where a database is. `host` is a folder, with a leading slash, for a Unix socket. */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
  readonly database: string
}

export interface PoolOptions {
  readonly max?: number
  readonly applicationName?: string
  /** How long a caller waits for a connection before it is told that the database is away. */
  readonly waitMs?: number
}

const poolDefaults = { max: 10, applicationName: 'espalier', waitMs: 2_000 } as const

export function openPool(
  connection: Connection | { readonly connectionString: string },
  options: PoolOptions = {},
): Pool {
  const pool = new Pool({
    ...connection,
    max: options.max ?? poolDefaults.max,
    application_name: options.applicationName ?? poolDefaults.applicationName,
    connectionTimeoutMillis: options.waitMs ?? poolDefaults.waitMs,
    keepAlive: true,
  })
  // Without a listener, a database that goes away ends the whole process at its first idle connection.
  pool.on('error', () => {})
  return pool
}

/** The same place as a URL, in the form that both libpq and node-postgres read. */
export function connectionStringOf(connection: Connection): string {
  const { host, port, user, password, database } = connection
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`
  const place = `host=${encodeURIComponent(host)}&port=${port}`
  return `postgresql://${encodeURIComponent(user)}${secret}@/${encodeURIComponent(database)}?${place}`
}
