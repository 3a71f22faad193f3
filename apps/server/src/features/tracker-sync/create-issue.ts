import type { NodeRecord } from '../../database/node-record.ts'
import type { TrackerIssue } from '../../ports/tracker.ts'
import { snapshotOf } from '../tracker/index.ts'
import { bind } from './bind.ts'
import { berthOf, levelOf, placeOf, type Berth } from './levels.ts'
import type { Lineage } from './lineage.ts'
import { needed, orTrouble, type SyncContext } from './sync-context.ts'
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
    const lost = await findLost(context, node, side.creatingAt, lineage)
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
    nodeId: node.id,
  })
  if (!made.ok) {
    const { kind, message, mayHaveHappened } = made.failure
    if (mayHaveHappened !== true) await writeSide(database.pool, projectId, node.id, { creatingAt: null })
    orTrouble(made)
    return kind === 'failed' ? 'failed' : refuse(context, node.id, message)
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
  await bind(context, { node, issueId, issueKey, level, snapshot, isAgreed: true, isBodyOpen, reason: place.reason })
  settle(lineage, node.id, { issueId, issueKey, level })
  return node.status === 'todo' && !isBodyOpen ? 'done' : 'again'
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

/** The tracker's clock may differ from ours by so much. */
const clockMinutes = 3

/** Somebody may have copied an issue with all that belongs to it: the first is ours. */
async function findLost(
  context: SyncContext,
  node: NodeRecord,
  since: Date,
  lineage: Lineage,
): Promise<TrackerIssue | null> {
  const { site, connection } = context
  const berth = berthOf(lineage, node.id, await context.projects(), connection)
  if (typeof berth === 'string') return null
  const { summary } = needed(await site.kept(node.title, ''))
  const minutes = (context.now().getTime() - since.getTime()) / 60_000 + clockMinutes
  const within = { projectKey: berth.projectKey, minutes, summary }
  const { epicLinkFieldId } = connection
  return needed(await site.createdFor(node.id, within, { epicLinkFieldId }))[0] ?? null
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
  await bind(context, { node, issueId, issueKey, level, snapshot, isAgreed: false, isBodyOpen: true, reason: null })
  settle(lineage, node.id, { issueId, issueKey, level })
  return 'again'
}
