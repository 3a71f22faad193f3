import { minuteMs } from '@espalier/domain'
import type { FastifyPluginAsync } from 'fastify'
import type { Slice } from '../api/slice.ts'
import type { Authenticate } from '../api/viewer.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { accountDeletionRunners } from '../features/account-data/delete-accounts.ts'
import { accountDataRoutes } from '../features/account-data/download-routes.ts'
import { accountDeletionSlice } from '../features/account-data/resolvers.ts'
import type { Mailer } from '../features/mail/index.ts'
import type { Writes } from '../features/projects/index.ts'
import type { Bus } from '../ports/bus.ts'
import type { Identities } from '../ports/identities.ts'
import type { JobRunners, RecurringJob } from '../ports/jobs.ts'
import type { Audit, Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import type { Origins } from '../transport/http/origins.ts'

export const accountDataJobs: readonly RecurringJob[] = [{ name: 'delete-accounts', everyMs: 10 * minuteMs }]

interface AccountDataParts {
  readonly config: Config
  readonly database: Database
  /** With connections that requests do not wait for. */
  readonly jobDatabase: Database
  readonly jobWrites: Writes
  readonly identities: Identities
  readonly bus: Bus
  readonly mailer: Mailer
  readonly origins: Origins
  readonly audit: Audit
  readonly log: Log
}

interface AccountData {
  readonly slice: Slice
  readonly runners: Pick<JobRunners, 'delete-accounts'>
  routes(authenticate: Authenticate, rates: Rates | null): FastifyPluginAsync
}

/** Composes the download of one's data and the deletion of one's account. */
export function composeAccountData(parts: AccountDataParts): AccountData {
  const { config, database, jobDatabase, jobWrites, identities, bus, mailer, origins, audit, log } = parts
  const { productName, identity } = config
  const webUrl = () => config.webUrl ?? origins.webOriginFor({ host: '' })
  return {
    slice: accountDeletionSlice({
      database,
      mailer,
      audit,
      productName,
      isAvailable: identity.kind === 'embedded' || identity.adminUrl !== null,
      webUrl,
      apiUrl: () => config.apiUrl ?? webUrl(),
    }),
    runners: accountDeletionRunners({
      database: jobDatabase,
      writes: jobWrites,
      identities,
      bus,
      mailer,
      audit,
      log,
      productName,
    }),
    routes: (authenticate, rates) => accountDataRoutes({ database, identities, authenticate, rates, audit }),
  }
}
