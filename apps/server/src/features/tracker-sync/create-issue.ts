import type { NodeRecord } from '../../database/node-record.ts'
import type { TrackerIssue } from '../../ports/tracker.ts'
import { toIssueSnapshot } from '../tracker/index.ts'
import { linkIssue } from './bind.ts'
import { findIssueTarget, findIssueLevel, findIssueParent, type IssueTarget } from './levels.ts'
import type { IssueHierarchy } from './lineage.ts'
import { requireTrackerValue, throwIfSiteDown, type SyncContext } from './sync-context.ts'
import { updateNodeSyncState, type NodeSyncState } from './sync-store.ts'

/** How a node fared. A date: not before it. */
export type TaskOutcome = 'done' | 'failed' | 'again' | Date

interface NodeWithoutIssue {
  readonly node: NodeRecord
  readonly side: NodeSyncState
  readonly lineage: IssueHierarchy
}

/** A node without an issue gets one, and never a second: one that may be there already is looked for first. */
export async function createIssue(context: SyncContext, { node, side, lineage }: NodeWithoutIssue): Promise<TaskOutcome> {
  const { database, projectId, settleMs } = context
  if (side.creatingAt !== null) {
    const lost = await findLostIssue(context, node, side.creatingAt, lineage)
    if (lost !== null) return adoptIssue(context, node, lost, lineage)
    const until = side.creatingAt.getTime() + settleMs
    // It may still be on its way, or the tracker's index behind it.
    if (until > context.now().getTime()) return new Date(until)
    await updateNodeSyncState(database.pool, projectId, node.id, { creatingAt: null })
  }
  if (node.isDeleted || side.state === 'gone') return 'done'
  const berth = findIssueTarget(lineage, node.id, await context.projects(), context.connection)
  if (typeof berth === 'string') return blockNode(context, node.id, berth)
  return createAndLinkIssue(context, node, berth, lineage)
}

async function blockNode({ database, projectId }: SyncContext, nodeId: string, reason: string): Promise<TaskOutcome> {
  await updateNodeSyncState(database.pool, projectId, nodeId, { state: 'blocked', reason })
  return 'done'
}

async function createAndLinkIssue(context: SyncContext, node: NodeRecord, berth: IssueTarget, lineage: IssueHierarchy): Promise<TaskOutcome> {
  const { database, projectId, site, connection } = context
  const place = findIssueParent(lineage, node.id, berth.level)
  const kept = requireTrackerValue(await site.normalize(node.title, node.body))
  await updateNodeSyncState(database.pool, projectId, node.id, { creatingAt: context.now() })
  const { epicLinkFieldId } = connection
  const made = await site.create({
    projectKey: berth.projectKey,
    typeId: berth.typeId,
    title: node.title,
    description: node.body,
    parentKey: place.parentKey,
    epicLinkFieldId,
    nodeId: node.id,
  })
  if (!made.ok) {
    const { kind, message, mayHaveHappened } = made.failure
    if (mayHaveHappened !== true) await updateNodeSyncState(database.pool, projectId, node.id, { creatingAt: null })
    throwIfSiteDown(made)
    return kind === 'failed' ? 'failed' : blockNode(context, node.id, message)
  }
  const { id: issueId, key: issueKey, hasDescription } = made.value
  // Where the workflow begins elsewhere, the next look says so.
  const snapshot = {
    summary: kept.summary,
    description: hasDescription ? kept.description : '',
    status: 'todo',
    parentKey: place.parentKey,
    updatedAt: context.now().getTime(),
  } as const
  const { level } = berth
  const isBodyOpen = !hasDescription && kept.description !== ''
  await linkIssue(context, { node, issueId, issueKey, level, snapshot, isAgreed: true, isBodyOpen, reason: place.reason })
  updateHierarchyNode(lineage, node.id, { issueId, issueKey, level })
  return node.status === 'todo' && !isBodyOpen ? 'done' : 'again'
}

/** Those below it hang from it in this same run. */
function updateHierarchyNode(
  lineage: IssueHierarchy,
  nodeId: string,
  { issueId, issueKey, level }: { readonly issueId: string; readonly issueKey: string; readonly level: number },
): void {
  const kin = lineage.get(nodeId)
  if (kin !== undefined) Object.assign(kin, { issueId, issueKey, level })
}

/** The tracker's clock may differ from ours by so much. */
const clockSkewMinutes = 3

/** Somebody may have copied an issue with all that belongs to it: the first is ours. */
async function findLostIssue(
  context: SyncContext,
  node: NodeRecord,
  since: Date,
  lineage: IssueHierarchy,
): Promise<TrackerIssue | null> {
  const { site, connection } = context
  const berth = findIssueTarget(lineage, node.id, await context.projects(), connection)
  if (typeof berth === 'string') return null
  const { summary } = requireTrackerValue(await site.normalize(node.title, ''))
  const minutes = (context.now().getTime() - since.getTime()) / 60_000 + clockSkewMinutes
  const within = { projectKey: berth.projectKey, minutes, summary }
  const { epicLinkFieldId } = connection
  return requireTrackerValue(await site.createdFor(node.id, within, { epicLinkFieldId }))[0] ?? null
}

/** What differs is seen when it is compared next. */
export async function adoptIssue(
  context: SyncContext,
  node: NodeRecord,
  issue: TrackerIssue,
  lineage: IssueHierarchy,
): Promise<TaskOutcome> {
  const level = findIssueLevel(await context.projects(), issue.typeId, context.connection.epicTypeId)
  const { id: issueId, key: issueKey } = issue
  const snapshot = toIssueSnapshot(issue)
  await linkIssue(context, { node, issueId, issueKey, level, snapshot, isAgreed: false, isBodyOpen: true, reason: null })
  updateHierarchyNode(lineage, node.id, { issueId, issueKey, level })
  return 'again'
}
