import type { NodeRecord } from '../../../database/nodes.ts'
import type { MergedDescription, TrackerIssue, TrackerResult } from '../../../ports/tracker.ts'
import { type IssueHierarchy, type IssueLink, saveIssueLinks } from '../links/issue-link-store.ts'
import { toIssueSnapshot, toNodeBody, toNodeTitle } from '../links/issue-to-node.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { applyIssueToNode } from './apply-issue-to-node.ts'
import { findIssueLevel, findIssueParent, type IssueParent } from './issue-hierarchy.ts'
import type { TaskOutcome } from './issue-lifecycle.ts'
import { digestAgreement, type NormalizedTexts, reconcileFields, type SyncDirections } from './reconcile.ts'
import { syncFields, type SyncedFields } from './sync-fields.ts'
import { syncBlockers, type SyncedBlockers } from './sync-blockers.ts'
import { legacyIssueLabel, requireTrackerValue, type SyncContext, throwIfSiteDown } from './sync-context.ts'
import { type NodeSyncState, type SentFields, updateNodeSyncState } from './sync-state-store.ts'
import type { SyncTask } from './task-store.ts'

export interface NodeWithIssue {
  readonly node: NodeRecord
  readonly task: SyncTask
  readonly link: IssueLink
  readonly side: NodeSyncState
  readonly hierarchy: IssueHierarchy
  readonly issue: TrackerIssue
}

const subtaskLevel = -1

/** Synchronizes a node and its issue field by field. */
export async function compareIssue(context: SyncContext, bound: NodeWithIssue): Promise<TaskOutcome> {
  const { node, task, link, side, hierarchy, issue } = bound
  const { site, connection } = context
  const level = side.level ?? findIssueLevel(await context.projects(), issue.typeId, connection.epicTypeId)
  Object.assign(hierarchy.get(node.id) ?? {}, { level })
  const issueParent = findIssueParent(hierarchy, node.id, level)
  const normalizedTexts = requireTrackerValue(await site.normalize(node.title, node.body))
  const { agreedTitle: title, agreedBody: body, agreedParent: parent } = side
  const decided = reconcileFields({
    node,
    parentKey: issueParent.parentKey,
    normalized: normalizedTexts,
    agreed: { title, body, parent },
    sent: side.sent ?? {},
    snapshot: link.snapshot ?? toIssueSnapshot(issue),
    issue,
    changed: task.changed,
  })
  // A sub-task needs a parent in the tracker, and its type cannot be changed.
  const isStuck = level === subtaskLevel && issueParent.parentKey === null && decided.parent === 'push'
  const directions: SyncDirections = isStuck ? { ...decided, parent: 'none' } : decided
  const merged = directions.body === 'push' ? await mergeNodeBody(context, bound) : null
  // The issue changed after the comparison, so the decision is outdated.
  if (merged !== null && merged.present !== issue.description) return 'again'
  const taken = await applyIssueToNode(context, node, issue, directions)
  await removeLegacyLabel(context, bound)
  const fields = await syncFields(context, bound)
  const blockers = await syncBlockers(context, bound)
  const pushed = await pushToTracker(context, bound, {
    directions,
    normalized: normalizedTexts,
    issueParent,
    merged,
    fields,
  })
  // With the old snapshot its former parent would count as agreed, and a move back there would go unnoticed.
  const isMoved = directions.parent === 'take' && taken === null
  const now: IssueParent = isMoved ? { parentKey: issue.parentKey, reason: null } : issueParent
  await storeAgreement(context, {
    ...bound,
    directions,
    normalized: normalizedTexts,
    issueParent: now,
    merged,
    fields,
    blockers,
    level,
    pushed,
    reasons: [taken, ...pushed.reasons, ...(fields?.reasons ?? []), ...(blockers?.reasons ?? []), now.reason],
  })
  if (pushed.isFailed || fields?.isFailed === true || blockers?.isFailed === true) return 'failed'
  // The issue now has lines that the node does not show: the next comparison applies them.
  return merged !== null && pushed.done.has('body') && !merged.isShown ? 'again' : 'done'
}

/** A separate label per issue fills the suggestions of the whole site. A label that cannot be edited stays. */
async function removeLegacyLabel({ site }: SyncContext, { node, issue }: NodeWithIssue): Promise<void> {
  const label = legacyIssueLabel(node.id)
  if (!issue.labels.includes(label)) return
  throwIfSiteDown(await site.update(issue.key, { labels: issue.labels.filter((other) => other !== label) }))
}

async function mergeNodeBody(
  { site }: SyncContext,
  { node, task, link, side, issue }: NodeWithIssue,
): Promise<MergedDescription> {
  const { description: present } = toIssueSnapshot(issue)
  // An edit of ours that arrived although the response was lost is the base of the current one.
  const agreed = side.sent?.description === present ? present : (link.snapshot?.description ?? present)
  const winner = (task.changed.body ?? 0) > issue.updatedAt ? 'ours' : 'theirs'
  const merged = requireTrackerValue(await site.mergeDescription(issue.key, { agreed, edited: node.body, winner }))
  return { ...merged, description: toIssueSnapshot({ ...issue, description: merged.description }).description }
}

interface PushPlan {
  readonly directions: SyncDirections
  readonly normalized: NormalizedTexts
  readonly issueParent: IssueParent
  /** The description to be written; null if there is none. */
  readonly merged: MergedDescription | null
  /** The other fields; null: none is synced. */
  readonly fields: SyncedFields | null
}

interface PushResult {
  readonly done: ReadonlySet<keyof SyncDirections>
  readonly reasons: readonly (string | null)[]
  readonly isFailed: boolean
}

async function pushToTracker(
  context: SyncContext,
  { node, side, issue }: NodeWithIssue,
  plan: PushPlan,
): Promise<PushResult> {
  const { directions, normalized, issueParent, merged, fields } = plan
  const { site, database, projectId } = context
  const done = new Set<keyof SyncDirections>()
  const reasons: string[] = []
  let isFailed = false
  if (!Object.values(directions).includes('push')) return { done, reasons, isFailed }
  const sent: SentFields = {
    ...side.sent,
    ...(fields !== null && { fields: fields.sent }),
    ...(directions.title === 'push' && { summary: normalized.summary }),
    ...(merged !== null && merged.refusal === null && { description: merged.description }),
    ...(directions.status === 'push' && { status: node.status }),
    ...(directions.parent === 'push' && { parentKey: issueParent.parentKey }),
  }
  await updateNodeSyncState(database.pool, projectId, node.id, { sent })
  const recordResult = <Value>(answer: TrackerResult<Value>, ...fields: (keyof SyncDirections)[]): Value | null => {
    throwIfSiteDown(answer)
    if (answer.ok) {
      for (const field of fields) done.add(field)
      return answer.value
    }
    if (answer.reason.kind === 'failed') isFailed = true
    reasons.push(answer.reason.message)
    return null
  }
  const document = merged?.document ?? null
  if (directions.title === 'push' || document !== null) {
    const texts = { ...(directions.title === 'push' && { title: node.title }), ...(document !== null && { document }) }
    recordResult(
      await site.update(issue.key, texts),
      ...(directions.title === 'push' ? (['title'] as const) : []),
      ...(document !== null ? (['body'] as const) : []),
    )
  }
  if (merged !== null && merged.refusal !== null) reasons.push(merged.refusal)
  else if (merged !== null && document === null) done.add('body')
  if (directions.parent === 'push') {
    const { epicLinkFieldId } = context.connection
    recordResult(await site.setParent(issue.key, issueParent.parentKey, { epicLinkFieldId }), 'parent')
  }
  if (directions.status === 'push') {
    const moved = recordResult(await site.moveTo(issue.key, node.status))
    if (moved === 'moved') done.add('status')
    if (moved === 'no-way') reasons.push(trackerErrorTexts.sync.noTransition(issue.key, node.status))
  }
  return { done, reasons, isFailed }
}

interface AgreedState extends NodeWithIssue, PushPlan {
  readonly level: number
  /** Null: blockers are not synced. */
  readonly blockers: SyncedBlockers | null
  readonly pushed: PushResult
  readonly reasons: readonly (string | null)[]
}

/** Stores the agreed values, so that they do not count as news when they are read again. */
async function storeAgreement(context: SyncContext, agreement: AgreedState): Promise<void> {
  const { node, link, side, issue, directions, normalized, issueParent, level, pushed, fields, blockers } = agreement
  const { projectId, site, database } = context
  const { done } = pushed
  const isOpen = (field: keyof SyncDirections): boolean => directions[field] === 'push' && !done.has(field)
  const now = toIssueSnapshot(issue)
  const snapshot = {
    summary: done.has('title') ? normalized.summary : now.summary,
    description: agreedDescription(agreement, now.description),
    status: done.has('status') ? node.status : now.status,
    parentKey: done.has('parent') ? issueParent.parentKey : now.parentKey,
    updatedAt: now.updatedAt,
    ...(now.links !== undefined && { links: now.links }),
    ...(fields !== null && { fields: fields.snapshot }),
  }
  const title = directions.title === 'take' ? toNodeTitle(issue) : node.title
  const body = directions.body === 'take' ? toNodeBody(issue) : node.body
  const reasons = [...new Set(agreement.reasons.filter((reason) => reason !== null))]
  const { issueId } = link
  await database.transaction(async ({ client }) => {
    const link = { nodeId: node.id, issueId, issueKey: issue.key, snapshot }
    await saveIssueLinks(client, { projectId, site: site.site }, [link])
    await updateNodeSyncState(client, projectId, node.id, {
      level,
      // A write that may have arrived is recognized when it is read.
      ...(!pushed.isFailed && fields?.isFailed !== true && { sent: null }),
      agreedTitle: isOpen('title') ? side.agreedTitle : digestAgreement(title, snapshot.summary),
      agreedBody: isOpen('body') ? side.agreedBody : digestAgreement(body, snapshot.description),
      agreedParent: isOpen('parent') ? side.agreedParent : digestAgreement(issueParent.parentKey, snapshot.parentKey),
      agreedFields: blockers === null ? (fields?.agreed ?? null) : { ...fields?.agreed, blockers: blockers.agreed },
      state: reasons.length === 0 ? 'synced' : 'blocked',
      reason: reasons.length === 0 ? null : reasons.join(' '),
    })
  })
}

/**
 * Returns the agreed description. An unsent description is still an edit of the former agreement; lines that the node
 * does not show are left out, so that they count as news of the issue.
 */
function agreedDescription({ link, directions, normalized, merged, pushed }: AgreedState, present: string): string {
  if (directions.body !== 'push') return present
  if (!pushed.done.has('body')) return link.snapshot?.description ?? present
  return merged === null || !merged.isShown ? normalized.description : merged.description
}
