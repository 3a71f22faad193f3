import { updateNode } from '@espalier/domain'
import { type NodeRecord, readNodesById } from '../../../database/nodes.ts'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import { allowEditors, changeNodes, type NodeFields, type ProjectWrite } from '../../projects/index.ts'
import { prepareNodeBodies, toNodeBody, toNodeTitle } from '../import/plan-import.ts'
import type { SyncDirections } from './reconcile.ts'
import type { SyncContext } from './sync-context.ts'

/** Gives the node what its issue has. Answers what could not be taken over, and why. */
export async function applyIssueToNode(
  { writes, caller, projectId, site }: SyncContext,
  node: NodeRecord,
  issue: TrackerIssue,
  ways: SyncDirections,
): Promise<string | null> {
  const isKeyNew = node.externalKey !== issue.key
  if (!isKeyNew && !Object.values(ways).includes('take')) return null
  if (ways.body === 'take') await prepareNodeBodies([issue])
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      const [now] = await readNodesById(work.tx.client, projectId, [node.id])
      if (now === undefined || now.isDeleted) return null
      // What was changed here since it was compared is newer than what it was compared with.
      const isSame = (field: 'title' | 'body' | 'status'): boolean =>
        ways[field] === 'take' && now[field] === node[field]
      const fields: NodeFields = {
        ...(isKeyNew && { externalKey: issue.key }),
        ...(isSame('title') && { title: toNodeTitle(issue) }),
        ...(isSame('body') && { body: toNodeBody(issue) }),
        ...(isSame('status') && { status: issue.status }),
      }
      await changeNodes(write, { ids: [node.id], fields, mainId: node.id })
      if (ways.parent !== 'take' || now.parentIds[0] !== node.parentIds[0]) return null
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
  const parentId = parentKey === null ? null : await findNodeByIssueKey(write, site, parentKey)
  if (parentId === undefined) return `${key} hangs from ${parentKey} in Jira, which is not in this project.`
  const moved = updateNode(await write.graph(), nodeId, { parentId })
  if (!moved.ok) return `${key} hangs from ${parentKey ?? 'nothing'} in Jira. Here it cannot be moved there.`
  await changeNodes(write, { diffs: moved.value, mainId: nodeId })
  return null
}

async function findNodeByIssueKey(
  { tx, project }: ProjectWrite,
  site: string,
  issueKey: string,
): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select nodes.id from tracker_issues issues join nodes on nodes.id = issues.node_id
     where issues.project_id = $1 and issues.site = $2 and issues.issue_key = $3 and not nodes.is_deleted`,
    [project.id, site, issueKey],
  )
  return rows[0]?.id
}
