import type { NodeRecord } from '../../../database/nodes.ts'
import type { MergedDescription, TrackerIssue, TrackerResult } from '../../../ports/tracker.ts'
import { type IssueHierarchy, type IssueLink, saveIssueLinks } from '../links/issue-link-store.ts'
import { toIssueSnapshot, toNodeBody, toNodeTitle } from '../links/issue-to-node.ts'
import { applyIssueToNode } from './apply-issue-to-node.ts'
import { findIssueLevel, findIssueParent, type IssueParent } from './issue-hierarchy.ts'
import type { TaskOutcome } from './issue-lifecycle.ts'
import { digestAgreement, type NormalizedTexts, reconcileFields, type SyncDirections } from './reconcile.ts'
import { legacyIssueLabel, requireTrackerValue, type SyncContext, throwIfSiteDown } from './sync-context.ts'
import { type NodeSyncState, type SentFields, updateNodeSyncState } from './sync-state-store.ts'
import type { SyncTask } from './task-store.ts'

export interface NodeWithIssue {
  readonly node: NodeRecord
  readonly mark: SyncTask
  readonly bond: IssueLink
  readonly side: NodeSyncState
  readonly lineage: IssueHierarchy
  readonly issue: TrackerIssue
}

const subtaskLevel = -1

/** Brings a node and its issue in step, field by field. */
export async function compareIssue(context: SyncContext, bound: NodeWithIssue): Promise<TaskOutcome> {
  const { node, mark, bond, side, lineage, issue } = bound
  const { site, connection } = context
  const level = side.level ?? findIssueLevel(await context.projects(), issue.typeId, connection.epicTypeId)
  Object.assign(lineage.get(node.id) ?? {}, { level })
  const place = findIssueParent(lineage, node.id, level)
  const kept = requireTrackerValue(await site.normalize(node.title, node.body))
  const { agreedTitle: title, agreedBody: body, agreedParent: parent } = side
  const decided = reconcileFields({
    node,
    parentKey: place.parentKey,
    normalized: kept,
    agreed: { title, body, parent },
    sent: side.sent ?? {},
    snapshot: bond.snapshot ?? toIssueSnapshot(issue),
    issue,
    changed: mark.changed,
  })
  // A sub-task cannot stand alone there, and nothing makes another type of it.
  const isStuck = level === subtaskLevel && place.parentKey === null && decided.parent === 'push'
  const ways: SyncDirections = isStuck ? { ...decided, parent: 'none' } : decided
  const merged = ways.body === 'push' ? await mergeNodeBody(context, bound) : null
  // It was changed there after it was compared: what was decided no longer holds.
  if (merged !== null && merged.present !== issue.description) return 'again'
  const taken = await applyIssueToNode(context, node, issue, ways)
  await removeLegacyLabel(context, bound)
  const pushed = await pushToTracker(context, bound, { ways, kept, place, merged })
  // Remembered as it was, the place it has left would count as agreed on: moved back there, it would not be told.
  const isMoved = ways.parent === 'take' && taken === null
  const now: IssueParent = isMoved ? { parentKey: issue.parentKey, reason: null } : place
  await storeAgreement(context, {
    ...bound,
    ways,
    kept,
    place: now,
    merged,
    level,
    pushed,
    reasons: [taken, ...pushed.reasons, now.reason],
  })
  if (pushed.isFailed) return 'failed'
  // The issue now has lines that the node does not show: the next comparison takes them over.
  return merged !== null && pushed.done.has('body') && !merged.isShown ? 'again' : 'done'
}

/** A label of its own for each issue fills the suggestions of the whole site. Where it cannot be edited it stays. */
async function removeLegacyLabel({ site }: SyncContext, { node, issue }: NodeWithIssue): Promise<void> {
  const label = legacyIssueLabel(node.id)
  if (!issue.labels.includes(label)) return
  throwIfSiteDown(await site.update(issue.key, { labels: issue.labels.filter((other) => other !== label) }))
}

async function mergeNodeBody(
  { site }: SyncContext,
  { node, mark, bond, side, issue }: NodeWithIssue,
): Promise<MergedDescription> {
  const { description: present } = toIssueSnapshot(issue)
  // An edit of ours that arrived although nobody answered is what the present one was made from.
  const agreed = side.sent?.description === present ? present : (bond.snapshot?.description ?? present)
  const winner = (mark.changed.body ?? 0) > issue.updatedAt ? 'ours' : 'theirs'
  const merged = requireTrackerValue(await site.mergeDescription(issue.key, { agreed, edited: node.body, winner }))
  return { ...merged, description: toIssueSnapshot({ ...issue, description: merged.description }).description }
}

interface PushPlan {
  readonly ways: SyncDirections
  readonly kept: NormalizedTexts
  readonly place: IssueParent
  /** The description that is to be written; null: none is. */
  readonly merged: MergedDescription | null
}

interface PushResult {
  readonly done: ReadonlySet<keyof SyncDirections>
  readonly reasons: readonly (string | null)[]
  readonly isFailed: boolean
}

const statusWords = { todo: 'to do', progress: 'in progress', done: 'done' } as const

const describeMissingTransition = (key: string, status: NodeRecord['status']): string =>
  `Jira offers no transition that makes ${key} ${statusWords[status]}. Change its workflow there, or ask who may.`

async function pushToTracker(
  context: SyncContext,
  { node, side, issue }: NodeWithIssue,
  plan: PushPlan,
): Promise<PushResult> {
  const { ways, kept, place, merged } = plan
  const { site, database, projectId } = context
  const done = new Set<keyof SyncDirections>()
  const reasons: string[] = []
  let isFailed = false
  if (!Object.values(ways).includes('push')) return { done, reasons, isFailed }
  const sent: SentFields = {
    ...side.sent,
    ...(ways.title === 'push' && { summary: kept.summary }),
    ...(merged !== null && merged.refusal === null && { description: merged.description }),
    ...(ways.status === 'push' && { status: node.status }),
    ...(ways.parent === 'push' && { parentKey: place.parentKey }),
  }
  await updateNodeSyncState(database.pool, projectId, node.id, { sent })
  const tell = <Value>(answer: TrackerResult<Value>, ...fields: (keyof SyncDirections)[]): Value | null => {
    throwIfSiteDown(answer)
    if (answer.ok) {
      for (const field of fields) done.add(field)
      return answer.value
    }
    if (answer.failure.kind === 'failed') isFailed = true
    reasons.push(answer.failure.message)
    return null
  }
  const document = merged?.document ?? null
  if (ways.title === 'push' || document !== null) {
    const texts = { ...(ways.title === 'push' && { title: node.title }), ...(document !== null && { document }) }
    tell(
      await site.update(issue.key, texts),
      ...(ways.title === 'push' ? (['title'] as const) : []),
      ...(document !== null ? (['body'] as const) : []),
    )
  }
  if (merged !== null && merged.refusal !== null) reasons.push(merged.refusal)
  else if (merged !== null && document === null) done.add('body')
  if (ways.parent === 'push') {
    const { epicLinkFieldId } = context.connection
    tell(await site.setParent(issue.key, place.parentKey, { epicLinkFieldId }), 'parent')
  }
  if (ways.status === 'push') {
    const moved = tell(await site.moveTo(issue.key, node.status))
    if (moved === 'moved') done.add('status')
    if (moved === 'no-way') reasons.push(describeMissingTransition(issue.key, node.status))
  }
  return { done, reasons, isFailed }
}

interface AgreedState extends NodeWithIssue, PushPlan {
  readonly level: number
  readonly pushed: PushResult
  readonly reasons: readonly (string | null)[]
}

/** Remembers what both sides now have: seen again, it is no news. */
async function storeAgreement(context: SyncContext, agreement: AgreedState): Promise<void> {
  const { node, bond, side, issue, ways, kept, place, level, pushed } = agreement
  const { projectId, site, database } = context
  const { done } = pushed
  const isOpen = (field: keyof SyncDirections): boolean => ways[field] === 'push' && !done.has(field)
  const now = toIssueSnapshot(issue)
  const snapshot = {
    summary: done.has('title') ? kept.summary : now.summary,
    description: agreedDescription(agreement, now.description),
    status: done.has('status') ? node.status : now.status,
    parentKey: done.has('parent') ? place.parentKey : now.parentKey,
    updatedAt: now.updatedAt,
  }
  const title = ways.title === 'take' ? toNodeTitle(issue) : node.title
  const body = ways.body === 'take' ? toNodeBody(issue) : node.body
  const reasons = [...new Set(agreement.reasons.filter((reason) => reason !== null))]
  const { issueId } = bond
  await database.transaction(async ({ client }) => {
    const link = { nodeId: node.id, issueId, issueKey: issue.key, snapshot }
    await saveIssueLinks(client, { projectId, site: site.site }, [link])
    await updateNodeSyncState(client, projectId, node.id, {
      level,
      // What may have arrived is recognised when it is seen.
      ...(!pushed.isFailed && { sent: null }),
      agreedTitle: isOpen('title') ? side.agreedTitle : digestAgreement(title, snapshot.summary),
      agreedBody: isOpen('body') ? side.agreedBody : digestAgreement(body, snapshot.description),
      agreedParent: isOpen('parent') ? side.agreedParent : digestAgreement(place.parentKey, snapshot.parentKey),
      state: reasons.length === 0 ? 'synced' : 'blocked',
      reason: reasons.length === 0 ? null : reasons.join(' '),
    })
  })
}

/**
 * What both sides are taken to have. A description that was not sent is still an edit of what was agreed before; lines that the
 * node does not show are left out, so that they are seen as news of the issue.
 */
function agreedDescription({ bond, ways, kept, merged, pushed }: AgreedState, present: string): string {
  if (ways.body !== 'push') return present
  if (!pushed.done.has('body')) return bond.snapshot?.description ?? present
  return merged === null || !merged.isShown ? kept.description : merged.description
}
