import type { Pool } from 'pg'

import { maxAttemptsByJob } from '../../jobs/tries.ts'
import type { RecurringJob } from '../../ports/jobs.ts'

/**
 * Queues what is due. Of several servers that look at the same moment one finds it due; the note and the job are one
 * statement, so that a server that dies in between leaves both or neither.
 */
export async function queueDueJobs(pool: Pool, recurring: readonly RecurringJob[]): Promise<void> {
  for (const { name, everyMs } of recurring) {
    await pool.query(
      `with due as (
         insert into recurring_jobs as known (name, last_at) values ($1::text, now())
         on conflict (name) do update set last_at = now()
         where known.last_at <= now() - make_interval(secs => $2)
         returning name
       )
       select graphile_worker.add_job($1::text, '{}'::json, job_key => 'recurring:' || $1::text, max_attempts => $3) from due`,
      [name, everyMs / 1000, maxAttemptsByJob[name]],
    )
  }
}
