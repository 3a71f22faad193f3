import { limits } from '@espalier/domain'

import { purgeOldTrash } from '../features/trash/index.ts'
import type { AdminCommand } from './command.ts'

const dayMs = 24 * 60 * 60 * 1000

export const purgeCommand: AdminCommand = {
  name: 'purge',
  parameters: [],
  summary: 'deletes for good what has been in the trash for too long, now instead of tonight',
  async run({ database }) {
    const before = new Date(Date.now() - limits.trashRetentionDays * dayMs)
    const count = await purgeOldTrash({ database, announcements: { announce: () => {} }, audit: () => {} }, before)
    return `Purged ${count} ${count === 1 ? 'project' : 'projects'}.`
  },
}
