import { toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { type CSSProperties, memo } from 'react'
import { mapTexts } from '../../texts/map.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { TitleEditor } from '../editor/TitleEditor.tsx'
import { findPaletteColor } from '../map/theme/node-colors.ts'
import type { CalendarController } from './calendar-controller.ts'
import styles from './Entry.module.css'

/** Everything that an entry shows; it is rendered again only when something of it has changed. */
interface EntryViewProps {
  readonly calendar: CalendarController
  readonly record: NodeRecord
  /** The fields of the node in words. */
  readonly description: string
  readonly isOverdue: boolean
  readonly isSelected: boolean
  readonly isTabStop: boolean
  readonly isEditing: boolean
  readonly isDimmed: boolean
  readonly isCurrentHit: boolean
  readonly otherColor: string | undefined
}

/** The editor's own keys are enough here; with a handler it has no toolbar over the days around it. */
const leaveKeys = () => false

export const EntryView = memo(function EntryView(props: EntryViewProps) {
  const { calendar, record, otherColor } = props
  const { workspace } = calendar
  const { id, status } = record
  const title = toPlainText(record.title) || mapTexts.untitled
  const beFocused = (isItself: boolean) => {
    const { ids, current } = workspace.selection.get()
    if (isItself && current !== id) workspace.selection.set({ ids: ids.has(id) ? ids : new Set([id]), current: id })
  }
  return (
    // An entry is moved and edited by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={joinClasses(styles.entry, props.isDimmed && styles.dimmed, props.isCurrentHit && styles.hit)}
      style={otherColor === undefined ? undefined : ({ '--other': otherColor } as CSSProperties)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={props.isTabStop ? 0 : -1}
      translate="no"
      aria-label={title}
      aria-current={props.isSelected ? 'true' : undefined}
      title={props.isEditing ? undefined : [title, mapTexts.status[status], props.description].join('\n').trim()}
      data-entry={id}
      data-due={record.dueDate ?? undefined}
      data-node-id={id}
      data-status={status}
      data-color={findPaletteColor(record.style.backgroundColor) ?? 'default'}
      data-overdue={props.isOverdue ? '' : undefined}
      data-selected={props.isSelected ? '' : undefined}
      data-other={otherColor === undefined ? undefined : ''}
      onFocus={(event) => beFocused(event.target === event.currentTarget)}
    >
      {props.isEditing ? (
        <TitleEditor workspace={workspace} nodeId={id} onKey={leaveKeys} />
      ) : (
        <span className={styles.title} dir="auto" translate="no">
          {title}
        </span>
      )}
    </article>
  )
})
