import { Client, type ClientConfig } from 'pg'
import { markDatabaseError } from './database-fault.ts'

/** One server of a list such as `postgresql://user@one:5432,two:5432/espalier`. */
export interface DatabaseHost {
  readonly host: string
  readonly port: number
}

/** No server of the list accepts writes now. */
class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError'
  readonly code = '57P03'
}

const connectionStringPattern = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/
const defaultPort = 5432
const probeTimeoutMs = 1_500

/** Returns the hosts of a connection string, and the string with only the first of them, as node-postgres reads it. */
export function splitHosts(connectionString: string): {
  readonly hosts: readonly DatabaseHost[]
  readonly single: string
} {
  const [, start = '', list = '', rest = ''] = connectionStringPattern.exec(connectionString) ?? []
  const names = list.split(',').filter((name) => name !== '')
  // The list only serves to find the primary; node-postgres would pass the attribute on to PostgreSQL.
  const withoutAttributes = rest.replace(
    /([?&])target_session_attrs=[^&]*(&|$)/,
    (_all, before: string, after: string) => (after === '&' ? before : ''),
  )
  if (names.length < 2)
    return { hosts: [], single: list === '' ? connectionString : `${start}${list}${withoutAttributes}` }
  const hosts = names.map((name) => {
    const [, bracketed, plain, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(name) ?? []
    return { host: bracketed ?? plain ?? name, port: port === undefined ? defaultPort : Number(port) }
  })
  return { hosts, single: `${start}${names[0]}${withoutAttributes}` }
}

/** Finds the primary among several servers. */
export interface PrimaryFinder {
  /** Asks all of them if the primary is unknown. */
  find(): Promise<DatabaseHost>
  /** Called when the host does not answer or no longer accepts writes. */
  forget(host: DatabaseHost): void
}

export function createPrimaryFinder(hosts: readonly DatabaseHost[], config: ClientConfig): PrimaryFinder {
  let known: DatabaseHost | null = null
  let searching: Promise<DatabaseHost> | null = null
  const search = async (): Promise<DatabaseHost> => {
    try {
      known = await Promise.any(hosts.map(async (host) => ((await isWritable(config, host)) ? host : Promise.reject())))
      return known
    } catch {
      throw new NoPrimaryError('None of the database servers accepts writes')
    } finally {
      searching = null
    }
  }
  return {
    find: async () => known ?? (searching ??= search()),
    forget(host) {
      if (host === known) known = null
    },
  }
}

async function isWritable(config: ClientConfig, { host, port }: DatabaseHost): Promise<boolean> {
  const client = new Client({ ...config, connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs })
  client.on('error', () => {})
  setClientHost(client, { host, port })
  try {
    await client.connect()
    const { rows } = await client.query<{ writable: boolean }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
    )
    return rows[0]?.writable === true
  } finally {
    void client.end().catch(() => {})
  }
}

const setClientHost = (client: Client, { host, port }: DatabaseHost): void => void Object.assign(client, { host, port })

export interface DatabaseClientConfig extends ClientConfig {
  /** Null if the connection string names one server. */
  readonly primary?: PrimaryFinder | null
}

type ConnectCallback = (error: Error | null, client?: Client) => void

interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

interface ClientWire {
  readonly stream: { readonly destroyed: boolean; destroy(error: Error): void }
  on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void
}

const readOnlyParameters = new Set(['in_hot_standby', 'default_transaction_read_only'])

/** A connection to the primary. Its errors are marked as the database's. */
export class DatabaseClient extends Client {
  private readonly primary: PrimaryFinder | null

  constructor(config: DatabaseClientConfig) {
    super(config)
    this.primary = config.primary ?? null
    this.on('error', markDatabaseError)
  }

  override connect(): Promise<this>
  override connect(done: ConnectCallback): void
  override connect(done?: ConnectCallback): Promise<this> | void {
    if (done === undefined) return this.connectToPrimary()
    void this.reportConnection(done)
  }

  private async reportConnection(done: ConnectCallback): Promise<void> {
    const failure = await this.connectToPrimary().then(
      () => null,
      (error: Error) => error,
    )
    done(failure, this)
  }

  private async connectToPrimary(): Promise<this> {
    try {
      if (this.primary === null) await super.connect()
      else await this.connectTo(this.primary)
      return this
    } catch (error) {
      markDatabaseError(error)
      throw error
    }
  }

  private async connectTo(primary: PrimaryFinder): Promise<void> {
    const host = await primary.find()
    const { connection } = this as unknown as { readonly connection: ClientWire }
    if (connection.stream.destroyed) throw new NoPrimaryError('No database server accepted writes in time')
    setClientHost(this, host)
    // PostgreSQL reports at the start, and at each change, whether this server is a standby.
    let isReadOnly = false
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (!readOnlyParameters.has(parameterName) || parameterValue !== 'on') return
      isReadOnly = true
      primary.forget(host)
      connection.stream.destroy(new NoPrimaryError('The database server no longer accepts writes'))
    })
    this.on('error', () => primary.forget(host))
    try {
      await super.connect()
    } catch (error) {
      primary.forget(host)
      throw isReadOnly ? new NoPrimaryError('The database server does not accept writes') : error
    }
  }
}
