import { updateNode } from '@espalier/domain'
import { type NodeRecord, readNodesById } from '../../../database/nodes.ts'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import { allowEditors, changeNodes, type NodeFields, type ProjectWrite } from '../../projects/index.ts'
import { findNodeByIssueKey } from '../links/issue-link-store.ts'
import { prepareNodeBodies, toNodeBody, toNodeTitle } from '../links/issue-to-node.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import type { SyncDirections } from './reconcile.ts'
import type { SyncContext } from './sync-context.ts'

/** Applies the issue's values to the node. Returns the values that could not be applied, with the reason. */
export async function applyIssueToNode(
  { writes, caller, projectId, site }: SyncContext,
  node: NodeRecord,
  issue: TrackerIssue,
  directions: SyncDirections,
): Promise<string | null> {
  const isKeyNew = node.externalKey !== issue.key
  if (!isKeyNew && !Object.values(directions).includes('take')) return null
  if (directions.body === 'take') await prepareNodeBodies([issue])
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      const [now] = await readNodesById(work.tx.client, projectId, [node.id])
      if (now === undefined || now.isDeleted) return null
      // A local change since the comparison is newer than the compared value.
      const isSame = (field: 'title' | 'body' | 'status'): boolean =>
        directions[field] === 'take' && now[field] === node[field]
      const fields: NodeFields = {
        ...(isKeyNew && { externalKey: issue.key }),
        ...(isSame('title') && { title: toNodeTitle(issue) }),
        ...(isSame('body') && { body: toNodeBody(issue) }),
        ...(isSame('status') && { status: issue.status }),
      }
      await changeNodes(write, { ids: [node.id], fields, mainId: node.id })
      if (directions.parent !== 'take' || now.parentIds[0] !== node.parentIds[0]) return null
      return moveNodeBelowIssueParent(write, site.site, node.id, issue)
    },
    { projectId },
  )
}

async function moveNodeBelowIssueParent(
  write: ProjectWrite,
  site: string,
  nodeId: string,
  { key, parentKey }: TrackerIssue,
): Promise<string | null> {
  const parentId =
    parentKey === null
      ? null
      : await findNodeByIssueKey(write.tx.client, { projectId: write.project.id, site }, parentKey)
  if (parentId === undefined) return trackerErrorTexts.sync.parentElsewhere(key, parentKey)
  const moved = updateNode(await write.graph(), nodeId, { parentId })
  if (!moved.ok) {
    const { moveRefused, moveToTopRefused } = trackerErrorTexts.sync
    return parentKey === null ? moveToTopRefused(key) : moveRefused(key, parentKey)
  }
  await changeNodes(write, { diffs: moved.value, mainId: nodeId })
  return null
}
