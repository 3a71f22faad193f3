import type { CalendarDate } from '@espalier/domain/planning-dates'
import { splitDate } from '@espalier/domain/planning-dates'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { type CalendarController, getCalendarController } from '../calendar/calendar-controller.ts'
import { formatDayNumber, formatMonth, formatWeekday, listWeeks } from '../calendar/calendar-days.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { createNodeFacts, type NodeFacts } from './node-facts.ts'
import styles from './Print.module.css'

/** A sheet for each month in which something is due. */
export function PrintedCalendar({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const calendar = getCalendarController(workspace, undefined)
  const facts = createNodeFacts(workspace.client)
  return listMonths([...calendar.byDay.keys()]).map((month) => (
    <PrintedMonth key={month} calendar={calendar} month={month} facts={facts} />
  ))
}

/** Returns the first shown day of each month in order. */
export function listMonths(days: readonly CalendarDate[]): readonly CalendarDate[] {
  const months = new Map<string, CalendarDate>()
  for (const day of [...days].sort()) if (!months.has(day.slice(0, -2))) months.set(day.slice(0, -2), day)
  return [...months.values()]
}

interface PrintedMonthProps {
  readonly calendar: CalendarController
  readonly month: CalendarDate
  readonly facts: NodeFacts
}

function PrintedMonth({ calendar, month, facts }: PrintedMonthProps) {
  const weeks = listWeeks(month, 'month', calendar.firstWeekday)
  const isInMonth = (day: CalendarDate): boolean => splitDate(day).month === splitDate(month).month
  return (
    <section className={styles.month}>
      <h2>{formatMonth(month)}</h2>
      <table className={styles.calendar}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col">
                {formatWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0] ?? ''}>
              {week.map((day) => (
                <td key={day} data-other={isInMonth(day) ? undefined : ''}>
                  <small>{formatDayNumber(day)}</small>
                  {isInMonth(day) && <PrintedDay calendar={calendar} day={day} facts={facts} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface PrintedDayProps extends Omit<PrintedMonthProps, 'month'> {
  readonly day: CalendarDate
}

const PrintedDay = ({ calendar, day, facts }: PrintedDayProps) =>
  calendar.listOn(day).map((id) => {
    const node = calendar.workspace.client.node(id)
    return node === undefined ? null : (
      <div key={id} className={styles.entry} data-printed={id}>
        <StatusMark status={node.status} label={nodeFieldTexts.statuses[node.status]} />
        <span translate="no" dir="auto">
          {facts.getTitle(node)}
        </span>
      </div>
    )
  })
