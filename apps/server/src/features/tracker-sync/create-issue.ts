import type { NodeRecord } from '../../database/node-record.ts'
import type { TrackerIssue } from '../../ports/tracker.ts'
import { snapshotOf } from '../tracker/index.ts'
import { bind } from './bind.ts'
import { berthOf, levelOf, placeOf, type Berth } from './levels.ts'
import type { Lineage } from './lineage.ts'
import { labelOf, needed, orTrouble, type SyncContext } from './sync-context.ts'
import { writeSide, type NodeSide } from './sync-store.ts'

/** How a node fared. A date: not before it. */
export type Fate = 'done' | 'failed' | 'again' | Date

interface Unbound {
  readonly node: NodeRecord
  readonly side: NodeSide
  readonly lineage: Lineage
}

/** A node without an issue gets one, and never a second: one that may be there already is looked for first. */
export async function createIssue(context: SyncContext, { node, side, lineage }: Unbound): Promise<Fate> {
  const { database, projectId, settleMs } = context
  if (side.creatingAt !== null) {
    const lost = await findLost(context, node.id)
    if (lost !== null) return adopt(context, node, lost, lineage)
    const until = side.creatingAt.getTime() + settleMs
    // It may still be on its way, or the tracker's index behind it.
    if (until > context.now().getTime()) return new Date(until)
    await writeSide(database.pool, projectId, node.id, { creatingAt: null })
  }
  if (node.isDeleted || side.state === 'gone') return 'done'
  const berth = berthOf(lineage, node.id, await context.projects(), context.connection)
  if (typeof berth === 'string') return refuse(context, node.id, berth)
  return create(context, node, berth, lineage)
}

async function refuse({ database, projectId }: SyncContext, nodeId: string, reason: string): Promise<Fate> {
  await writeSide(database.pool, projectId, nodeId, { state: 'blocked', reason })
  return 'done'
}

async function create(context: SyncContext, node: NodeRecord, berth: Berth, lineage: Lineage): Promise<Fate> {
  const { database, projectId, site, connection } = context
  const place = placeOf(lineage, node.id, berth.level)
  const kept = needed(await site.kept(node.title, node.body))
  await writeSide(database.pool, projectId, node.id, { creatingAt: context.now() })
  const { epicLinkFieldId } = connection
  const made = await site.create({
    projectKey: berth.projectKey,
    typeId: berth.typeId,
    title: node.title,
    description: node.body,
    parentKey: place.parentKey,
    epicLinkFieldId,
    labels: [labelOf(node.id)],
  })
  if (!made.ok) {
    const { kind, message, mayHaveHappened } = made.failure
    if (mayHaveHappened !== true) await writeSide(database.pool, projectId, node.id, { creatingAt: null })
    orTrouble(made)
    return kind === 'failed' ? 'failed' : refuse(context, node.id, message)
  }
  const { id: issueId, key: issueKey } = made.value
  // Where the workflow begins elsewhere, the next look says so.
  const snapshot = { ...kept, status: 'todo', parentKey: place.parentKey, updatedAt: context.now().getTime() } as const
  const { level } = berth
  await bind(context, { node, issueId, issueKey, level, snapshot, isAgreed: true, reason: place.reason })
  settle(lineage, node.id, { issueId, issueKey, level })
  return node.status === 'todo' ? 'done' : 'again'
}

/** Those below it hang from it in this same run. */
function settle(
  lineage: Lineage,
  nodeId: string,
  { issueId, issueKey, level }: { readonly issueId: string; readonly issueKey: string; readonly level: number },
): void {
  const kin = lineage.get(nodeId)
  if (kin !== undefined) Object.assign(kin, { issueId, issueKey, level })
}

/** Somebody may have copied an issue with its label: the first is ours. */
async function findLost({ site, connection }: SyncContext, nodeId: string): Promise<TrackerIssue | null> {
  const { epicLinkFieldId } = connection
  const found = needed(await site.labelled(labelOf(nodeId), { epicLinkFieldId }))
  return found.toSorted((left, right) => Number(left.id) - Number(right.id))[0] ?? null
}

/** What differs is seen when it is compared next. */
export async function adopt(
  context: SyncContext,
  node: NodeRecord,
  issue: TrackerIssue,
  lineage: Lineage,
): Promise<Fate> {
  const level = levelOf(await context.projects(), issue.typeId, context.connection.epicTypeId)
  const { id: issueId, key: issueKey } = issue
  const snapshot = snapshotOf(issue)
  await bind(context, { node, issueId, issueKey, level, snapshot, isAgreed: false, reason: null })
  settle(lineage, node.id, { issueId, issueKey, level })
  return 'again'
}
