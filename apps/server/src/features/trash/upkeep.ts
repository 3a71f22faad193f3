import { limits } from '@espalier/domain'

import { deleteOldOperations } from '../../database/operations.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import { purgeOldTrash, type TrashOptions } from './empty-trash.ts'

const dayMs = 24 * 60 * 60 * 1000

export const trashJobRunners = (
  options: TrashOptions & { readonly now?: () => Date },
): Pick<JobRunners, 'purge-trash' | 'forget-operations'> => {
  const { now = () => new Date() } = options
  return {
    'purge-trash': async () => {
      await purgeOldTrash(options, new Date(now().getTime() - limits.trashRetentionDays * dayMs))
    },
    'forget-operations': async () => {
      await deleteOldOperations(options.database.pool, now())
    },
  }
}
