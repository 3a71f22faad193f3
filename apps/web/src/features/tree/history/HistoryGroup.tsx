import Undo from 'lucide-react/icons/undo-2'
import { useId, useState } from 'react'
import type { HistoryEntry, HistoryPerson } from '../../../data/history/index.ts'
import { useCell } from '../../../platform/cell.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { makeRoom } from '../panel/make-room.ts'
import { goTo } from '../workbench/acting.ts'
import { showAnyway } from '../workbench/finding.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { BoardHistory } from './create-history.ts'
import type { EntryGroup } from './group-entries.ts'
import styles from './HistoryPanel.module.css'
import { momentText, timeText } from './moments.ts'
import { phraseOf } from './phrases.ts'

interface GroupProps {
  readonly bench: Workbench
  readonly history: BoardHistory
  readonly group: EntryGroup
  readonly now: number
  readonly isOwn: boolean
}

/** The name a person goes by; someone whom nobody knows any more is someone. */
function nameOf(by: HistoryPerson | null): string {
  const name = [by?.firstname, by?.lastname].filter((part) => part).join(' ')
  return name || by?.email || 'Someone'
}

export function HistoryGroup({ bench, history, group: { by, at, entries }, now, isOwn }: GroupProps) {
  const name = isOwn ? 'You' : nameOf(by)
  return (
    <li className={styles.group}>
      <Avatar name={nameOf(by)} picture={by?.picture ?? null} size={32} />
      <div className={styles.acts}>
        <ul className={styles.lines}>
          {entries.map((entry) => (
            <Line key={entry.seq} bench={bench} history={history} entry={entry} name={name} />
          ))}
        </ul>
        <time className={styles.time} dateTime={new Date(at).toISOString()} title={momentText(at)}>
          {timeText(at, now)}
        </time>
      </div>
    </li>
  )
}

interface LineProps extends Pick<GroupProps, 'bench' | 'history'> {
  readonly entry: HistoryEntry
  readonly name: string
}

function Line({ bench, history, entry, name }: LineProps) {
  const lineId = useId()
  const canEdit = useCell(bench.board.canEdit)
  const living = entry.changes.find(({ id }) => bench.board.node(id) !== undefined)
  const sentence = (
    <>
      <strong className={styles.name}>{name}</strong> {phraseOf(entry)}
    </>
  )
  return (
    <li className={styles.line}>
      {living === undefined ? (
        <p id={lineId} className={styles.sentence}>
          {sentence}
        </p>
      ) : (
        <button
          type="button"
          id={lineId}
          className={styles.sentence}
          title="Go to the node"
          onClick={({ currentTarget }) => show(bench, living.id, currentTarget.closest('aside'))}
        >
          {sentence}
        </button>
      )}
      {canEdit && entry.canUndo && <UndoButton bench={bench} history={history} entry={entry} lineId={lineId} />}
    </li>
  )
}

/** It may have been deleted since the line was drawn. */
function show(bench: Workbench, id: string, panel: Element | null): void {
  if (bench.board.node(id) === undefined) return bench.say('This node has been deleted. Undo its deletion first.')
  showAnyway(bench, id)
  bench.stage.reveal(id, { isCentred: true })
  goTo(bench, id)
  // On a phone the middle of the canvas lies under the panel.
  requestAnimationFrame(() => panel && makeRoom(bench.stage, id, panel.getBoundingClientRect()))
}

interface UndoButtonProps extends Omit<LineProps, 'name'> {
  readonly lineId: string
}

function UndoButton({ bench, history, entry, lineId }: UndoButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const undo = async (): Promise<void> => {
    setIsBusy(true)
    const undone = await history.undo(entry)
    setIsBusy(false)
    if (undone.ok) bench.say('The change is undone')
    else bench.say(undone.reason, 'failed')
  }
  return (
    <Button
      look="quiet"
      size="small"
      className={styles.undo}
      isBusy={isBusy}
      aria-label="Undo this change"
      aria-describedby={lineId}
      title="Undo this change"
      onClick={() => void undo()}
    >
      <Undo size={16} aria-hidden="true" />
    </Button>
  )
}
