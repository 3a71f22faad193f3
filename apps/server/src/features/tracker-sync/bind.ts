import type { NodeRecord } from '../../database/node-record.ts'
import type { TrackerSnapshot } from '../../ports/tracker.ts'
import { changeNodes, allowEditors } from '../projects/index.ts'
import { digestAgreement } from './reconcile.ts'
import type { SyncContext } from './sync-context.ts'
import { deleteIssueLink, saveIssueLink, updateNodeSyncState } from './sync-store.ts'

export interface IssueLinkRequest {
  readonly node: Pick<NodeRecord, 'id' | 'title' | 'body'>
  readonly issueId: string
  readonly issueKey: string
  readonly level: number
  readonly snapshot: TrackerSnapshot
  /** The node's texts are what the snapshot was made of. */
  readonly isAgreed: boolean
  /** The description is still to be written. */
  readonly isBodyOpen: boolean
  readonly reason: string | null
}

/** From now on the node stands for the issue; the node, the bond and its end of waiting are one change. */
export async function linkIssue({ writes, caller, projectId, site }: SyncContext, binding: IssueLinkRequest): Promise<void> {
  const { node, issueId, issueKey, level, snapshot, isAgreed, isBodyOpen, reason } = binding
  await writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      await changeNodes(write, { ids: [node.id], fields: { externalKey: issueKey } })
      await saveIssueLink(work.tx.client, { nodeId: node.id, projectId, site: site.site, issueId, issueKey, snapshot })
      await updateNodeSyncState(work.tx.client, projectId, node.id, {
        level,
        creatingAt: null,
        sent: null,
        agreedTitle: isAgreed ? digestAgreement(node.title, snapshot.summary) : null,
        agreedBody: isAgreed && !isBodyOpen ? digestAgreement(node.body, snapshot.description) : null,
        agreedParent: null,
        state: reason === null ? 'synced' : 'blocked',
        reason,
      })
    },
    { projectId },
  )
}

/** The issue is gone there; the node stays, and stands for none. */
export async function unlinkIssue(
  { writes, caller, projectId, connection }: SyncContext,
  nodeId: string,
  issueKey: string,
): Promise<void> {
  const who = connection.credentials.apiUser
  await writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      await changeNodes(write, { ids: [nodeId], fields: { externalKey: null } })
      await deleteIssueLink(work.tx.client, nodeId)
      await updateNodeSyncState(work.tx.client, projectId, nodeId, {
        level: null,
        creatingAt: null,
        sent: null,
        state: 'gone',
        reason: `${issueKey} was deleted in Jira, or is not shown to ${who}. Switch the sync off and on again to create it anew.`,
      })
    },
    { projectId },
  )
}
