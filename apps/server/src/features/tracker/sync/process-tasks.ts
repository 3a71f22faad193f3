import { readNodesById } from '../../../database/nodes.ts'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import { compareIssue } from './compare-issue.ts'
import { type IssueHierarchy, readIssueHierarchy, readIssueLinksByNode } from '../links/issue-link-store.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { groupByDepth, listAncestors } from './issue-hierarchy.ts'
import { createIssue, removeIssue, type TaskOutcome, unlinkIssue } from './issue-lifecycle.ts'
import { readNodeSyncStates } from './sync-state-store.ts'
import { requireTrackerValue, type SyncContext, TrackerUnavailableError } from './sync-context.ts'
import { deleteTask, enqueueSyncTasks, postponeTask, readDueTasks, type SyncTask } from './task-store.ts'

const tasksPerBatch = 100
/** The site allows this many concurrent requests. */
const maxConcurrentTasks = 4
/** This many consecutive failures of the site are not caused by the nodes. */
const maxFailuresInARow = 3
const maxBackoffMs = 10 * 60_000

/**
 * Processes the due tasks, parents before children, and deletions last and children first. Returns true if there are
 * more.
 */
export async function processSyncTasks(earlier: SyncContext): Promise<boolean> {
  const { database, projectId, site } = earlier
  const tasks = new Map(
    (await readDueTasks(database.pool, projectId, earlier.now())).map((task) => [task.nodeId, task]),
  )
  if (tasks.size === 0) return false
  // Settings that change after this renew the tasks, so that nothing is done by former ones.
  const context = await earlier.refresh()
  const hierarchy = await readIssueHierarchy(database.pool, projectId, site.site, [...tasks.keys()])
  const isDeleted = (id: string): boolean => hierarchy.get(id)?.isDeleted === true
  const layers = groupByDepth(hierarchy, [...tasks.keys()])
  const living = layers.map((layer) => layer.filter((id) => !isDeleted(id)))
  const deleted = layers.map((layer) => layer.filter(isDeleted)).toReversed()
  const faults = { inARow: 0 }
  for (const layer of [...living, ...deleted]) {
    for (let at = 0; at < layer.length; at += tasksPerBatch) {
      if (context.now().getTime() > context.deadline) return true
      const some = layer.slice(at, at + tasksPerBatch).flatMap((id) => tasks.get(id) ?? [])
      await processTaskBatch(context, some, hierarchy, faults)
    }
  }
  return (await readDueTasks(database.pool, projectId, context.now())).length > 0
}

async function processTaskBatch(
  context: SyncContext,
  tasks: readonly SyncTask[],
  hierarchy: IssueHierarchy,
  faults: { inARow: number },
): Promise<void> {
  const work = await prepareTaskBatch(context, tasks, hierarchy)
  const queue = [...tasks]
  const worker = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const outcome = await work(task)
      faults.inARow = outcome === 'failed' ? faults.inARow + 1 : 0
      await finishTask(context, task, outcome)
      if (faults.inARow < maxFailuresInARow) continue
      throw new TrackerUnavailableError({ kind: 'failed', message: trackerErrorTexts.site.failed(context.site.site) })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: maxConcurrentTasks }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Reads what all tasks of a batch need in one go. */
async function prepareTaskBatch(
  context: SyncContext,
  tasks: readonly SyncTask[],
  hierarchy: IssueHierarchy,
): Promise<(task: SyncTask) => Promise<TaskOutcome>> {
  const { database, projectId, site, reading } = context
  const ids = tasks.map(({ nodeId }) => nodeId)
  const nodes = new Map((await readNodesById(database.pool, projectId, ids)).map((node) => [node.id, node]))
  const links = await readIssueLinksByNode(database.pool, site.site, ids)
  const syncStates = await readNodeSyncStates(database.pool, ids)
  const wanted = [...links.values()].filter(({ nodeId }) => nodes.get(nodeId)?.isDeleted === false)
  const issues: readonly TrackerIssue[] =
    wanted.length === 0
      ? []
      : requireTrackerValue(
          await site.issues(
            wanted.map(({ issueId }) => issueId),
            reading,
          ),
        )
  const byId = new Map(issues.map((issue) => [issue.id, issue]))
  return async (task) => {
    const node = nodes.get(task.nodeId)
    const link = links.get(task.nodeId)
    if (node === undefined) return 'done'
    const side = syncStates(node.id)
    if (link === undefined) return findParentWait(hierarchy, node.id) ?? createIssue(context, { node, side, hierarchy })
    if (node.isDeleted) return removeIssue(context, link)
    const issue = byId.get(link.issueId) ?? (await readIssueIfPresent(context, link.issueId))
    if (issue !== null) return compareIssue(context, { node, task, link, side, hierarchy, issue })
    await unlinkIssue(context, node.id, link.issueKey)
    return 'done'
  }
}

const parentWaitMs = 2_000

/** A node whose parent issue is still being created would get the wrong parent. */
function findParentWait(hierarchy: IssueHierarchy, nodeId: string): Date | null {
  const [parent] = listAncestors(hierarchy, nodeId)
  const isWaiting = parent !== undefined && parent.issueKey === null && parent.isMarked && parent.state === 'synced'
  return isWaiting && !parent.isDeleted ? new Date(Date.now() + parentWaitMs) : null
}

/** Null if the issue is gone although the key is still valid. */
async function readIssueIfPresent({ site, reading }: SyncContext, issueId: string): Promise<TrackerIssue | null> {
  const answer = await site.issue(issueId, reading)
  if (answer.ok) return answer.value
  if (answer.reason.kind !== 'not-found') throw new TrackerUnavailableError(answer.reason)
  requireTrackerValue(await site.myself())
  return null
}

async function finishTask(context: SyncContext, task: SyncTask, outcome: TaskOutcome): Promise<void> {
  const { pool } = context.database
  if (outcome === 'done') await deleteTask(pool, task)
  else if (outcome === 'again') await enqueueSyncTasks(pool, context.projectId, new Map([[task.nodeId, {}]]))
  else if (outcome === 'failed') {
    const pauseMs = Math.min(context.backoffMs * 2 ** task.tries, maxBackoffMs)
    await postponeTask(pool, task, new Date(context.now().getTime() + pauseMs))
  } else await postponeTask(pool, task, outcome)
}
