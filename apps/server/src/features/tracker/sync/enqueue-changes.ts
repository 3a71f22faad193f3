import type { LoggedChange } from '../../../database/change-log.ts'
import type { NodePatch } from '../../../database/nodes.ts'
import type { ProjectRow } from '../../../database/projects.ts'
import type { JobOptions, Jobs } from '../../../ports/jobs.ts'
import type { StoredWrite } from '../../projects/index.ts'
import { clearSyncState, enqueueAllNodes, enqueueSyncTasks, type FieldChangeTimes } from './task-store.ts'

/** Writes of the sync itself must not be sent to the tracker again. */
export const trackerSyncField = 'syncTracker'

const isSyncOn = ({ jira_sync: isEnabled, status }: ProjectRow): boolean => isEnabled && status !== 'deleted'

/** Enqueues the changed nodes in the change's own transaction. */
export const createTrackerChangeListener =
  (jobs: Jobs) =>
  async ({ tx, before, project, changes, caller, at }: StoredWrite): Promise<void> => {
    if (!isSyncOn(project)) {
      if (isSyncOn(before)) await clearSyncState(tx.client, project.id)
      return
    }
    if (isSyncOn(before)) {
      const changeTimes =
        caller.field === trackerSyncField
          ? new Map<string, FieldChangeTimes>()
          : collectFieldChangeTimes(changes, at.getTime())
      if (changeTimes.size === 0) return
      await enqueueSyncTasks(tx.client, project.id, changeTimes)
    } else await enqueueAllNodes(tx.client, project.id)
    await enqueueSync(jobs, project.id, { tx: tx.client })
  }

const readNodePatches = ({ payload }: LoggedChange): readonly NodePatch[] => payload.nodes ?? []

/** Returns, by node, when each field that the tracker also has was changed. */
function collectFieldChangeTimes(changes: readonly LoggedChange[], at: number): ReadonlyMap<string, FieldChangeTimes> {
  const changeTimes = new Map<string, FieldChangeTimes>()
  for (const patch of changes.flatMap(readNodePatches)) {
    const changed: FieldChangeTimes = {
      ...('title' in patch && { title: at }),
      ...('body' in patch && { body: at }),
      ...('status' in patch && { status: at }),
      ...(('parentIds' in patch || 'isDeleted' in patch) && { parent: at }),
    }
    if (Object.keys(changed).length > 0) changeTimes.set(patch.id, { ...changeTimes.get(patch.id), ...changed })
  }
  return changeTimes
}

/** Runs one sync per project at a time across all servers; requests while it waits join the same run. */
export const enqueueSync = (jobs: Jobs, projectId: string, options: Pick<JobOptions, 'tx' | 'runAt'> = {}) =>
  jobs.add('sync-tracker', { projectId }, { ...options, key: `tracker ${projectId}`, queue: `tracker ${projectId}` })
