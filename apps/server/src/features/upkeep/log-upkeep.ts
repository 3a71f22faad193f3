import type { Database } from '../../database/database.ts'
import { forgetRates } from '../../database/rate-counts.ts'
import { trimLog } from '../../database/trim-log.ts'
import type { JobRunners } from '../../ports/jobs.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface LogUpkeep {
  readonly database: Database
  readonly changeLogDays: number
  readonly now?: () => Date
}

export const logUpkeepRunners = (options: LogUpkeep): Pick<JobRunners, 'trim-change-log' | 'forget-rates'> => {
  const { database, changeLogDays, now = () => new Date() } = options
  return {
    'trim-change-log': async () => {
      await trimLog(database, { before: new Date(now().getTime() - changeLogDays * dayMs) })
    },
    'forget-rates': async () => {
      await forgetRates(database.pool)
    },
  }
}
