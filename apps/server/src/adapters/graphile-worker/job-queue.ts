import type { Pool } from 'pg'

import { maxAttemptsByJob } from '../../jobs/tries.ts'
import type { Jobs } from '../../ports/jobs.ts'

/** Only adds: whoever runs a server's workers takes the jobs from there. */
export const createJobQueue = (pool: Pool): Jobs => ({
  async add(name, payload, options = {}) {
    await (options.tx ?? pool).query(
      `select graphile_worker.add_job($1, $2::json, run_at => $3, job_key => $4, max_attempts => $5, queue_name => $6)`,
      [name, JSON.stringify(payload), options.runAt ?? null, options.key ?? null, maxAttemptsByJob[name], options.queue ?? null],
    )
  },
})
