import type { Pool } from 'pg'

import type { JobRunners, RecurringJob } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'

export interface JobsOptions {
  readonly pool: Pool
  /** Jobs of a name that has no runner here are left to other servers. */
  readonly runners: Partial<JobRunners>
  readonly recurring?: readonly RecurringJob[]
  readonly log: Log
  /** How many jobs run at once. The pool needs one connection more than that, for listening. */
  readonly concurrency?: number
  /** How often it looks for jobs that came due; new ones are announced. */
  readonly pollMs?: number
  /** How often it looks for jobs whose server died, and for recurring ones that are due. */
  readonly reclaimMs?: number
  /** How long a stop waits for jobs that are running. */
  readonly stopMs?: number
}
