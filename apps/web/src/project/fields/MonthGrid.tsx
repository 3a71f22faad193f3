import {
  addDays,
  addMonths,
  type CalendarDate,
  countDaysInMonth,
  getWeekday,
  splitDate,
  toCalendarDate,
  toDayNumber,
} from '@espalier/domain/planning-dates'
import { dayMs } from '@espalier/domain'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './MonthGrid.module.css'

interface MonthGridProps {
  readonly value: CalendarDate | null
  readonly today: CalendarDate
  /** The day that the arrow keys move from. Its month is shown. */
  readonly cursor: CalendarDate
  onMove(cursor: CalendarDate): void
  onChoose(date: CalendarDate): void
  /** The day of the cursor takes the focus whenever this grows. */
  readonly focusRequests: number
}

const daysPerWeek = 7
const format = (date: CalendarDate, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(toDayNumber(date) * dayMs)

/** Returns a date in words: Friday, November 27, 2026. */
const formatLongDate = (date: CalendarDate): string => format(date, { dateStyle: 'full' })
/** Returns a date in few words: Fri, Nov 27. */
export const formatShortDate = (date: CalendarDate): string =>
  format(date, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })

/** A month whose days are walked through with the arrow keys. Weeks begin on Monday. */
export function MonthGrid({ value, today, cursor, onMove, onChoose, focusRequests }: MonthGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const isWalking = useRef(false)
  const answeredRequests = useRef(0)
  // The day that takes the focus is there only after it was drawn.
  useEffect(() => {
    if (!isWalking.current && answeredRequests.current === focusRequests) return
    isWalking.current = false
    answeredRequests.current = focusRequests
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const walk = (to: CalendarDate | null) => {
    // There is nothing beyond the years 1 to 9999.
    if (to === null) return
    isWalking.current = true
    onMove(to)
  }
  const press = (event: KeyboardEvent) => {
    const target = findKeyTarget(event.key, cursor)
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    walk(target)
  }
  const turnPage = (by: 1 | -1) => onMove(addMonths(cursor, by) ?? cursor)
  const name = format(cursor, { month: 'long', year: 'numeric' })
  const weeks = listWeeks(cursor)
  const { month } = splitDate(cursor)
  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <Button variant="quiet" size="small" aria-label={texts.dates.previousMonth} onClick={() => turnPage(-1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <output className={styles.name} translate="no">
          {name}
        </output>
        <Button variant="quiet" size="small" aria-label={texts.dates.nextMonth} onClick={() => turnPage(1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </div>
      {/* Arrow keys walk through its cells. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={table} role="grid" aria-label={name} translate="no" className={styles.grid} onKeyDown={press}>
        <thead>
          <tr>
            {(weeks[1] ?? []).map((date) => (
              <th key={getWeekday(date)} scope="col" abbr={format(date, { weekday: 'long' })}>
                {format(date, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} aria-selected={date === value}>
                  <button
                    type="button"
                    tabIndex={date === cursor ? 0 : -1}
                    aria-label={formatLongDate(date)}
                    aria-current={date === today ? 'date' : undefined}
                    data-outside={splitDate(date).month === month ? undefined : true}
                    className={styles.day}
                    onClick={() => onChoose(date)}
                  >
                    {splitDate(date).day}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the day that a key leads to; undefined: not a key of the grid. */
function findKeyTarget(key: string, cursor: CalendarDate): CalendarDate | null | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(cursor, -1)
    case 'ArrowRight':
      return addDays(cursor, 1)
    case 'ArrowUp':
      return addDays(cursor, -daysPerWeek)
    case 'ArrowDown':
      return addDays(cursor, daysPerWeek)
    case 'Home':
      return addDays(cursor, -getWeekday(cursor))
    case 'End':
      return addDays(cursor, daysPerWeek - 1 - getWeekday(cursor))
    case 'PageUp':
      return addMonths(cursor, -1)
    case 'PageDown':
      return addMonths(cursor, 1)
    default:
      return undefined
  }
}

/** Returns the weeks of a month, with the days of the neighboring months that belong to them. */
function listWeeks(cursor: CalendarDate): readonly (readonly CalendarDate[])[] {
  const { year, month } = splitDate(cursor)
  const first = toCalendarDate(year, month, 1) ?? cursor
  const before = getWeekday(first)
  const count = Math.ceil((before + countDaysInMonth(year, month)) / daysPerWeek)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: daysPerWeek }, (_day, day) => addDays(first, week * daysPerWeek + day - before) ?? []).flat(),
  )
}
