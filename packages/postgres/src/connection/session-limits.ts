import type { Socket } from 'node:net'
import type { ClientBase, Pool } from 'pg'

/** How long PostgreSQL lets one session wait, run and stay idle, in milliseconds. 0 means no limit. */
export interface SessionLimits {
  /** The wait for a lock that another session holds. */
  readonly lockMs: number
  readonly statementMs: number
  /** The idle time of an open transaction: its server may be disconnected, and its locks block everybody else. */
  readonly idleInTransactionMs: number
}

/** For user requests: a disconnected server releases its locks within 3 s. */
export const requestLimits: SessionLimits = { lockMs: 2_000, statementMs: 15_000, idleInTransactionMs: 3_000 }

/** For migrations and the operator's commands, which take long and wait for each other. */
export const patientLimits: SessionLimits = { lockMs: 0, statementMs: 0, idleInTransactionMs: 300_000 }

/** PostgreSQL's side closes a connection on which nothing is confirmed. Unix sockets ignore these settings. */
const tcpSettings =
  'set tcp_user_timeout = 10000; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/**
 * PostgreSQL compiles a query that it believes to be costly, which takes a tenth of a second. It overestimates recursive
 * queries a hundredfold, and ours return within milliseconds.
 */
const planSettings = 'set jit = off'

/** Our side waits a little longer than the statement may take: on a working connection PostgreSQL answers first. */
const socketSlackMs = 1_000

const formatSettings = (
  { lockMs, statementMs, idleInTransactionMs }: SessionLimits,
  scope: 'session' | 'local',
): string =>
  [
    `set ${scope} lock_timeout = ${lockMs}`,
    `set ${scope} statement_timeout = ${statementMs}`,
    `set ${scope} idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
  ].join('; ')

/** The parts of node-postgres that its types do not show. */
interface ClientInternals {
  readonly connection: { readonly stream: Socket }
  /** False while a response is pending. */
  readonly readyForQuery?: boolean | null
  readonly _ending: boolean
}

const getClientInternals = (client: ClientBase): ClientInternals => client as unknown as ClientInternals

/** No byte arrived for longer than PostgreSQL may take: the connection is dead, although nobody has closed it. */
class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError'
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer in time')
  }
}

const trackedConnections = new WeakMap<Pool, { readonly idle: Set<ClientBase>; readonly used: Set<ClientBase> }>()
const clientLimits = new WeakMap<ClientBase, SessionLimits>()

/** Must be called with each new connection before it is used. */
export async function applySessionLimits(
  client: ClientBase,
  limits: SessionLimits,
  onSilent: () => void,
): Promise<void> {
  clientLimits.set(client, limits)
  setSocketTimeout(client, limits)
  closeSilentSocket(client, onSilent)
  await client.query(`${formatSettings(limits, 'session')}; ${tcpSettings}; ${planSettings}`)
}

const socketTimeoutMs = ({ statementMs }: SessionLimits): number =>
  statementMs === 0 ? 0 : statementMs + socketSlackMs

const setSocketTimeout = (client: ClientBase, limits: SessionLimits): void =>
  void getClientInternals(client).connection.stream.setTimeout(socketTimeoutMs(limits))

function closeSilentSocket(client: ClientBase, onSilent: () => void): void {
  const { stream } = getClientInternals(client).connection
  const isAwaited = (): boolean => {
    const { readyForQuery, _ending } = getClientInternals(client)
    return readyForQuery !== true || _ending
  }
  stream.on('timeout', () => {
    // Nothing was asked, so nothing is late. A query that is sent in this same moment has its own full time.
    if (!isAwaited()) return
    const { bytesRead } = stream
    // If this process itself was blocked, the response may already be there and is read before this runs.
    setImmediate(() => {
      if (!isAwaited() || stream.bytesRead !== bytesRead) return
      stream.destroy(new DatabaseSilentError())
      onSilent()
    })
  })
}

/** Gives the open transaction of this connection more time: for imports, copies and other work of known length. */
export async function extendTransaction(client: ClientBase, ms: number): Promise<void> {
  const limits = clientLimits.get(client)
  if (limits === undefined) return
  const longer: SessionLimits = {
    lockMs: limits.lockMs,
    statementMs: limits.statementMs === 0 ? 0 : Math.max(ms, limits.statementMs),
    idleInTransactionMs: Math.max(ms, limits.idleInTransactionMs),
  }
  setSocketTimeout(client, longer)
  await client.query(formatSettings(longer, 'local'))
}

/** Tracks the idle connections of a pool and resets the limits of each returned one. */
export function trackConnections(pool: Pool, limits: SessionLimits): void {
  const idle = new Set<ClientBase>()
  const used = new Set<ClientBase>()
  trackedConnections.set(pool, { idle, used })
  pool.on('acquire', (client) => {
    idle.delete(client)
    used.add(client)
  })
  pool.on('release', (_error, client) => {
    used.delete(client)
    idle.add(client)
    setSocketTimeout(client, limits)
  })
  pool.on('remove', (client) => {
    used.delete(client)
    idle.delete(client)
  })
}

/** How long a connection in use may stay silent after another one was found dead. */
const suspectTimeoutMs = 1_000

/**
 * After one connection was found dead the others are suspected, because each would cost another long wait: the idle
 * ones are closed, and those with a pending response get one second for it.
 */
export function suspectConnections(pool: Pool): void {
  const { idle, used } = trackedConnections.get(pool) ?? { idle: [], used: [] }
  for (const client of idle) getClientInternals(client).connection.stream.destroy(new DatabaseSilentError())
  for (const client of used) getClientInternals(client).connection.stream.setTimeout(suspectTimeoutMs)
}
