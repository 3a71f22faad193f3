import { getPrimaryParent, toPlainText } from '@espalier/domain'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { mapTexts } from '../../texts/map.ts'
import { timelineTexts as texts } from '../../texts/timeline.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { getPlainTitle, selectNode } from '../actions/action.ts'
import type { TimelineController } from './timeline-controller.ts'
import { scheduleFrom } from './timeline-edits.ts'
import styles from './Timeline.module.css'

const itemPx = 48
const overscan = 6

interface TrayProps {
  readonly timeline: TimelineController
  readonly isOpen: boolean
}

/** The nodes without dates, under a heading that folds their list. */
export function UnscheduledTray({ timeline, isOpen }: TrayProps) {
  useCell(timeline.outline.version)
  const nameId = useId()
  const count = timeline.unscheduledIds.length
  return (
    <section className={styles.tray} aria-labelledby={nameId}>
      <h2 className={styles.trayHead}>
        <button
          type="button"
          className={styles.word}
          aria-expanded={isOpen}
          onClick={() => timeline.change({ isTrayOpen: !isOpen })}
        >
          <span id={nameId}>{texts.notScheduled}</span>{' '}
          <span className={styles.count} aria-hidden="true">
            {count}
          </span>
        </button>
      </h2>
      {isOpen && <UnscheduledList timeline={timeline} nameId={nameId} />}
    </section>
  )
}

interface ListProps {
  readonly timeline: TimelineController
  readonly nameId: string
}

/** Only the nodes near what can be seen are in the document. */
function UnscheduledList({ timeline, nameId }: ListProps) {
  const { workspace } = timeline
  const { client } = workspace
  const canEdit = useCell(client.canEdit)
  const { ids: selected, current } = useCell(workspace.selection)
  const ids = timeline.unscheduledIds
  const list = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState({ top: 0, height: 700 })
  const first = Math.max(Math.floor(scrolled.top / itemPx) - overscan, 0)
  const shown = ids.slice(first, Math.ceil((scrolled.top + scrolled.height) / itemPx) + overscan)
  const tabStop = current !== null && shown.includes(current) ? current : shown[0]
  const walk = (id: string, by: 1 | -1) => {
    const next = ids[ids.indexOf(id) + by]
    if (next === undefined) return
    selectNode(workspace, next)
    const top = ids.indexOf(next) * itemPx
    const box = list.current
    if (box === null) return
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + itemPx > box.scrollTop + box.clientHeight) box.scrollTop = top + itemPx - box.clientHeight
    box.querySelector<HTMLElement>(`[data-unscheduled="${CSS.escape(next)}"] [data-node-id]`)?.focus()
  }
  const press = (event: KeyboardEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) walk(id, by)
    else if (event.key === 'Enter' && canEdit) scheduleFrom(workspace, id, timeline.today.get())
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.trayBody}>
      {ids.length === 0 && <p className={styles.nothing}>{texts.nothingUnscheduled}</p>}
      <div
        ref={list}
        className={styles.trayList}
        onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
          setScrolled({ top: scrollTop, height: clientHeight || scrolled.height })
        }
      >
        <ul style={{ height: ids.length * itemPx }} translate="no" aria-labelledby={nameId}>
          {shown.map((id, at) => {
            const node = client.node(id)
            if (node === undefined) return null
            const parentId = getPrimaryParent(node)
            const title = toPlainText(node.title) || mapTexts.untitled
            return (
              <li
                key={id}
                className={styles.item}
                style={{ top: (first + at) * itemPx }}
                aria-setsize={ids.length}
                aria-posinset={first + at + 1}
                data-unscheduled={id}
                data-selected={selected.has(id) ? '' : undefined}
              >
                {canEdit && <GripVertical size={16} aria-hidden="true" data-tray-grip="" className={styles.trayGrip} />}
                <button
                  type="button"
                  className={styles.itemName}
                  tabIndex={id === tabStop ? 0 : -1}
                  data-node-id={id}
                  data-status={node.status}
                  onFocus={() => selected.has(id) || selectNode(workspace, id)}
                  onClick={() => selectNode(workspace, id)}
                  onDoubleClick={() => workspace.detailsNodeId.set(id)}
                  onKeyDown={(event) => press(event, id)}
                >
                  <StatusMark status={node.status} />
                  <span dir="auto">{title}</span>
                </button>
                {parentId !== null && (
                  <small className={styles.itemParent} dir="auto">
                    {getPlainTitle(workspace, parentId)}
                  </small>
                )}
                {canEdit && (
                  <button
                    type="button"
                    translate="yes"
                    className={styles.schedule}
                    tabIndex={-1}
                    aria-label={texts.schedule(title)}
                    data-tooltip={texts.schedule(title)}
                    onClick={() => scheduleFrom(workspace, id, timeline.today.get())}
                  >
                    <CalendarPlus size={16} aria-hidden="true" />
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
