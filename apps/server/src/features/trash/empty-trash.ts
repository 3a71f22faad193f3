import { dayMs, limits } from '@espalier/domain'
import { extendTransaction } from '@espalier/postgres'
import type { Database } from '../../database/database.ts'
import { deleteOldOperations } from '../../database/operations.ts'
import type { Bus } from '../../ports/bus.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import type { Audit } from '../../ports/log.ts'
import type { Caller, Writes } from '../projects/index.ts'
import { lockOldTrash, lockTrashOfOwner, purgeProjects, readOldTrash } from './store.ts'

export interface TrashOptions {
  readonly database: Database
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Audit
}

export async function emptyTrash({ bus }: TrashOptions, writes: Writes, caller: Caller): Promise<number> {
  const ownerId = caller.viewer.person.id
  let purged: string[] = []
  const count = await writes.run(caller, async ({ tx, audit, extendTimeout: extendTime }) => {
    await extendTime()
    purged = await purgeProjects(tx.client, await lockTrashOfOwner(tx.client, ownerId))
    for (const projectId of purged) audit({ kind: 'project-purged', projectId, userId: ownerId })
    return purged.length
  })
  publishPurged(bus, purged)
  return count
}

/** Enough for a project of 100,000 nodes with its log. */
const purgeTimeoutMs = 600_000

/**
 * Deletes projects that have been in the trash for too long, one per transaction; a project that is being restored is
 * skipped.
 */
export async function purgeOldTrash({ database, bus, audit }: TrashOptions, before: Date): Promise<number> {
  let count = 0
  for (;;) {
    let progress = 0
    for (const id of await readOldTrash(database.pool, before)) {
      const purged = await database.transaction(async ({ client }) => {
        await extendTransaction(client, purgeTimeoutMs)
        return (await lockOldTrash(client, id, before)) ? purgeProjects(client, [id]) : []
      })
      progress += purged.length
      for (const projectId of purged) audit({ kind: 'project-purged', projectId, userId: null })
      publishPurged(bus, purged)
    }
    count += progress
    // Projects that another server has locked are purged there or tomorrow.
    if (progress === 0) return count
  }
}

function publishPurged(bus: Pick<Bus, 'publish'>, projectIds: readonly string[]): void {
  for (const projectId of projectIds) bus.publish({ kind: 'project-purged', projectId })
}

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
