import { updateNode } from '@espalier/domain'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { TrackerIssue, TrackerLink } from '../../../ports/tracker.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { allowEditors, changeNodes } from '../../projects/index.ts'
import { planBlocker } from '../links/blockers.ts'
import { type LinkedNode, readLinkedNodes } from '../links/issue-link-store.ts'
import { requireTrackerValue, type SyncContext, throwIfSiteDown } from './sync-context.ts'
import type { NodeSyncState } from './sync-state-store.ts'

export interface SyncedBlockers {
  /** The issues that block this one on both sides afterwards, by their ids. */
  readonly agreed: string
  readonly reasons: readonly string[]
  readonly isFailed: boolean
}

interface BlockerComparison {
  readonly node: NodeRecord
  readonly issue: TrackerIssue
  readonly side: NodeSyncState
}

/** Each side gets what the other one added and loses what it removed. Both lists hold ids of issues. */
function mergeBlockers(ours: ReadonlySet<string>, theirs: ReadonlySet<string>, agreed: ReadonlySet<string>) {
  const [here, there] = [[...ours], [...theirs]]
  return {
    push: {
      add: here.filter((id) => !theirs.has(id) && !agreed.has(id)),
      remove: there.filter((id) => !ours.has(id) && agreed.has(id)),
    },
    take: {
      add: there.filter((id) => !ours.has(id) && !agreed.has(id)),
      remove: here.filter((id) => !theirs.has(id) && agreed.has(id)),
    },
  }
}

/**
 * Synchronizes the blockers of a node with the links of its issue, as far as both ends are in this project. Null: they
 * are not synced.
 */
export async function syncBlockers(
  context: SyncContext,
  { node, issue, side }: BlockerComparison,
): Promise<SyncedBlockers | null> {
  const { blockerTypeId, database, projectId, site } = context
  if (blockerTypeId === null) return null
  const links = issue.links.filter(({ typeId, direction }) => typeId === blockerTypeId && direction === 'inward')
  const known = await readLinkedNodes(
    database.pool,
    { projectId, site: site.site },
    { nodeIds: node.blockedByIds, issueIds: links.map(({ otherId }) => otherId) },
  )
  const byIssue = new Map(known.map((linked) => [linked.issueId, linked]))
  const toLinked = (ids: readonly string[]): LinkedNode[] => ids.flatMap((id) => byIssue.get(id) ?? [])
  const toLiving = (ids: readonly string[]): LinkedNode[] => toLinked(ids).filter(({ isDeleted }) => !isDeleted)
  const ours = new Set(known.filter(({ nodeId }) => node.blockedByIds.includes(nodeId)).map(({ issueId }) => issueId))
  const theirs = new Set(links.map(({ otherId }) => otherId).filter((id) => byIssue.has(id)))
  const agreed = new Set(side.agreedFields?.blockers?.split(' '))
  const { push, take } = mergeBlockers(ours, theirs, agreed)
  const gone = await findGoneIssues(context, take.remove)
  const taken = await takeBlockers(
    context,
    { node, issue },
    {
      add: toLiving(take.add),
      remove: toLinked(take.remove.filter((id) => !gone.has(id))),
    },
  )
  const removed = links.filter(({ otherId }) => push.remove.includes(otherId))
  const pushed = await pushBlockers(context, issue, { add: toLiving(push.add), remove: removed })
  const both = [...ours].filter((id) => theirs.has(id))
  // A link that the tracker did not remove is still one that was removed here, and one that is gone is not sent again.
  const after = [...both, ...taken.added, ...pushed.added, ...pushed.unremoved, ...gone]
  return {
    agreed: [...new Set(after)].toSorted().join(' '),
    reasons: [...taken.reasons, ...pushed.reasons],
    isFailed: pushed.isFailed,
  }
}

/** A deleted issue takes its links with it. Its node stays, so that it also stays a blocker. */
async function findGoneIssues(
  { site, reading }: SyncContext,
  unlinked: readonly string[],
): Promise<ReadonlySet<string>> {
  if (unlinked.length === 0) return new Set()
  const present = requireTrackerValue(await site.issues(unlinked, reading)).map(({ id }) => id)
  return new Set(unlinked.filter((id) => !present.includes(id)))
}

interface TakenBlockers {
  readonly added: readonly string[]
  readonly reasons: readonly string[]
}

/** Stores the blockers that a node gets from its issue. One that the rules refuse is left out. */
async function takeBlockers(
  { writes, caller, projectId }: SyncContext,
  { node, issue }: Pick<BlockerComparison, 'node' | 'issue'>,
  { add, remove }: { readonly add: readonly LinkedNode[]; readonly remove: readonly LinkedNode[] },
): Promise<TakenBlockers> {
  if (add.length + remove.length === 0) return { added: [], reasons: [] }
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      const graph = await write.graph()
      const added: string[] = []
      const reasons: string[] = []
      if (graph.node(node.id)?.isDeleted !== false) return { added, reasons }
      const removed = updateNode(graph, node.id, { removeBlockedByIds: remove.map(({ nodeId }) => nodeId) })
      if (removed.ok) await changeNodes(write, { diffs: removed.value, mainId: node.id })
      for (const { nodeId, issueId, issueKey } of add) {
        const { waitsForItself, blockerLeftOut } = trackerErrorTexts.sync
        const planned = planBlocker(graph, node.id, nodeId)
        if (planned.ok) {
          await changeNodes(write, { diffs: planned.value, mainId: node.id })
          added.push(issueId)
        } else if (planned.reason === 'waits-for-itself') reasons.push(waitsForItself(issue.key, issueKey))
        else if (planned.reason === 'too-many-blockers') reasons.push(blockerLeftOut(issue.key, issueKey))
      }
      return { added, reasons }
    },
    { projectId },
  )
}

interface PushedBlockers extends TakenBlockers {
  /** Links that should have been removed. */
  readonly unremoved: readonly string[]
  readonly isFailed: boolean
}

/** A write whose response is lost is repeated by the next comparison, unless that finds that it was executed. */
async function pushBlockers(
  { site, blockerTypeId }: SyncContext,
  { key }: TrackerIssue,
  { add, remove }: { readonly add: readonly LinkedNode[]; readonly remove: readonly TrackerLink[] },
): Promise<PushedBlockers> {
  const added: string[] = []
  const unremoved: string[] = []
  const reasons: string[] = []
  let isFailed = false
  const { linkRefused, unlinkRefused } = trackerErrorTexts.sync
  for (const { issueId, issueKey } of add) {
    const answer = throwIfSiteDown(await site.link(blockerTypeId ?? '', issueKey, key))
    if (answer.ok) added.push(issueId)
    else {
      reasons.push(linkRefused(key, issueKey, answer.reason.message))
      isFailed ||= answer.reason.kind === 'failed'
    }
  }
  for (const { id, otherId, otherKey } of remove) {
    const answer = throwIfSiteDown(await site.unlink(id))
    if (answer.ok) continue
    unremoved.push(otherId)
    reasons.push(unlinkRefused(key, otherKey, answer.reason.message))
    isFailed ||= answer.reason.kind === 'failed'
  }
  return { added, unremoved, reasons, isFailed }
}
