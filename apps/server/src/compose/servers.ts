import type { Pool } from 'pg'
import { postgresRates } from '../adapters/postgres-rates/postgres-rates.ts'
import type { Config } from '../config.ts'
import type { Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import { createRates } from '../rates/create-rates.ts'
import type { Started } from './stopping.ts'

/** What this server has in common with the others on its database. */
export interface Servers {
  readonly rates: Rates
}

/** An embedded database has one server alone. */
export function composeServers(config: Config, pool: Pool, log: Log, started: Started): Servers {
  const rates = createRates({ store: config.databaseUrl === null ? null : postgresRates(pool), log })
  started.also('rate limits', () => rates.stop())
  return { rates }
}
