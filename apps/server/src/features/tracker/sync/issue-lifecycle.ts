import type { NodeRecord } from '../../../database/nodes.ts'
import type { TrackerIssue, TrackerSnapshot } from '../../../ports/tracker.ts'
import { allowEditors, changeNodes } from '../../projects/index.ts'
import {
  blockSubtasks,
  deleteIssueLinks,
  type IssueHierarchy,
  type IssueLink,
  saveIssueLinks,
} from '../links/issue-link-store.ts'
import { toIssueSnapshot } from '../links/issue-to-node.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { findIssueLevel, findIssueParent, findIssueTarget, type IssueTarget } from './issue-hierarchy.ts'
import { digestAgreement } from './reconcile.ts'
import { requireTrackerValue, type SyncContext, throwIfSiteDown } from './sync-context.ts'
import { type NodeSyncState, updateNodeSyncState } from './sync-state-store.ts'
import { enqueueBlockedBy } from './task-store.ts'

/** The outcome of a sync task. A date means: not before then. */
export type TaskOutcome = 'done' | 'failed' | 'again' | Date

interface NodeWithoutIssue {
  readonly node: NodeRecord
  readonly side: NodeSyncState
  readonly hierarchy: IssueHierarchy
}

/** Creates an issue for a node without one, and never a second: an issue that may already exist is searched first. */
export async function createIssue(
  context: SyncContext,
  { node, side, hierarchy }: NodeWithoutIssue,
): Promise<TaskOutcome> {
  const { database, projectId, settleMs } = context
  if (side.creatingAt !== null) {
    const lost = await findLostIssue(context, node, side.creatingAt, hierarchy)
    if (lost !== null) return adoptIssue(context, node, lost, hierarchy)
    const until = side.creatingAt.getTime() + settleMs
    // The create may still be on its way, or the tracker's index may lag behind.
    if (until > context.now().getTime()) return new Date(until)
    await updateNodeSyncState(database.pool, projectId, node.id, { creatingAt: null })
  }
  if (node.isDeleted || side.state === 'gone') return 'done'
  const target = findIssueTarget(hierarchy, node.id, await context.projects(), context.connection)
  if (typeof target === 'string') return blockNode(context, node.id, target)
  return createAndLinkIssue(context, node, target, hierarchy)
}

async function blockNode({ database, projectId }: SyncContext, nodeId: string, reason: string): Promise<TaskOutcome> {
  await updateNodeSyncState(database.pool, projectId, nodeId, { state: 'blocked', reason })
  return 'done'
}

async function createAndLinkIssue(
  context: SyncContext,
  node: NodeRecord,
  target: IssueTarget,
  hierarchy: IssueHierarchy,
): Promise<TaskOutcome> {
  const { database, projectId, site, connection } = context
  const issueParent = findIssueParent(hierarchy, node.id, target.level)
  const normalized = requireTrackerValue(await site.normalize(node.title, node.body))
  await updateNodeSyncState(database.pool, projectId, node.id, { creatingAt: context.now() })
  const { epicLinkFieldId } = connection
  const made = await site.create({
    projectKey: target.projectKey,
    typeId: target.typeId,
    title: node.title,
    description: node.body,
    parentKey: issueParent.parentKey,
    epicLinkFieldId,
    nodeId: node.id,
  })
  if (!made.ok) {
    const { kind, message, mayHaveHappened } = made.reason
    if (mayHaveHappened !== true) await updateNodeSyncState(database.pool, projectId, node.id, { creatingAt: null })
    throwIfSiteDown(made)
    return kind === 'failed' ? 'failed' : blockNode(context, node.id, message)
  }
  const { id: issueId, key: issueKey, hasDescription } = made.value
  // If the workflow starts in another status, the next comparison notices it.
  const snapshot = {
    summary: normalized.summary,
    description: hasDescription ? normalized.description : '',
    status: 'todo',
    parentKey: issueParent.parentKey,
    updatedAt: context.now().getTime(),
  } as const
  const { level } = target
  const isBodyOpen = !hasDescription && normalized.description !== ''
  await linkIssue(context, {
    node,
    issueId,
    issueKey,
    level,
    snapshot,
    isAgreed: true,
    isBodyOpen,
    reason: issueParent.reason,
  })
  updateHierarchyNode(hierarchy, node.id, { issueId, issueKey, level })
  const hasBlockers = context.blockerTypeId !== null && node.blockedByIds.length > 0
  const isComplete = node.status === 'todo' && !isBodyOpen && !hasBlockers && context.rules.request.names.length === 0
  return isComplete ? 'done' : 'again'
}

/** Lets descendants use the new issue as their parent in this same run. */
function updateHierarchyNode(
  hierarchy: IssueHierarchy,
  nodeId: string,
  { issueId, issueKey, level }: { readonly issueId: string; readonly issueKey: string; readonly level: number },
): void {
  const ancestor = hierarchy.get(nodeId)
  if (ancestor !== undefined) Object.assign(ancestor, { issueId, issueKey, level })
}

/** The tolerated difference between the tracker's clock and ours. */
const clockSkewMinutes = 3

/** Somebody may have copied an issue with its properties: the oldest one is ours. */
async function findLostIssue(
  context: SyncContext,
  node: NodeRecord,
  since: Date,
  hierarchy: IssueHierarchy,
): Promise<TrackerIssue | null> {
  const { site, connection } = context
  const target = findIssueTarget(hierarchy, node.id, await context.projects(), connection)
  if (typeof target === 'string') return null
  const { summary } = requireTrackerValue(await site.normalize(node.title, ''))
  const minutes = (context.now().getTime() - since.getTime()) / 60_000 + clockSkewMinutes
  const within = { projectKey: target.projectKey, minutes, summary }
  return requireTrackerValue(await site.createdFor(node.id, within, context.reading))[0] ?? null
}

/** The next comparison finds the differences. */
export async function adoptIssue(
  context: SyncContext,
  node: NodeRecord,
  issue: TrackerIssue,
  hierarchy: IssueHierarchy,
): Promise<TaskOutcome> {
  const level = findIssueLevel(await context.projects(), issue.typeId, context.connection.epicTypeId)
  const { id: issueId, key: issueKey } = issue
  const snapshot = toIssueSnapshot(issue)
  await linkIssue(context, {
    node,
    issueId,
    issueKey,
    level,
    snapshot,
    isAgreed: false,
    isBodyOpen: true,
    reason: null,
  })
  updateHierarchyNode(hierarchy, node.id, { issueId, issueKey, level })
  return 'again'
}

interface IssueLinkRequest {
  readonly node: Pick<NodeRecord, 'id' | 'title' | 'body'>
  readonly issueId: string
  readonly issueKey: string
  readonly level: number
  readonly snapshot: TrackerSnapshot
  /** Whether the node's texts are those of the snapshot. */
  readonly isAgreed: boolean
  /** Whether the description is still to be written. */
  readonly isBodyOpen: boolean
  readonly reason: string | null
}

/** Links the node to the issue; the node, the link and the end of the task are one transaction. */
async function linkIssue(context: SyncContext, binding: IssueLinkRequest): Promise<void> {
  const { writes, caller, projectId, site, blockerTypeId } = context
  const { node, issueId, issueKey, level, snapshot, isAgreed, isBodyOpen, reason } = binding
  await writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      await changeNodes(write, { ids: [node.id], fields: { externalKey: issueKey } })
      const link = { nodeId: node.id, issueId, issueKey, snapshot }
      await saveIssueLinks(work.tx.client, { projectId, site: site.site }, [link])
      await updateNodeSyncState(work.tx.client, projectId, node.id, {
        level,
        creatingAt: null,
        sent: null,
        agreedTitle: isAgreed ? digestAgreement(node.title, snapshot.summary) : null,
        agreedBody: isAgreed && !isBodyOpen ? digestAgreement(node.body, snapshot.description) : null,
        agreedParent: null,
        // The tracker gives each new issue a priority, which nobody has chosen.
        agreedFields: isAgreed ? { priority: '' } : null,
        state: reason === null ? 'synced' : 'blocked',
        reason,
      })
      if (blockerTypeId !== null) await enqueueBlockedBy(work.tx.client, projectId, node.id)
    },
    { projectId },
  )
}

/** Unlinks a node whose issue is gone in the tracker; the node itself stays. */
export async function unlinkIssue(
  { writes, caller, projectId, connection }: SyncContext,
  nodeId: string,
  issueKey: string,
): Promise<void> {
  const who = connection.credentials.apiUser
  await writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      await changeNodes(write, { ids: [nodeId], fields: { externalKey: null } })
      await deleteIssueLinks(work.tx.client, [nodeId])
      await updateNodeSyncState(work.tx.client, projectId, nodeId, {
        level: null,
        creatingAt: null,
        sent: null,
        state: 'gone',
        reason: trackerErrorTexts.sync.issueGone(issueKey, who),
      })
    },
    { projectId },
  )
}

/** Deletes the issue of a deleted node, unless the tracker would also delete sub-tasks that still exist here. */
export async function removeIssue(context: SyncContext, { nodeId, issueKey }: IssueLink): Promise<TaskOutcome> {
  const { database, projectId, site } = context
  const kept = trackerErrorTexts.sync.parentKept(issueKey)
  const blocked = await blockSubtasks(database.pool, { projectId, site: site.site }, issueKey, kept)
  if (blocked > 0) return 'done'
  const removed = throwIfSiteDown(await site.remove(issueKey))
  if (!removed.ok && removed.reason.kind === 'failed') return 'failed'
  const reason = removed.ok ? null : removed.reason.message
  await database.transaction(async ({ client }) => {
    if (removed.ok) await deleteIssueLinks(client, [nodeId])
    await updateNodeSyncState(client, projectId, nodeId, {
      ...(removed.ok && { level: null, creatingAt: null }),
      sent: null,
      state: removed.ok ? 'synced' : 'blocked',
      reason,
    })
  })
  return 'done'
}
