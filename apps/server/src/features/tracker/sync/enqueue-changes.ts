import { sameValue, type TrackerFieldName } from '@espalier/domain'
import type { LoggedChange } from '../../../database/change-log.ts'
import type { NodePatch } from '../../../database/nodes.ts'
import type { ProjectRow } from '../../../database/projects.ts'
import type { JobOptions, Jobs } from '../../../ports/jobs.ts'
import { listSyncedFields, type StoredWrite } from '../../projects/index.ts'
import {
  clearSyncState,
  enqueueAllNodes,
  enqueueLivingNodes,
  enqueueSyncTasks,
  type FieldChangeTimes,
} from './task-store.ts'

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
      if (caller.field === trackerSyncField) return
      const changeTimes = collectFieldChangeTimes(changes, project, at.getTime())
      const concernsAll = concernsAllNodes(before, project)
      if (changeTimes.size === 0 && !concernsAll) return
      if (concernsAll) await enqueueLivingNodes(tx.client, project.id)
      await enqueueSyncTasks(tx.client, project.id, changeTimes)
    } else await enqueueAllNodes(tx.client, project.id)
    await enqueueSync(jobs, project.id, { tx: tx.client })
  }

const readNodePatches = ({ payload }: LoggedChange): readonly NodePatch[] => payload.nodes ?? []

/**
 * A field that was switched on, another unit of estimates, another meaning of links or a renamed tag is about every node.
 */
function concernsAllNodes(before: ProjectRow, project: ProjectRow): boolean {
  const synced = listSyncedFields(project)
  if (!sameValue(listSyncedFields(before), synced) || before.jira_links !== project.jira_links) return true
  if (synced.includes('labels') && !sameValue(before.tags, project.tags)) return true
  const { jira_estimate: estimateBefore, estimate_unit: unitBefore } = before
  return (
    synced.includes('estimate') && (estimateBefore !== project.jira_estimate || unitBefore !== project.estimate_unit)
  )
}

/** The node's fields that the tracker also has. */
const nodeFieldByName = {
  assignee: 'assigneeIds',
  dueDate: 'dueDate',
  estimate: 'estimate',
  priority: 'priority',
  labels: 'tagIds',
} as const satisfies Record<TrackerFieldName, keyof NodePatch>

/** Returns, by node, when each field that the tracker also has was changed. */
function collectFieldChangeTimes(
  changes: readonly LoggedChange[],
  project: ProjectRow,
  at: number,
): ReadonlyMap<string, FieldChangeTimes> {
  const synced = listSyncedFields(project)
  const hasBlockers = project.jira_links === 'blockers'
  const changeTimes = new Map<string, FieldChangeTimes>()
  for (const patch of changes.flatMap(readNodePatches)) {
    const changed: FieldChangeTimes = {
      ...('title' in patch && { title: at }),
      ...('body' in patch && { body: at }),
      ...('status' in patch && { status: at }),
      ...(('parentIds' in patch || 'isDeleted' in patch) && { parent: at }),
      ...(hasBlockers && 'blockedByIds' in patch && { blockers: at }),
      ...Object.fromEntries(synced.filter((name) => nodeFieldByName[name] in patch).map((name) => [name, at])),
    }
    if (Object.keys(changed).length > 0) changeTimes.set(patch.id, { ...changeTimes.get(patch.id), ...changed })
  }
  return changeTimes
}

/** Runs one sync per project at a time across all servers; requests while it waits join the same run. */
export const enqueueSync = (jobs: Jobs, projectId: string, options: Pick<JobOptions, 'tx' | 'runAt'> = {}) =>
  jobs.add('sync-tracker', { projectId }, { ...options, key: `tracker ${projectId}`, queue: `tracker ${projectId}` })
