import { deleteOldBreakdowns, readLostBreakdowns } from '../../database/breakdowns.ts'
import type { Database } from '../../database/database.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { createSystemCaller, type Writes } from '../projects/index.ts'
import { endBreakdownRun } from './run.ts'

export interface LostBreakdownOptions {
  readonly database: Database
  readonly writes: Writes
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Ends what a server left behind that is gone. `isAlone`: at the start of the only server nothing can be running. */
export async function endLostBreakdowns(
  { database, writes, log }: LostBreakdownOptions,
  { isAlone }: { readonly isAlone: boolean },
): Promise<number> {
  const lost = await readLostBreakdowns(database.pool, isAlone)
  for (const run of lost) {
    // One that fails must not keep the others waiting.
    await endBreakdownRun(writes, createSystemCaller(run.userId, 'endBreakdown'), run, 'lost').catch((error: unknown) =>
      log.warn({ error: String(error), nodeId: run.nodeId }, 'a lost breakdown could not be ended'),
    )
  }
  if (lost.length > 0) log.info({ lost: lost.length }, 'breakdowns of a server that is gone were ended')
  return lost.length
}

export const breakdownJobRunners = (options: LostBreakdownOptions): Pick<JobRunners, 'end-lost-breakdowns'> => ({
  'end-lost-breakdowns': async () => {
    await endLostBreakdowns(options, { isAlone: false })
    await deleteOldBreakdowns(options.database.pool)
  },
})
