import type { NodeRecord } from '../../database/node-record.ts'
import type { MergedDescription, TrackerAnswer, TrackerIssue } from '../../ports/tracker.ts'
import { snapshotOf, titleOf, bodyOf } from '../tracker/index.ts'
import type { Fate } from './create-issue.ts'
import { levelOf, placeOf, type Place } from './levels.ts'
import type { Lineage } from './lineage.ts'
import type { Mark } from './marks.ts'
import { digestOf, reconcile, type KeptTexts, type Sent, type Ways } from './reconcile.ts'
import { formerLabel, needed, orTrouble, type SyncContext } from './sync-context.ts'
import { writeBond, writeSide, type Bond, type NodeSide } from './sync-store.ts'
import { take } from './take.ts'

export interface Bound {
  readonly node: NodeRecord
  readonly mark: Mark
  readonly bond: Bond
  readonly side: NodeSide
  readonly lineage: Lineage
  readonly issue: TrackerIssue
}

const subtaskLevel = -1

/** Brings a node and its issue in step, field by field. */
export async function compareIssue(context: SyncContext, bound: Bound): Promise<Fate> {
  const { node, mark, bond, side, lineage, issue } = bound
  const { site, connection } = context
  const level = side.level ?? levelOf(await context.projects(), issue.typeId, connection.epicTypeId)
  Object.assign(lineage.get(node.id) ?? {}, { level })
  const place = placeOf(lineage, node.id, level)
  const kept = needed(await site.kept(node.title, node.body))
  const { agreedTitle: title, agreedBody: body, agreedParent: parent } = side
  const decided = reconcile({
    node,
    parentKey: place.parentKey,
    kept,
    agreed: { title, body, parent },
    sent: side.sent ?? {},
    snapshot: bond.snapshot ?? snapshotOf(issue),
    issue,
    changed: mark.changed,
  })
  // A sub-task cannot stand alone there, and nothing makes another type of it.
  const isStuck = level === subtaskLevel && place.parentKey === null && decided.parent === 'push'
  const ways: Ways = isStuck ? { ...decided, parent: 'none' } : decided
  const merged = ways.body === 'push' ? await mergeBody(context, bound) : null
  // It was changed there after it was compared: what was decided no longer holds.
  if (merged !== null && merged.present !== issue.description) return 'again'
  const taken = await take(context, node, issue, ways)
  await removeFormerLabel(context, bound)
  const pushed = await push(context, bound, { ways, kept, place, merged })
  // Remembered as it was, the place it has left would count as agreed on: moved back there, it would not be told.
  const isMoved = ways.parent === 'take' && taken === null
  const now: Place = isMoved ? { parentKey: issue.parentKey, reason: null } : place
  await agree(context, {
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
async function removeFormerLabel({ site }: SyncContext, { node, issue }: Bound): Promise<void> {
  const label = formerLabel(node.id)
  if (!issue.labels.includes(label)) return
  orTrouble(await site.update(issue.key, { labels: issue.labels.filter((other) => other !== label) }))
}

async function mergeBody({ site }: SyncContext, { node, mark, bond, side, issue }: Bound): Promise<MergedDescription> {
  const { description: present } = snapshotOf(issue)
  // An edit of ours that arrived although nobody answered is what the present one was made from.
  const agreed = side.sent?.description === present ? present : (bond.snapshot?.description ?? present)
  const winner = (mark.changed.body ?? 0) > issue.updatedAt ? 'ours' : 'theirs'
  const merged = needed(await site.mergeDescription(issue.key, { agreed, edited: node.body, winner }))
  return { ...merged, description: snapshotOf({ ...issue, description: merged.description }).description }
}

interface Plan {
  readonly ways: Ways
  readonly kept: KeptTexts
  readonly place: Place
  /** The description that is to be written; null: none is. */
  readonly merged: MergedDescription | null
}

interface Pushed {
  readonly done: ReadonlySet<keyof Ways>
  readonly reasons: readonly (string | null)[]
  readonly isFailed: boolean
}

const statusWords = { todo: 'to do', progress: 'in progress', done: 'done' } as const

const noWay = (key: string, status: NodeRecord['status']): string =>
  `Jira offers no transition that makes ${key} ${statusWords[status]}. Change its workflow there, or ask who may.`

async function push(context: SyncContext, { node, side, issue }: Bound, plan: Plan): Promise<Pushed> {
  const { ways, kept, place, merged } = plan
  const { site, database, projectId } = context
  const done = new Set<keyof Ways>()
  const reasons: string[] = []
  let isFailed = false
  if (!Object.values(ways).includes('push')) return { done, reasons, isFailed }
  const sent: Sent = {
    ...side.sent,
    ...(ways.title === 'push' && { summary: kept.summary }),
    ...(merged !== null && merged.refusal === null && { description: merged.description }),
    ...(ways.status === 'push' && { status: node.status }),
    ...(ways.parent === 'push' && { parentKey: place.parentKey }),
  }
  await writeSide(database.pool, projectId, node.id, { sent })
  const tell = <Value>(answer: TrackerAnswer<Value>, ...fields: (keyof Ways)[]): Value | null => {
    orTrouble(answer)
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
    if (moved === 'no-way') reasons.push(noWay(issue.key, node.status))
  }
  return { done, reasons, isFailed }
}

interface Agreement extends Bound, Plan {
  readonly level: number
  readonly pushed: Pushed
  readonly reasons: readonly (string | null)[]
}

/** Remembers what both sides now have: seen again, it is no news. */
async function agree(context: SyncContext, agreement: Agreement): Promise<void> {
  const { node, bond, side, issue, ways, kept, place, level, pushed } = agreement
  const { projectId, site, database } = context
  const { done } = pushed
  const isOpen = (field: keyof Ways): boolean => ways[field] === 'push' && !done.has(field)
  const now = snapshotOf(issue)
  const snapshot = {
    summary: done.has('title') ? kept.summary : now.summary,
    description: agreedDescription(agreement, now.description),
    status: done.has('status') ? node.status : now.status,
    parentKey: done.has('parent') ? place.parentKey : now.parentKey,
    updatedAt: now.updatedAt,
  }
  const title = ways.title === 'take' ? titleOf(issue) : node.title
  const body = ways.body === 'take' ? bodyOf(issue) : node.body
  const reasons = [...new Set(agreement.reasons.filter((reason) => reason !== null))]
  const { issueId } = bond
  await database.transaction(async ({ client }) => {
    await writeBond(client, { nodeId: node.id, projectId, site: site.site, issueId, issueKey: issue.key, snapshot })
    await writeSide(client, projectId, node.id, {
      level,
      // What may have arrived is recognised when it is seen.
      ...(!pushed.isFailed && { sent: null }),
      agreedTitle: isOpen('title') ? side.agreedTitle : digestOf(title, snapshot.summary),
      agreedBody: isOpen('body') ? side.agreedBody : digestOf(body, snapshot.description),
      agreedParent: isOpen('parent') ? side.agreedParent : digestOf(place.parentKey, snapshot.parentKey),
      state: reasons.length === 0 ? 'synced' : 'blocked',
      reason: reasons.length === 0 ? null : reasons.join(' '),
    })
  })
}

/**
 * What both sides are taken to have. A description that was not sent is still an edit of what was agreed before; lines that the
 * node does not show are left out, so that they are seen as news of the issue.
 */
function agreedDescription({ bond, ways, kept, merged, pushed }: Agreement, present: string): string {
  if (ways.body !== 'push') return present
  if (!pushed.done.has('body')) return bond.snapshot?.description ?? present
  return merged === null || !merged.isShown ? kept.description : merged.description
}
