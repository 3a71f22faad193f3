import { readNodesById } from '../../../database/nodes.ts'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import { compareIssue } from './compare-issue.ts'
import { type IssueHierarchy, readIssueHierarchy, readIssueLinksByNode } from '../links/issue-link-store.ts'
import { groupByDepth, listAncestors } from './issue-hierarchy.ts'
import { createIssue, removeIssue, type TaskOutcome, unlinkIssue } from './issue-lifecycle.ts'
import { readNodeSyncStates } from './sync-state-store.ts'
import { requireTrackerValue, type SyncContext, TrackerUnavailableError } from './sync-context.ts'
import { deleteTask, enqueueSyncTasks, postponeTask, readDueTasks, type SyncTask } from './task-store.ts'

const tasksPerBatch = 100
/** As many as the site lets anybody ask at a time. */
const maxConcurrentTasks = 4
/** So many of the site's own failures in a row are not about the nodes. */
const maxFailuresInARow = 3
const maxBackoffMs = 10 * 60_000

/** Works off what is marked, those above before those below, and deletions last and from below. True: there is more. */
export async function processSyncTasks(context: SyncContext): Promise<boolean> {
  const { database, projectId, site } = context
  const marks = new Map(
    (await readDueTasks(database.pool, projectId, context.now())).map((mark) => [mark.nodeId, mark]),
  )
  if (marks.size === 0) return false
  const lineage = await readIssueHierarchy(database.pool, projectId, site.site, [...marks.keys()])
  const isDeleted = (id: string): boolean => lineage.get(id)?.isDeleted === true
  const layers = groupByDepth(lineage, [...marks.keys()])
  const living = layers.map((layer) => layer.filter((id) => !isDeleted(id)))
  const deleted = layers.map((layer) => layer.filter(isDeleted)).toReversed()
  const faults = { inARow: 0 }
  for (const layer of [...living, ...deleted]) {
    for (let at = 0; at < layer.length; at += tasksPerBatch) {
      if (context.now().getTime() > context.deadline) return true
      const some = layer.slice(at, at + tasksPerBatch).flatMap((id) => marks.get(id) ?? [])
      await processTaskBatch(context, some, lineage, faults)
    }
  }
  return (await readDueTasks(database.pool, projectId, context.now())).length > 0
}

async function processTaskBatch(
  context: SyncContext,
  marks: readonly SyncTask[],
  lineage: IssueHierarchy,
  faults: { inARow: number },
): Promise<void> {
  const work = await prepareTaskBatch(context, marks, lineage)
  const queue = [...marks]
  const worker = async (): Promise<void> => {
    for (let mark = queue.shift(); mark !== undefined; mark = queue.shift()) {
      const fate = await work(mark)
      faults.inARow = fate === 'failed' ? faults.inARow + 1 : 0
      await finishTask(context, mark, fate)
      if (faults.inARow < maxFailuresInARow) continue
      throw new TrackerUnavailableError({ kind: 'failed', message: `${context.site.site} failed to answer` })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: maxConcurrentTasks }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Reads at once what all of them need. */
async function prepareTaskBatch(
  context: SyncContext,
  marks: readonly SyncTask[],
  lineage: IssueHierarchy,
): Promise<(mark: SyncTask) => Promise<TaskOutcome>> {
  const { database, projectId, site, connection } = context
  const ids = marks.map(({ nodeId }) => nodeId)
  const nodes = new Map((await readNodesById(database.pool, projectId, ids)).map((node) => [node.id, node]))
  const bonds = await readIssueLinksByNode(database.pool, site.site, ids)
  const sideOf = await readNodeSyncStates(database.pool, ids)
  const wanted = [...bonds.values()].filter(({ nodeId }) => nodes.get(nodeId)?.isDeleted === false)
  const { epicLinkFieldId } = connection
  const issues: readonly TrackerIssue[] =
    wanted.length === 0
      ? []
      : requireTrackerValue(
          await site.issues(
            wanted.map(({ issueId }) => issueId),
            { epicLinkFieldId },
          ),
        )
  const byId = new Map(issues.map((issue) => [issue.id, issue]))
  return async (mark) => {
    const node = nodes.get(mark.nodeId)
    const bond = bonds.get(mark.nodeId)
    if (node === undefined) return 'done'
    const side = sideOf(node.id)
    if (bond === undefined) return findParentWait(lineage, node.id) ?? createIssue(context, { node, side, lineage })
    if (node.isDeleted) return removeIssue(context, bond)
    const issue = byId.get(bond.issueId) ?? (await readIssueIfPresent(context, bond.issueId))
    if (issue !== null) return compareIssue(context, { node, mark, bond, side, lineage, issue })
    await unlinkIssue(context, node.id, bond.issueKey)
    return 'done'
  }
}

const parentWaitMs = 2_000

/** One whose parent's issue is still being made would land in the wrong place. */
function findParentWait(lineage: IssueHierarchy, nodeId: string): Date | null {
  const [parent] = listAncestors(lineage, nodeId)
  const isWaiting = parent !== undefined && parent.issueKey === null && parent.isMarked && parent.state === 'synced'
  return isWaiting && !parent.isDeleted ? new Date(Date.now() + parentWaitMs) : null
}

/** Null: it is gone, and the key is still good. */
async function readIssueIfPresent({ site, connection }: SyncContext, issueId: string): Promise<TrackerIssue | null> {
  const answer = await site.issue(issueId, { epicLinkFieldId: connection.epicLinkFieldId })
  if (answer.ok) return answer.value
  if (answer.failure.kind !== 'not-found') throw new TrackerUnavailableError(answer.failure)
  requireTrackerValue(await site.myself())
  return null
}

async function finishTask(context: SyncContext, mark: SyncTask, fate: TaskOutcome): Promise<void> {
  const { pool } = context.database
  if (fate === 'done') await deleteTask(pool, mark)
  else if (fate === 'again') await enqueueSyncTasks(pool, context.projectId, new Map([[mark.nodeId, {}]]))
  else if (fate === 'failed') {
    const pauseMs = Math.min(context.backoffMs * 2 ** mark.tries, maxBackoffMs)
    await postponeTask(pool, mark, new Date(context.now().getTime() + pauseMs))
  } else await postponeTask(pool, mark, fate)
}
