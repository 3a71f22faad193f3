import { useMemo, useState } from 'react'
import { clock } from '../../../platform/clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { Controls } from '../Controls.tsx'
import { dayGridOf, weekDays } from '../day-grid.ts'
import { NodeLink } from '../NodeLink.tsx'
import type { ViewProps } from '../view-props.ts'
import { Sheet } from '../Sheet.tsx'
import styles from './DayGrid.module.css'

const weeksShown = 4
const mostWeeks = 104
const aMonday = 3
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' })
const dayNames = Array.from({ length: weekDays }, (_, day) => weekday.format(new Date(2000, 0, aMonday + day)))
const shortDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** The weeks to come, with what is left to do. */
export function DayGrid({ plan }: ViewProps) {
  const [today] = useState(() => new Date(clock.now()))
  const [first, setFirst] = useState(0)
  const grid = useMemo(() => dayGridOf(plan, today, mostWeeks), [plan, today])
  const weeks = grid.slice(first, first + weeksShown)
  const isToday = (date: Date): boolean => date.toDateString() === today.toDateString()
  return (
    <>
      <Controls>
        <Button disabled={first === 0} onClick={() => setFirst(first - weeksShown)}>
          Earlier weeks
        </Button>
        <Button disabled={first + weeksShown >= mostWeeks} onClick={() => setFirst(first + weeksShown)}>
          Later weeks
        </Button>
      </Controls>
      <Sheet name="Day grid">
        <table className={styles.grid}>
          <caption>An open task for each working day from today, in the order of the plan</caption>
          <thead>
            <tr>
              {dayNames.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]?.date.getTime()}>
                {week.map(({ date, node }) => (
                  <td key={date.getTime()} aria-current={isToday(date) ? 'date' : undefined}>
                    <span className={styles.date}>{shortDate.format(date)}</span>
                    {node !== null && <NodeLink plan={plan} node={node} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Sheet>
    </>
  )
}
