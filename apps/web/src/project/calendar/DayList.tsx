import type { NodeId } from '@espalier/domain'
import type { CalendarDate } from '@espalier/domain/planning-dates'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { calendarTexts as texts } from '../../texts/calendar-view.ts'
import type { CalendarController } from './calendar-controller.ts'
import { formatLongDay } from './calendar-days.ts'
import { addOnDay } from './calendar-edits.ts'
import type { FocusDay } from './calendar-keys.ts'
import styles from './Calendar.module.css'

/** More are found with the filter or in another view. */
const mostListed = 100

interface DayListProps {
  readonly calendar: CalendarController
  readonly day: CalendarDate
  /** Null: it is a part of the page that is always there. */
  readonly focusDay: FocusDay | null
  readonly canEdit: boolean
  readonly drawEntry: (id: NodeId) => ReactNode
}

/** Everything that is due on a day. */
export function DayList({ calendar, day, focusDay, canEdit, drawEntry }: DayListProps) {
  const list = useRef<HTMLElement>(null)
  const entries = calendar.listOn(day)
  const isOpened = focusDay !== null
  useEffect(() => {
    if (isOpened) list.current?.querySelector<HTMLElement>('[data-entry]')?.focus()
  }, [isOpened])
  const close = () => {
    calendar.listedDay.set(null)
    focusDay?.(day)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpened) return
    event.stopPropagation()
    close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={list}
      aria-label={texts.allOn(formatLongDay(day))}
      className={styles.list}
      data-opened={isOpened ? '' : undefined}
      onKeyDown={press}
    >
      <div className={styles.listHead}>
        <span className={styles.listName}>{formatLongDay(day)}</span>
        {canEdit && (
          <button
            type="button"
            translate="yes"
            className={styles.tool}
            aria-label={texts.addOn(formatLongDay(day))}
            onClick={() => addOnDay(calendar, day)}
          >
            <Plus size={16} aria-hidden="true" />
          </button>
        )}
        {isOpened && (
          <button type="button" translate="yes" className={styles.tool} aria-label={texts.close} onClick={close}>
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      <div className={styles.listed} data-listed="">
        {entries.slice(0, mostListed).map(drawEntry)}
        {entries.length === 0 && (
          <p className={styles.note} translate="yes">
            {texts.nothingDue}
          </p>
        )}
        {entries.length > mostListed && (
          <p className={styles.note} translate="yes">
            {texts.notShown(entries.length - mostListed)}
          </p>
        )}
      </div>
    </section>
  )
}
