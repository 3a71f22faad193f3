import type { Plan, PlanNode } from '../../data/plan/index.ts'
import { isOpenTask, listTasks } from './tasks.ts'

export interface GridDay {
  readonly date: Date
  readonly node: PlanNode | null
}

export const daysPerWeek = 7
const workingDaysPerWeek = 5

/** Weeks from Monday, beginning with this one. Every open task takes a working day, from today on. */
export function buildDayGrid(plan: Plan, today: Date, weeks: number): readonly (readonly GridDay[])[] {
  const sinceMonday = (today.getDay() + daysPerWeek - 1) % daysPerWeek
  const tasks = listTasks(plan).filter(isOpenTask)
  let next = 0
  const dayAt = (at: number): GridDay => {
    // By the calendar, not by hours: some days have 23 or 25 of them.
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - sinceMonday + at)
    const isTaken = at >= sinceMonday && at % daysPerWeek < workingDaysPerWeek && next < tasks.length
    return { date, node: isTaken ? (tasks[next++]?.node ?? null) : null }
  }
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: daysPerWeek }, (_, day) => dayAt(week * daysPerWeek + day)),
  )
}
