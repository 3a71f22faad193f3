import type { Pool } from 'pg'
import { createPostgresBusTransport, createPostgresRateStore } from '../adapters/postgres/postgres.ts'
import { createRedisBusTransport, createRedisRateStore } from '../adapters/redis/redis.ts'
import type { Config } from '../config/config.ts'
import type { Bus } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import { createInProcessBus, createNetworkedBus } from '../reliability/bus.ts'
import { createRates } from '../reliability/rates.ts'
import type { SocketRegistry } from '../transport/sockets/socket-registry.ts'
import type { DatabasePools } from './database-pools.ts'
import type { ShutdownHooks } from './shutdown.ts'

/** The services that this server shares with the others on its database. */
interface ClusterServices {
  readonly bus: Bus
  readonly rates: Rates
  /** The parts that work less well than they should; the server may still receive traffic. */
  degraded(): readonly string[]
}

export async function composeCluster(
  config: Config,
  storage: DatabasePools,
  log: Log,
  started: ShutdownHooks,
): Promise<ClusterServices> {
  const { databaseUrl, redisUrl, secretKeys } = config
  // An embedded database has a single server.
  if (databaseUrl === null) return composeSingleServer(storage, log, started)
  if (secretKeys.length === 0)
    log.warn({}, 'SECRET_KEY is not set: a second server on this database needs the same one')
  const bus = createNetworkedBus({
    wire: redisUrl === null ? createPostgresBusTransport(storage.jobs) : createRedisBusTransport(redisUrl),
    log,
  })
  started.add('bus', () => bus.close())
  await bus.firstAttempt
  const rates = createRates({ store: await openRateStore(storage.reads, redisUrl, started), log })
  started.add('rate limits', () => rates.stop())
  const degraded = () => [...(bus.isUp ? [] : ['bus']), ...(rates.isAlone ? ['rate-limits'] : [])]
  return { bus, rates, degraded }
}

/** Its messages stay inside. Only commands of the operator, which run beside it, send something from outside. */
async function composeSingleServer(storage: DatabasePools, log: Log, started: ShutdownHooks): Promise<ClusterServices> {
  const bus = createInProcessBus(log)
  started.add('bus', () => bus.close())
  const commands = createNetworkedBus({ wire: createPostgresBusTransport(storage.jobs), log })
  commands.listen((message) => bus.publish(message))
  started.add('commands', () => commands.close())
  await commands.firstAttempt
  return { bus, rates: createRates({ store: null, log }), degraded: () => [] }
}

async function openRateStore(pool: Pool, redisUrl: string | null, started: ShutdownHooks) {
  if (redisUrl === null) return createPostgresRateStore(pool)
  const store = await createRedisRateStore(redisUrl)
  started.add('shared counts', () => store.close())
  return store
}

interface SessionParts {
  readonly bus: Bus
  readonly sockets: Pick<SocketRegistry, 'closeSessions' | 'sessionIds'>
  readonly log: Log
  endedAmong(sessionIds: readonly string[]): Promise<readonly string[]>
}

/** Closes the sockets of a session here when it ends on any server. */
export function closeEndedSessions({ bus, sockets, log, endedAmong }: SessionParts): void {
  bus.listen((message) => {
    if (message.kind === 'sessions-ended') sockets.closeSessions(message.sessionIds)
  })
  bus.onMissed(() => {
    endedAmong(sockets.sessionIds()).then(
      (ended) => sockets.closeSessions(ended),
      (error: unknown) => log.warn({ err: error }, 'sessions could not be asked for; each socket asks within a minute'),
    )
  })
}
