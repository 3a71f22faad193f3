import { useMemo, useState } from 'react'
import { clock } from '../../../platform/clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { PrototypeControls } from '../Controls.tsx'
import { buildDayGrid, daysPerWeek } from '../day-grid.ts'
import { PlanNodeLink } from '../NodeLink.tsx'
import type { PlanViewProps } from '../view-props.ts'
import { ScrollArea } from '../Sheet.tsx'
import styles from './DayGrid.module.css'

const weeksShown = 4
const maxWeeks = 104
const someMonday = 3
const weekdayFormat = new Intl.DateTimeFormat('en', { weekday: 'short' })
const dayNames = Array.from({ length: daysPerWeek }, (_, day) => weekdayFormat.format(new Date(2000, 0, someMonday + day)))
const shortDateFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** The weeks to come, with what is left to do. */
export function DayGrid({ plan }: PlanViewProps) {
  const [today] = useState(() => new Date(clock.now()))
  const [first, setFirst] = useState(0)
  const grid = useMemo(() => buildDayGrid(plan, today, maxWeeks), [plan, today])
  const weeks = grid.slice(first, first + weeksShown)
  const isToday = (date: Date): boolean => date.toDateString() === today.toDateString()
  return (
    <>
      <PrototypeControls>
        <Button disabled={first === 0} onClick={() => setFirst(first - weeksShown)}>
          Earlier weeks
        </Button>
        <Button disabled={first + weeksShown >= maxWeeks} onClick={() => setFirst(first + weeksShown)}>
          Later weeks
        </Button>
      </PrototypeControls>
      <ScrollArea name="Day grid">
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
                    <span className={styles.date}>{shortDateFormat.format(date)}</span>
                    {node !== null && <PlanNodeLink plan={plan} node={node} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  )
}
