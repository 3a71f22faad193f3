import { limits } from '@espalier/domain'
import { extendTransaction } from '@espalier/postgres'
import type { Database, Transaction } from '../../database/database.ts'
import { deleteOldOperations } from '../../database/operations.ts'
import type { Bus } from '../../ports/bus.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import type { Audit } from '../../ports/log.ts'
import type { Caller, Writes } from '../projects/index.ts'

export interface TrashOptions {
  readonly database: Database
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Audit
}

/** Deletes for good what is in the trash at this moment: who restores a project at the same time either keeps it or is too late. */
async function purgeProjects({ client }: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `delete from projects where id = any($1::uuid[]) and status = 'deleted' returning id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

export async function emptyTrash({ bus }: TrashOptions, writes: Writes, caller: Caller): Promise<number> {
  const ownerId = caller.viewer.person.id
  let purged: string[] = []
  const count = await writes.run(caller, async ({ tx, audit, extendTimeout: extendTime }) => {
    await extendTime()
    const { rows } = await tx.client.query<{ id: string }>(
      `select id from projects where owner = $1 and status = 'deleted' order by id for update`,
      [ownerId],
    )
    purged = await purgeProjects(
      tx,
      rows.map(({ id }) => id),
    )
    for (const projectId of purged) audit({ kind: 'project-purged', projectId, userId: ownerId })
    return purged.length
  })
  publishPurged(bus, purged)
  return count
}

/** A project of 100,000 nodes with its log. */
const purgeTimeoutMs = 600_000
const oldTrashSql = `select id from projects where deleted_at <= $1::timestamptz order by deleted_at limit 100`

/** What has been in the trash for too long. One project a transaction; one that is being restored is left alone. */
export async function purgeOldTrash({ database, bus, audit }: TrashOptions, before: Date): Promise<number> {
  let count = 0
  for (;;) {
    const { rows } = await database.pool.query<{ id: string }>(oldTrashSql, [before])
    let progress = 0
    for (const { id } of rows) {
      const purged = await database.transaction(async (tx) => {
        await extendTransaction(tx.client, purgeTimeoutMs)
        const held = await tx.client.query(
          `select from projects where id = $1 and deleted_at <= $2::timestamptz for update skip locked`,
          [id, before],
        )
        return held.rowCount === 1 ? purgeProjects(tx, [id]) : []
      })
      progress += purged.length
      for (const projectId of purged) audit({ kind: 'project-purged', projectId, userId: null })
      publishPurged(bus, purged)
    }
    count += progress
    // What another server holds right now is its own doing, or comes back tomorrow.
    if (progress === 0) return count
  }
}

function publishPurged(bus: Pick<Bus, 'publish'>, projectIds: readonly string[]): void {
  for (const projectId of projectIds) bus.publish({ kind: 'project-purged', projectId })
}

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
