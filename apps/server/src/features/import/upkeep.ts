import { exchangeLimits } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import { deleteOldImports } from '../../database/imports.ts'
import type { JobRunners } from '../../ports/jobs.ts'

/** Uploads that were broken off are forgotten, whether or not anybody begins another. */
export const importJobRunners = (database: Database, now = () => new Date()): Pick<JobRunners, 'forget-imports'> => ({
  'forget-imports': async () => {
    await deleteOldImports(database.pool, new Date(now().getTime() - exchangeLimits.keptMs))
  },
})
