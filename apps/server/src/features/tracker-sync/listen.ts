import type { LoggedChange } from '../../database/change-log.ts'
import type { NodePatch } from '../../database/node-record.ts'
import type { ProjectRow } from '../../database/projects.ts'
import type { Jobs } from '../../ports/jobs.ts'
import type { Written } from '../projects/index.ts'
import { addMarks, forgetSync, markAll, type ChangedAt } from './marks.ts'
import { queueSync } from './queue.ts'

/** What the sync itself writes need not be told to the tracker again. */
export const syncField = 'syncTracker'

const isSynced = ({ jira_sync: isOn, status }: ProjectRow): boolean => isOn && status !== 'deleted'

/** Marks the nodes that a change concerns, in the change's own transaction. */
export const trackerListener =
  (jobs: Jobs) =>
  async ({ tx, before, project, changes, caller, at }: Written): Promise<void> => {
    if (!isSynced(project)) {
      if (isSynced(before)) await forgetSync(tx.client, project.id)
      return
    }
    if (isSynced(before)) {
      const marks = caller.field === syncField ? new Map<string, ChangedAt>() : marksOf(changes, at.getTime())
      if (marks.size === 0) return
      await addMarks(tx.client, project.id, marks)
    } else await markAll(tx.client, project.id)
    await queueSync(jobs, project.id, { tx: tx.client })
  }

const nodesOf = ({ payload }: LoggedChange): readonly NodePatch[] => payload.nodes ?? []

/** By node, when each of the fields that the tracker has too was changed. */
function marksOf(changes: readonly LoggedChange[], at: number): ReadonlyMap<string, ChangedAt> {
  const marks = new Map<string, ChangedAt>()
  for (const patch of changes.flatMap(nodesOf)) {
    const changed: ChangedAt = {
      ...('title' in patch && { title: at }),
      ...('body' in patch && { body: at }),
      ...('status' in patch && { status: at }),
      ...(('parentIds' in patch || 'isDeleted' in patch) && { parent: at }),
    }
    if (Object.keys(changed).length > 0) marks.set(patch.id, { ...marks.get(patch.id), ...changed })
  }
  return marks
}
