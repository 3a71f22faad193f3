import type { TaskOutcome } from './create-issue.ts'
import { throwIfSiteDown, type SyncContext } from './sync-context.ts'
import { deleteIssueLink, updateNodeSyncState, type IssueLink } from './sync-store.ts'

/** A deleted node's issue goes too, unless the tracker would take with it what still lives here. */
export async function removeIssue(context: SyncContext, { nodeId, issueKey }: IssueLink): Promise<TaskOutcome> {
  const { database, projectId, site } = context
  const { rowCount } = await database.pool.query(
    `update tracker_nodes set state = 'blocked', reason = $4
     from tracker_issues issues join nodes on nodes.id = issues.node_id
     where tracker_nodes.node_id = issues.node_id and issues.project_id = $1 and issues.site = $2
       and issues.snapshot ->> 'parentKey' = $3 and tracker_nodes.level < 0 and not nodes.is_deleted`,
    [
      projectId,
      site.site,
      issueKey,
      `Its issue is a sub-task of ${issueKey}, which therefore stays in Jira. Make it an ordinary issue there, or move the node.`,
    ],
  )
  if (rowCount !== null && rowCount > 0) return 'done'
  const removed = throwIfSiteDown(await site.remove(issueKey))
  if (!removed.ok && removed.failure.kind === 'failed') return 'failed'
  const reason = removed.ok ? null : removed.failure.message
  await database.transaction(async ({ client }) => {
    if (removed.ok) await deleteIssueLink(client, nodeId)
    await updateNodeSyncState(client, projectId, nodeId, {
      ...(removed.ok && { level: null, creatingAt: null }),
      sent: null,
      state: removed.ok ? 'synced' : 'blocked',
      reason,
    })
  })
  return 'done'
}
