import type { Plan, PlanNode } from '../../data/plan/index.ts'
import { isOpen, tasksOf } from './tasks.ts'

export interface Day {
  readonly date: Date
  readonly node: PlanNode | null
}

export const weekDays = 7
const workingDays = 5

/** Weeks from Monday, beginning with this one. Every open task takes a working day, from today on. */
export function dayGridOf(plan: Plan, today: Date, weeks: number): readonly (readonly Day[])[] {
  const sinceMonday = (today.getDay() + weekDays - 1) % weekDays
  const tasks = tasksOf(plan).filter(isOpen)
  let next = 0
  const dayAt = (at: number): Day => {
    // By the calendar, not by hours: some days have 23 or 25 of them.
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - sinceMonday + at)
    const isTaken = at >= sinceMonday && at % weekDays < workingDays && next < tasks.length
    return { date, node: isTaken ? (tasks[next++]?.node ?? null) : null }
  }
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: weekDays }, (_, day) => dayAt(week * weekDays + day)),
  )
}
