import type { Pool } from 'pg'
import { createInProcessBus } from '../adapters/in-process/in-process-bus.ts'
import { createPostgresBusTransport } from '../adapters/postgres-bus/postgres-wire.ts'
import { createPostgresRateStore } from '../adapters/postgres-rates/postgres-rates.ts'
import { createRedisRateStore } from '../adapters/redis/redis-rates.ts'
import { createRedisBusTransport } from '../adapters/redis/redis-wire.ts'
import { createNetworkedBus } from '../bus/wired-bus.ts'
import type { Config } from '../config.ts'
import type { Bus } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import { createRates } from '../rates/create-rates.ts'
import type { ShutdownHooks } from './stopping.ts'
import type { DatabasePools } from './storage.ts'

/** What this server has in common with the others on its database. */
export interface ClusterServices {
  readonly bus: Bus
  readonly rates: Rates
  /** What works less well than it should; the server may take traffic all the same. */
  degraded(): readonly string[]
}

export async function composeCluster(config: Config, storage: DatabasePools, log: Log, started: ShutdownHooks): Promise<ClusterServices> {
  const { databaseUrl, redisUrl, secretKeys } = config
  // An embedded database has one server alone.
  if (databaseUrl === null) return composeSingleServer(log, started)
  if (secretKeys.length === 0)
    log.warn({}, 'SECRET_KEY is not set: a second server on this database needs the same one')
  const bus = createNetworkedBus({ wire: redisUrl === null ? createPostgresBusTransport(storage.jobs) : createRedisBusTransport(redisUrl), log })
  started.add('bus', () => bus.close())
  await bus.firstAttempt
  const rates = createRates({ store: await openRateStore(storage.reads, redisUrl, started), log })
  started.add('rate limits', () => rates.stop())
  const degraded = () => [...(bus.isUp ? [] : ['bus']), ...(rates.isAlone ? ['rate-limits'] : [])]
  return { bus, rates, degraded }
}

function composeSingleServer(log: Log, started: ShutdownHooks): ClusterServices {
  const bus = createInProcessBus(log)
  started.add('bus', () => bus.close())
  return { bus, rates: createRates({ store: null, log }), degraded: () => [] }
}

async function openRateStore(pool: Pool, redisUrl: string | null, started: ShutdownHooks) {
  if (redisUrl === null) return createPostgresRateStore(pool)
  const store = await createRedisRateStore(redisUrl)
  started.add('shared counts', () => store.close())
  return store
}
