import { exchangeLimits } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import { forgetImports } from '../../database/imports.ts'
import type { JobRunners } from '../../ports/jobs.ts'

/** Uploads that were broken off are forgotten, whether or not anybody begins another. */
export const importUpkeep = (database: Database, now = () => new Date()): Pick<JobRunners, 'forget-imports'> => ({
  'forget-imports': async () => {
    await forgetImports(database.pool, new Date(now().getTime() - exchangeLimits.keptMs))
  },
})
