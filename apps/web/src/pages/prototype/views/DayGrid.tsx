import { useMemo, useState } from 'react'
import type { Plan, PlanNode } from '../../../api/plan.ts'
import { clock } from '../../../platform/timing.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { PlanNodeLink } from '../drawing/NodeLink.tsx'
import { isOpenTask, listTasks } from '../drawing/plan-tree.ts'
import { type PlanViewProps, PrototypeControls, ScrollArea } from '../drawing/view-parts.tsx'
import styles from './DayGrid.module.css'

interface GridDay {
  readonly date: Date
  readonly node: PlanNode | null
}

const daysPerWeek = 7
const workingDaysPerWeek = 5

/** Builds weeks from Monday, beginning with the current one. Every open task takes a working day, from today on. */
export function buildDayGrid(plan: Plan, today: Date, weeks: number): readonly (readonly GridDay[])[] {
  const sinceMonday = (today.getDay() + daysPerWeek - 1) % daysPerWeek
  const tasks = listTasks(plan).filter(isOpenTask)
  let next = 0
  const dayAt = (at: number): GridDay => {
    // Counts calendar days, because some have 23 or 25 hours.
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - sinceMonday + at)
    const isTaken = at >= sinceMonday && at % daysPerWeek < workingDaysPerWeek && next < tasks.length
    return { date, node: isTaken ? (tasks[next++]?.node ?? null) : null }
  }
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: daysPerWeek }, (_, day) => dayAt(week * daysPerWeek + day)),
  )
}

const weeksShown = 4
const maxWeeks = 104
const someMonday = 3
const weekdayFormat = new Intl.DateTimeFormat('en', { weekday: 'short' })
const dayNames = Array.from({ length: daysPerWeek }, (_, day) =>
  weekdayFormat.format(new Date(2000, 0, someMonday + day)),
)
const shortDateFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** Shows the coming weeks with the remaining tasks. */
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
          {prototypeTexts.dayGrid.earlier}
        </Button>
        <Button disabled={first + weeksShown >= maxWeeks} onClick={() => setFirst(first + weeksShown)}>
          {prototypeTexts.dayGrid.later}
        </Button>
      </PrototypeControls>
      <ScrollArea name={prototypeTexts.views.daygrid.title}>
        <table className={styles.grid}>
          <caption>{prototypeTexts.dayGrid.caption}</caption>
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
