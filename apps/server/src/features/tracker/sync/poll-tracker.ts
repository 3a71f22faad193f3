import { randomUUID } from 'node:crypto'
import { createNode, minuteMs, sameValue } from '@espalier/domain'
import { readNodesById } from '../../../database/nodes.ts'
import type { TrackerIssue, TrackerSnapshot } from '../../../ports/tracker.ts'
import { addNodes, allowEditors, changeNodes } from '../../projects/index.ts'
import { type IssueLink, readIssueLinks, readIssueLinksByNode, saveIssueLinks } from '../links/issue-link-store.ts'
import { listLinkedIds, toLinkTokens } from '../links/blockers.ts'
import { createNodeFromIssue, prepareNodeBodies, toIssueSnapshot } from '../links/issue-to-node.ts'
import { findIssueLevel, toTrackerProjectKey } from './issue-hierarchy.ts'
import { adoptIssue } from './issue-lifecycle.ts'
import { digestAgreement } from './reconcile.ts'
import { requireTrackerValue, type SyncContext } from './sync-context.ts'
import { readNodesBeingCreated, readSyncStatus, updateNodeSyncState, updateSyncStatus } from './sync-state-store.ts'
import { deleteHints, enqueueBlockedNodes, enqueueSyncTasks, type FieldChangeTimes, readHints } from './task-store.ts'

const pollEveryMs = 50_000
const fullPollEveryMs = 60 * minuteMs
/** The tracker's clock and its index may lag behind. */
const overlapMinutes = 3
/** Beyond this size a full poll would take all day: the webhook and the short poll have to suffice. */
const maxFullPollIssues = 5_000

/** Polls the changes since the last poll and, once in a while, everything, because a deletion leaves no trace. */
export async function pollTracker(context: SyncContext): Promise<void> {
  const { database, projectId, site } = context
  const now = context.now()
  const { lookedAt, lookedAtAll } = await readSyncStatus(database.pool, projectId)
  if (lookedAt !== null && now.getTime() - lookedAt.getTime() < pollEveryMs) return
  const links = await readIssueLinks(database.pool, projectId, site.site)
  const isAllDue = lookedAtAll === null || now.getTime() - lookedAtAll.getTime() > fullPollEveryMs
  // Failed tasks are retried, because the owner may have chosen otherwise since, or somebody may have changed the
  // tracker's rules.
  const { accountId } = context.connection
  await enqueueBlockedNodes(database.pool, projectId, { accountId, since: isAllDue ? null : lookedAt })
  if (links.length > 0) {
    if (isAllDue && links.length <= maxFullPollIssues) {
      await pollAll(context, links)
      await updateSyncStatus(database.pool, projectId, { lookedAtAll: now })
    } else if (lookedAt !== null) {
      const minutes = (now.getTime() - lookedAt.getTime()) / minuteMs + overlapMinutes
      await pollRecent(context, links, minutes)
    }
  }
  await updateSyncStatus(database.pool, projectId, { lookedAt: now })
}

async function pollRecent(context: SyncContext, links: readonly IssueLink[], minutes: number): Promise<void> {
  for (const projectKey of new Set(links.map(({ issueKey }) => toTrackerProjectKey(issueKey)))) {
    await enqueueChanged(
      context,
      links,
      requireTrackerValue(await context.site.changedWithin(projectKey, minutes, context.reading)),
    )
  }
}

async function pollAll(context: SyncContext, links: readonly IssueLink[]): Promise<void> {
  const { site, reading } = context
  const ids = links.map(({ issueId }) => issueId)
  const issues = requireTrackerValue(await site.issues(ids, reading))
  const present = new Set(issues.map(({ id }) => id))
  await enqueueLinkedNodes(
    context,
    links.filter(({ issueId }) => !present.has(issueId)),
  )
  const keys = issues.map(({ key }) => key)
  const below = keys.length === 0 ? [] : requireTrackerValue(await site.children(keys, reading))
  await enqueueChanged(context, links, [...issues, ...below])
}

/** Enqueues issues that differ from the agreed state and imports new ones. */
async function enqueueChanged(
  context: SyncContext,
  links: readonly IssueLink[],
  issues: readonly TrackerIssue[],
): Promise<void> {
  const byIssue = new Map(links.map((link) => [link.issueId, link]))
  const changed = issues.flatMap((issue) => {
    const link = byIssue.get(issue.id)
    return link !== undefined && hasIssueChanged(issue, link) ? [link] : []
  })
  const relinked = new Set(issues.flatMap((issue) => listRelinked(context, issue, byIssue.get(issue.id))))
  await enqueueLinkedNodes(context, [...changed, ...links.filter(({ issueId }) => relinked.has(issueId))])
  await importNewIssues(
    context,
    issues.filter(({ id }) => !byIssue.has(id)),
  )
}

/**
 * The issues that this one blocks only now, or no longer. Their nodes have the blockers, but the tracker may not report
 * them.
 */
function listRelinked({ blockerTypeId }: SyncContext, issue: TrackerIssue, link: IssueLink | undefined): string[] {
  if (blockerTypeId === null) return []
  const now = listLinkedIds(toLinkTokens(issue.links), blockerTypeId, 'outward')
  const before = listLinkedIds(link?.snapshot?.links, blockerTypeId, 'outward')
  return [...now.filter((id) => !before.includes(id)), ...before.filter((id) => !now.includes(id))]
}

function hasIssueChanged(issue: TrackerIssue, { snapshot, issueKey }: IssueLink): boolean {
  const { updatedAt: _now, ...seen } = toIssueSnapshot(issue)
  const { updatedAt: _then, ...agreed }: Partial<TrackerSnapshot> = snapshot ?? {}
  if (!sameValue(seen.links ?? [], agreed.links ?? [])) return true
  if (seen.fields !== undefined && agreed.fields === undefined) return true
  return issueKey !== issue.key || JSON.stringify(seen) !== JSON.stringify({ ...seen, ...agreed })
}

const enqueueLinkedNodes = ({ database, projectId }: SyncContext, links: readonly IssueLink[]): Promise<void> =>
  links.length === 0
    ? Promise.resolve()
    : enqueueSyncTasks(
        database.pool,
        projectId,
        new Map(links.map(({ nodeId }): [string, FieldChangeTimes] => [nodeId, {}])),
      )

/** Reads the issues that a webhook named, because the webhook itself is not trusted. */
export async function processWebhookHints(context: SyncContext): Promise<void> {
  const { database, projectId, site, reading } = context
  const hints = await readHints(database.pool, projectId)
  if (hints.length === 0) return
  const ids = hints.map(({ id }) => id)
  const issues = requireTrackerValue(await site.issues(ids, reading))
  const links = await readIssueLinks(database.pool, projectId, site.site)
  const present = new Set(issues.map(({ id }) => id))
  await enqueueChanged(context, links, issues)
  await enqueueLinkedNodes(
    context,
    links.filter(({ issueId }) => ids.includes(issueId) && !present.has(issueId)),
  )
  await deleteHints(database.pool, projectId, hints)
}

/** Handles issues without a node: a lost one of ours finds its node, and a child of a known issue becomes a node. */
async function importNewIssues(context: SyncContext, issues: readonly TrackerIssue[]): Promise<void> {
  const { database, projectId, site } = context
  const links = await readIssueLinks(database.pool, projectId, site.site)
  const known = new Set(links.map(({ issueId }) => issueId))
  const keys = new Map(links.map(({ issueKey, nodeId }) => [issueKey, nodeId]))
  let left = issues.filter(({ id }) => !known.has(id))
  const creating = left.length === 0 ? new Set<string>() : await readNodesBeingCreated(database.pool, projectId)
  for (let isMore = true; isMore && left.length > 0;) {
    const later: TrackerIssue[] = []
    for (const issue of left) {
      const nodeId =
        (await adoptOwnLostIssue(context, issue, creating)) ?? (await createNodeForIssue(context, issue, keys))
      if (nodeId === null) later.push(issue)
      else keys.set(issue.key, nodeId)
    }
    isMore = later.length < left.length
    left = later
  }
}

/** Recognizes a create whose response was lost by the stored node id. It is checked only while a create is open. */
async function adoptOwnLostIssue(
  context: SyncContext,
  issue: TrackerIssue,
  creating: ReadonlySet<string>,
): Promise<string | null> {
  const { database, projectId, site } = context
  if (creating.size === 0) return null
  const nodeId = requireTrackerValue(await site.nodeOfIssue(issue.id))
  const [node] = nodeId === null || !creating.has(nodeId) ? [] : await readNodesById(database.pool, projectId, [nodeId])
  if (node === undefined || (await readIssueLinksByNode(database.pool, site.site, [node.id])).size > 0) return null
  await adoptIssue(context, node, issue, new Map())
  await enqueueSyncTasks(database.pool, projectId, new Map([[node.id, {}]]))
  return node.id
}

async function createNodeForIssue(
  context: SyncContext,
  issue: TrackerIssue,
  keys: ReadonlyMap<string, string>,
): Promise<string | null> {
  const parentId = issue.parentKey === null ? undefined : keys.get(issue.parentKey)
  if (parentId === undefined) return null
  const level = findIssueLevel(await context.projects(), issue.typeId, context.connection.epicTypeId)
  const { writes, caller, projectId, site } = context
  await prepareNodeBodies([issue])
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      const graph = await write.graph()
      const made = createNode(graph, { id: randomUUID(), parentId })
      // A node cannot be placed below a parent that was deleted here.
      if (!made.ok) return null
      const { node: placed, changes } = made.value
      const node = createNodeFromIssue(write, placed, issue)
      if (!(await addNodes(write, [node]))) return null
      await changeNodes(write, { diffs: changes.filter(({ id }) => id !== node.id) })
      // The first comparison takes the other fields and the links.
      const { fields: _later, links: _linked, ...snapshot } = toIssueSnapshot(issue)
      const link = { nodeId: node.id, issueId: issue.id, issueKey: issue.key, snapshot }
      await saveIssueLinks(work.tx.client, { projectId, site: site.site }, [link])
      await updateNodeSyncState(work.tx.client, projectId, node.id, {
        level,
        agreedTitle: digestAgreement(node.title, snapshot.summary),
        agreedBody: digestAgreement(node.body, snapshot.description),
      })
      if (context.rules.request.names.length > 0 || context.blockerTypeId !== null)
        await enqueueSyncTasks(work.tx.client, projectId, new Map([[node.id, {}]]))
      return node.id
    },
    { projectId },
  )
}
