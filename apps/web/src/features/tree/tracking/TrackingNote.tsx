import type { NodeRecord } from '@espalier/replica'
import { useCell } from '../../../platform/cell.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { findSyncProblem, getTrackerSync } from './tracking.ts'
import styles from './Tracking.module.css'

interface IssueNoteProps {
  readonly workspace: ProjectWorkspace
  readonly node: NodeRecord
}

/** The node's issue, and why the two are not in step. */
export function IssueNote({ workspace, node }: IssueNoteProps) {
  const tracking = useCell(getTrackerSync(workspace.board))
  const reason = findSyncProblem(tracking, node.id)
  const { externalKey: key } = node
  if (key === null && reason === null) return null
  const url = tracking?.issueUrl
  return (
    <p className={styles.note}>
      {key !== null && (url == null ? key : <JiraIssueLink issueKey={key} url={url} />)}
      {reason !== null && <output>{` Not in step with Jira: ${reason}`}</output>}
    </p>
  )
}

const JiraIssueLink = ({ issueKey, url }: { readonly issueKey: string; readonly url: string }) => (
  <a href={`${url}${encodeURIComponent(issueKey)}`} target="_blank" rel="noreferrer">
    {`${issueKey} in Jira`}
  </a>
)
