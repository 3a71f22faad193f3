import type { LoggedChange } from '../../../database/change-log.ts'
import type { NodePatch } from '../../../database/nodes.ts'
import type { ProjectRow } from '../../../database/projects.ts'
import type { JobOptions, Jobs } from '../../../ports/jobs.ts'
import type { StoredWrite } from '../../projects/index.ts'
import { clearSyncState, enqueueAllNodes, enqueueSyncTasks, type FieldChangeTimes } from './task-store.ts'

/** What the sync itself writes need not be told to the tracker again. */
export const trackerSyncField = 'syncTracker'

const isSyncOn = ({ jira_sync: isOn, status }: ProjectRow): boolean => isOn && status !== 'deleted'

/** Marks the nodes that a change concerns, in the change's own transaction. */
export const createTrackerChangeListener =
  (jobs: Jobs) =>
  async ({ tx, before, project, changes, caller, at }: StoredWrite): Promise<void> => {
    if (!isSyncOn(project)) {
      if (isSyncOn(before)) await clearSyncState(tx.client, project.id)
      return
    }
    if (isSyncOn(before)) {
      const marks =
        caller.field === trackerSyncField
          ? new Map<string, FieldChangeTimes>()
          : collectFieldChangeTimes(changes, at.getTime())
      if (marks.size === 0) return
      await enqueueSyncTasks(tx.client, project.id, marks)
    } else await enqueueAllNodes(tx.client, project.id)
    await enqueueSync(jobs, project.id, { tx: tx.client })
  }

const readNodePatches = ({ payload }: LoggedChange): readonly NodePatch[] => payload.nodes ?? []

/** By node, when each of the fields that the tracker has too was changed. */
function collectFieldChangeTimes(changes: readonly LoggedChange[], at: number): ReadonlyMap<string, FieldChangeTimes> {
  const marks = new Map<string, FieldChangeTimes>()
  for (const patch of changes.flatMap(readNodePatches)) {
    const changed: FieldChangeTimes = {
      ...('title' in patch && { title: at }),
      ...('body' in patch && { body: at }),
      ...('status' in patch && { status: at }),
      ...(('parentIds' in patch || 'isDeleted' in patch) && { parent: at }),
    }
    if (Object.keys(changed).length > 0) marks.set(patch.id, { ...marks.get(patch.id), ...changed })
  }
  return marks
}

/** One run of a project at a time, on however many servers; what is asked for while it waits is the same run. */
export const enqueueSync = (jobs: Jobs, projectId: string, options: Pick<JobOptions, 'tx' | 'runAt'> = {}) =>
  jobs.add('sync-tracker', { projectId }, { ...options, key: `tracker ${projectId}`, queue: `tracker ${projectId}` })
