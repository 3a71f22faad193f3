import { randomUUID } from 'node:crypto'

import { createNode } from '@espalier/domain'

import { readNodesById } from '../../database/read-nodes.ts'
import type { TrackerIssue } from '../../ports/tracker.ts'
import { addNodes, changeNodes, allowEditors } from '../projects/index.ts'
import { createNodeFromIssue, toIssueSnapshot } from '../tracker/index.ts'
import { adoptIssue } from './create-issue.ts'
import { findIssueLevel } from './levels.ts'
import { enqueueSyncTasks } from './marks.ts'
import { digestAgreement } from './reconcile.ts'
import { requireTrackerValue, type SyncContext } from './sync-context.ts'
import { readIssueLinksByNode, readIssueLinks, readNodesBeingCreated, saveIssueLink, updateNodeSyncState } from './sync-store.ts'

/** Issues that no node stands for: a lost one of ours finds its node, a child of a known issue becomes a node. */
export async function importNewIssues(context: SyncContext, issues: readonly TrackerIssue[]): Promise<void> {
  const { database, projectId, site } = context
  const bonds = await readIssueLinks(database.pool, projectId, site.site)
  const known = new Set(bonds.map(({ issueId }) => issueId))
  const keys = new Map(bonds.map(({ issueKey, nodeId }) => [issueKey, nodeId]))
  let left = issues.filter(({ id }) => !known.has(id))
  const creating = left.length === 0 ? new Set<string>() : await readNodesBeingCreated(database.pool, projectId)
  for (let isMore = true; isMore && left.length > 0;) {
    const later: TrackerIssue[] = []
    for (const issue of left) {
      const nodeId = (await adoptOwnLostIssue(context, issue, creating)) ?? (await createNodeForIssue(context, issue, keys))
      if (nodeId === null) later.push(issue)
      else keys.set(issue.key, nodeId)
    }
    isMore = later.length < left.length
    left = later
  }
}

/** A create whose answer was lost is known by what was kept with it. Only while one is open is it asked for. */
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
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      const graph = await write.graph()
      const made = createNode(graph, { id: randomUUID(), parentId })
      // Below a node that was deleted here there is no place for it.
      if (!made.ok) return null
      const { node: placed, changes } = made.value
      const node = createNodeFromIssue(placed, issue, work.at)
      if (!(await addNodes(write, [node]))) return null
      await changeNodes(write, { diffs: changes.filter(({ id }) => id !== node.id) })
      const snapshot = toIssueSnapshot(issue)
      await saveIssueLink(work.tx.client, {
        nodeId: node.id,
        projectId,
        site: site.site,
        issueId: issue.id,
        issueKey: issue.key,
        snapshot,
      })
      await updateNodeSyncState(work.tx.client, projectId, node.id, {
        level,
        agreedTitle: digestAgreement(node.title, snapshot.summary),
        agreedBody: digestAgreement(node.body, snapshot.description),
      })
      return node.id
    },
    { projectId },
  )
}
