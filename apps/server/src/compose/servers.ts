import type { Pool } from 'pg'
import { inProcessBus } from '../adapters/in-process/in-process-bus.ts'
import { postgresWire } from '../adapters/postgres-bus/postgres-wire.ts'
import { postgresRates } from '../adapters/postgres-rates/postgres-rates.ts'
import { redisRates } from '../adapters/redis/redis-rates.ts'
import { redisWire } from '../adapters/redis/redis-wire.ts'
import { wiredBus } from '../bus/wired-bus.ts'
import type { Config } from '../config.ts'
import type { Bus } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import { createRates } from '../rates/create-rates.ts'
import type { Started } from './stopping.ts'
import type { Storage } from './storage.ts'

/** What this server has in common with the others on its database. */
export interface Servers {
  readonly bus: Bus
  readonly rates: Rates
  /** What works less well than it should; the server may take traffic all the same. */
  degraded(): readonly string[]
}

export async function composeServers(config: Config, storage: Storage, log: Log, started: Started): Promise<Servers> {
  const { databaseUrl, redisUrl, secretKeys } = config
  // An embedded database has one server alone.
  if (databaseUrl === null) return alone(log, started)
  if (secretKeys.length === 0)
    log.warn({}, 'SECRET_KEY is not set: a second server on this database needs the same one')
  const bus = wiredBus({ wire: redisUrl === null ? postgresWire(storage.jobs) : redisWire(redisUrl), log })
  started.also('bus', () => bus.close())
  await bus.tried
  const rates = createRates({ store: await rateStore(storage.reads, redisUrl, started), log })
  started.also('rate limits', () => rates.stop())
  const degraded = () => [...(bus.isUp ? [] : ['bus']), ...(rates.isAlone ? ['rate-limits'] : [])]
  return { bus, rates, degraded }
}

function alone(log: Log, started: Started): Servers {
  const bus = inProcessBus(log)
  started.also('bus', () => bus.close())
  return { bus, rates: createRates({ store: null, log }), degraded: () => [] }
}

async function rateStore(pool: Pool, redisUrl: string | null, started: Started) {
  if (redisUrl === null) return postgresRates(pool)
  const store = await redisRates(redisUrl)
  started.also('shared counts', () => store.close())
  return store
}
