import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useCell } from '../../platform/cell.ts'
import { calendarTexts as texts } from '../../texts/calendar-view.ts'
import { type CalendarController, findToday } from './calendar-controller.ts'
import { calendarModes, formatMonth, turnPage } from './calendar-days.ts'
import styles from './Calendar.module.css'

/** The shown month, and the ways to another one. */
export function CalendarHead({ calendar }: { readonly calendar: CalendarController }) {
  const cursor = useCell(calendar.cursor)
  const { mode } = useCell(calendar.settings)
  return (
    <div className={styles.head}>
      <h2 className={styles.month} aria-live="polite">
        {formatMonth(cursor)}
      </h2>
      <div className={styles.tools} translate="yes">
        <button
          type="button"
          className={styles.tool}
          aria-label={texts.previous[mode]}
          data-tooltip={texts.previous[mode]}
          onClick={() => calendar.cursor.set(turnPage(cursor, mode, -1))}
        >
          <ChevronLeft size={16} aria-hidden="true" />
        </button>
        <button type="button" className={styles.tool} onClick={() => calendar.cursor.set(findToday())}>
          {texts.today}
        </button>
        <button
          type="button"
          className={styles.tool}
          aria-label={texts.next[mode]}
          data-tooltip={texts.next[mode]}
          onClick={() => calendar.cursor.set(turnPage(cursor, mode, 1))}
        >
          <ChevronRight size={16} aria-hidden="true" />
        </button>
      </div>
      <div className={styles.modes} translate="yes">
        {calendarModes.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.tool}
            aria-pressed={one === mode}
            onClick={() => calendar.settings.set({ mode: one })}
          >
            {texts.modes[one]}
          </button>
        ))}
      </div>
    </div>
  )
}
