import { dayMs } from '@espalier/domain'
import type { Database } from '../../database/database.ts'
import { deleteExpiredRates, trimChangeLogs } from '../../database/upkeep.ts'
import type { JobRunners } from '../../ports/jobs.ts'

export interface HistoryJobOptions {
  readonly database: Database
  readonly changeLogDays: number
  readonly now?: () => Date
}

export const historyJobRunners = (options: HistoryJobOptions): Pick<JobRunners, 'trim-change-log' | 'forget-rates'> => {
  const { database, changeLogDays, now = () => new Date() } = options
  return {
    'trim-change-log': async () => {
      await trimChangeLogs(database, { before: new Date(now().getTime() - changeLogDays * dayMs) })
    },
    'forget-rates': async () => {
      await deleteExpiredRates(database.pool)
    },
  }
}
