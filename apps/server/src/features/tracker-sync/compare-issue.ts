import type { NodeRecord } from '../../database/node-record.ts'
import type { TrackerAnswer, TrackerIssue } from '../../ports/tracker.ts'
import { snapshotOf, titleOf, bodyOf } from '../tracker/index.ts'
import type { Fate } from './create-issue.ts'
import { levelOf, placeOf, type Place } from './levels.ts'
import type { Lineage } from './lineage.ts'
import type { Mark } from './marks.ts'
import { digestOf, reconcile, type KeptTexts, type Sent, type Ways } from './reconcile.ts'
import { needed, orTrouble, type SyncContext } from './sync-context.ts'
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
  const taken = await take(context, node, issue, ways)
  const pushed = await push(context, bound, { ways, kept, place })
  // Remembered as it was, the place it has left would count as agreed on: moved back there, it would not be told.
  const isMoved = ways.parent === 'take' && taken === null
  const now: Place = isMoved ? { parentKey: issue.parentKey, reason: null } : place
  await agree(context, {
    ...bound,
    ways,
    kept,
    place: now,
    level,
    pushed,
    reasons: [taken, ...pushed.reasons, now.reason],
  })
  return pushed.isFailed ? 'failed' : 'done'
}

interface Plan {
  readonly ways: Ways
  readonly kept: KeptTexts
  readonly place: Place
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
  const { ways, kept, place } = plan
  const { site, database, projectId } = context
  const done = new Set<keyof Ways>()
  const reasons: string[] = []
  let isFailed = false
  if (!Object.values(ways).includes('push')) return { done, reasons, isFailed }
  const sent: Sent = {
    ...side.sent,
    ...(ways.title === 'push' && { summary: kept.summary }),
    ...(ways.body === 'push' && { description: kept.description }),
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
  if (ways.title === 'push' || ways.body === 'push') {
    const texts = {
      ...(ways.title === 'push' && { title: node.title }),
      ...(ways.body === 'push' && { description: node.body }),
    }
    const fields = (['title', 'body'] as const).filter((field) => ways[field] === 'push')
    tell(await site.update(issue.key, texts), ...fields)
  }
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
    description: done.has('body') ? kept.description : now.description,
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
