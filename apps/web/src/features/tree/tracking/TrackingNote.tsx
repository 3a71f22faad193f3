import type { NodeRecord } from '@espalier/replica'
import { useCell } from '../../../platform/cell.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { reasonOf, trackingOf } from './tracking.ts'
import styles from './Tracking.module.css'

interface TrackingNoteProps {
  readonly bench: Workbench
  readonly node: NodeRecord
}

/** The node's issue, and why the two are not in step. */
export function TrackingNote({ bench, node }: TrackingNoteProps) {
  const tracking = useCell(trackingOf(bench.board))
  const reason = reasonOf(tracking, node.id)
  const { externalKey: key } = node
  if (key === null && reason === null) return null
  const url = tracking?.issueUrl
  return (
    <p className={styles.note}>
      {key !== null && (url == null ? key : <IssueLink issueKey={key} url={url} />)}
      {reason !== null && <output>{` Not in step with Jira: ${reason}`}</output>}
    </p>
  )
}

const IssueLink = ({ issueKey, url }: { readonly issueKey: string; readonly url: string }) => (
  <a href={`${url}${encodeURIComponent(issueKey)}`} target="_blank" rel="noreferrer">
    {`${issueKey} in Jira`}
  </a>
)
