import type { NodeId } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { fetchTrackerSync, type TrackerSync } from '../../api/tracker-sync.ts'
import { type Cell, createCell, useCell, type WritableCell } from '../../platform/cell.ts'
import { jiraSyncTexts as texts } from '../../texts/jira-sync.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './Sync.module.css'

const trackerSyncCells = new WeakMap<ProjectClient, WritableCell<TrackerSync | null>>()

/** Returns the known sync state of a project; null: nothing is known yet. */
export function getTrackerSync(client: ProjectClient): Cell<TrackerSync | null> {
  return getTrackerSyncCell(client)
}

function getTrackerSyncCell(client: ProjectClient): WritableCell<TrackerSync | null> {
  const known = trackerSyncCells.get(client) ?? createCell<TrackerSync | null>(null)
  trackerSyncCells.set(client, known)
  return known
}

export const findSyncProblem = (tracking: TrackerSync | null, id: NodeId): string | null =>
  tracking?.nodes.find(({ nodeId }) => nodeId === id)?.reason ?? null

const idlePollMs = 15_000
/** The interval while something is being synced. */
const busyPollMs = 2_000

/** Keeps the state up to date while somebody looks: soon after a change, and periodically. */
export function pollTrackerSync(client: ProjectClient): () => void {
  const cell = getTrackerSyncCell(client)
  let timer = 0
  let isStopped = false
  const later = (ms: number): void => {
    window.clearTimeout(timer)
    if (!isStopped) timer = window.setTimeout(() => void poll(), ms)
  }
  const poll = async (): Promise<void> => {
    const found = document.hidden ? cell.get() : await fetchTrackerSync(client.projectId)
    if (isStopped) return
    cell.set(found)
    later(found === null || found.waiting === 0 ? idlePollMs : busyPollMs)
  }
  const stopListening = client.listen(() => later(busyPollMs))
  void poll()
  return () => {
    isStopped = true
    window.clearTimeout(timer)
    stopListening()
    cell.set(null)
  }
}

interface IssueNoteProps {
  readonly workspace: ProjectWorkspace
  readonly node: NodeRecord
}

/** Shows the node's issue, and why the two differ. */
export function IssueNote({ workspace, node }: IssueNoteProps) {
  const tracking = useCell(getTrackerSync(workspace.client))
  const reason = findSyncProblem(tracking, node.id)
  const { externalKey: key } = node
  if (key === null && reason === null) return null
  const url = tracking?.issueUrl
  return (
    <p className={styles.note}>
      {key !== null && (url == null ? <span translate="no">{key}</span> : <JiraIssueLink issueKey={key} url={url} />)}
      {key !== null && reason !== null && ' '}
      {reason !== null && <output>{texts.notInSync(reason)}</output>}
    </p>
  )
}

const JiraIssueLink = ({ issueKey, url }: { readonly issueKey: string; readonly url: string }) => (
  <a href={`${url}${encodeURIComponent(issueKey)}`} target="_blank" rel="noreferrer">
    {texts.issueInJira(issueKey)}
  </a>
)
