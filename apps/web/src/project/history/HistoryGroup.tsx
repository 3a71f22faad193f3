import { formatPersonName } from '@espalier/domain'
import Undo from 'lucide-react/icons/undo-2'
import { useId, useState } from 'react'
import type { HistoryEntry } from '../../api/history.ts'
import { useCell } from '../../platform/cell.ts'
import { formatFullTime } from '../../shared/time-in-words.ts'
import { type HistoryActor, historyTexts as texts } from '../../texts/history.ts'
import { withElements } from '../../texts/with-elements.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { goToNode } from '../actions/action.ts'
import { uncoverNode } from '../details/uncover-node.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { showHiddenNode } from '../workspace/search-state.ts'
import { describeHistoryEntry } from './describe-entry.ts'
import { type EntryGroup, formatTimeAgo } from './group-entries.ts'
import type { HistoryStore } from './history-store.ts'
import styles from './HistoryPanel.module.css'

interface HistoryGroupProps {
  readonly workspace: ProjectWorkspace
  readonly history: HistoryStore
  readonly group: EntryGroup
  readonly now: number
  readonly isOwn: boolean
}

export function HistoryGroup({ workspace, history, group: { by, at, entries }, now, isOwn }: HistoryGroupProps) {
  // The name is empty when nobody knows the person any more.
  const name = formatPersonName(by ?? {})
  return (
    <li className={styles.group}>
      <Avatar name={name || texts.someone} picture={by?.picture ?? null} size={32} />
      <div className={styles.acts}>
        <ul className={styles.lines}>
          {entries.map((entry) => (
            <HistoryLine
              key={entry.seq}
              workspace={workspace}
              history={history}
              entry={entry}
              by={{ name, isYou: isOwn, tokenName: entry.tokenName }}
            />
          ))}
        </ul>
        <time className={styles.time} translate="no" dateTime={new Date(at).toISOString()} title={formatFullTime(at)}>
          {formatTimeAgo(at, now)}
        </time>
      </div>
    </li>
  )
}

const sentenceElements = { who: (name: string) => <strong className={styles.name}>{name}</strong> }

interface HistoryLineProps extends Pick<HistoryGroupProps, 'workspace' | 'history'> {
  readonly entry: HistoryEntry
  readonly by: HistoryActor
}

function HistoryLine({ workspace, history, entry, by }: HistoryLineProps) {
  const lineId = useId()
  const canEdit = useCell(workspace.client.canEdit)
  const living = entry.changes.find(({ id }) => workspace.client.node(id) !== undefined)
  const sentences = describeHistoryEntry(entry, by).map((text) => (
    <span key={text} className={styles.change}>
      {withElements(text, sentenceElements)}
    </span>
  ))
  return (
    <li className={styles.line}>
      {living === undefined ? (
        <p id={lineId} className={styles.sentence}>
          {sentences}
        </p>
      ) : (
        <button
          type="button"
          id={lineId}
          className={styles.sentence}
          title={texts.goToNode}
          onClick={({ currentTarget }) => showChangedNode(workspace, living.id, currentTarget.closest('aside'))}
        >
          {sentences}
        </button>
      )}
      {canEdit && entry.canUndo && <UndoButton workspace={workspace} history={history} entry={entry} lineId={lineId} />}
    </li>
  )
}

/** The node may have been deleted since the entry was shown. */
function showChangedNode(workspace: ProjectWorkspace, id: string, panel: Element | null): void {
  if (workspace.client.node(id) === undefined) return workspace.notify(texts.nodeDeleted)
  showHiddenNode(workspace, id)
  workspace.map.reveal(id, { isCentred: true })
  goToNode(workspace, id)
  // On a phone the middle of the canvas is under the panel.
  requestAnimationFrame(() => panel && uncoverNode(workspace.map, id, panel.getBoundingClientRect()))
}

interface UndoButtonProps extends Omit<HistoryLineProps, 'by'> {
  readonly lineId: string
}

function UndoButton({ workspace, history, entry, lineId }: UndoButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const undo = async (): Promise<void> => {
    setIsBusy(true)
    const undone = await history.undo(entry)
    setIsBusy(false)
    if (undone.ok) workspace.notify(texts.undone)
    else workspace.notify(undone.message, 'failed')
  }
  return (
    <Button
      variant="quiet"
      size="small"
      className={styles.undo}
      isBusy={isBusy}
      aria-label={texts.undo}
      aria-describedby={lineId}
      title={texts.undo}
      onClick={() => void undo()}
    >
      <Undo size={16} aria-hidden="true" />
    </Button>
  )
}
