import type { NodeId } from '@espalier/domain'
import { type CalendarDate, splitDate } from '@espalier/domain/planning-dates'
import type { ReactNode } from 'react'
import { calendarTexts as texts } from '../../texts/calendar-view.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { CalendarController } from './calendar-controller.ts'
import { formatDayNumber, formatLongDay } from './calendar-days.ts'
import { addOnDay } from './calendar-edits.ts'
import styles from './Calendar.module.css'

interface DayCellProps {
  readonly calendar: CalendarController
  readonly day: CalendarDate
  readonly today: CalendarDate
  readonly cursor: CalendarDate
  /** The most entries that have room. */
  readonly room: number
  /** The entry with the caret or the focus is always shown. */
  readonly pinnedIds: readonly (NodeId | null)[]
  readonly canEdit: boolean
  readonly drawEntry: (id: NodeId) => ReactNode
}

export function DayCell({ calendar, day, today, cursor, room, pinnedIds, canEdit, drawEntry }: DayCellProps) {
  const entries = calendar.listOn(day)
  const shown = pickEntries(entries, room, pinnedIds)
  const more = entries.length - shown.length
  const isOutside = calendar.settings.get().mode === 'month' && splitDate(day).month !== splitDate(cursor).month
  return (
    <td
      tabIndex={day === cursor ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      className={styles.day}
      data-date={day}
      data-outside={isOutside ? '' : undefined}
      data-cursor={day === cursor ? '' : undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget) calendar.cursor.set(day)
      }}
    >
      <div className={styles.dayHead}>
        <span className={styles.number} aria-hidden="true">
          {formatDayNumber(day)}
        </span>
        <VisuallyHidden>{formatLongDay(day)}</VisuallyHidden>
        {canEdit && (
          <button
            type="button"
            translate="yes"
            tabIndex={-1}
            className={styles.add}
            aria-label={texts.add}
            onClick={() => addOnDay(calendar, day)}
          />
        )}
      </div>
      {shown.map(drawEntry)}
      {more > 0 && (
        <button
          type="button"
          translate="yes"
          className={styles.more}
          tabIndex={day === cursor ? 0 : -1}
          aria-haspopup="dialog"
          onClick={() => calendar.listedDay.set(day)}
        >
          {texts.more(more)}
        </button>
      )}
    </td>
  )
}

/** Returns the first entries, with room for the number of the others, and the pinned ones among them. */
export function pickEntries(
  entries: readonly NodeId[],
  room: number,
  pinnedIds: readonly (NodeId | null)[],
): readonly NodeId[] {
  if (entries.length <= room) return entries
  const first = entries.slice(0, Math.max(0, room - 1))
  const pinned = entries.filter((id) => pinnedIds.includes(id) && !first.includes(id))
  return [...first.slice(0, Math.max(0, first.length - pinned.length)), ...pinned]
}
