import { addDays, findDateInZone, getWeekday, toDayNumber } from '@espalier/domain/planning-dates'
import type { WorkItem } from '../../api/my-work.ts'

export const groupings = ['date', 'project'] as const
export type Grouping = (typeof groupings)[number]

const dueGroups = ['overdue', 'today', 'week', 'later', 'undated'] as const
export type DueGroup = (typeof dueGroups)[number]

export interface WorkGroup {
  readonly id: string
  /** The heading: when the items are due, or the project they are in. */
  readonly heading:
    | { readonly kind: 'due'; readonly due: DueGroup }
    | { readonly kind: 'project'; readonly title: string }
  readonly items: readonly WorkItem[]
}

const lastWeekday = 6

/** Returns the current day where the person is. */
export const findToday = (now: number): string => findDateInZone(now, Intl.DateTimeFormat().resolvedOptions().timeZone)

/** A week ends on Sunday, as in the calendar. */
export function getDueGroup(dueDate: string | null, today: string): DueGroup {
  if (dueDate === null) return 'undated'
  if (dueDate < today) return 'overdue'
  if (dueDate === today) return 'today'
  const sunday = addDays(today, lastWeekday - getWeekday(today))
  return sunday !== null && dueDate <= sunday ? 'week' : 'later'
}

/** The items of each group stay in the order of the list. Projects come in the order of their first item. */
export function groupWork(items: readonly WorkItem[], grouping: Grouping, today: string): readonly WorkGroup[] {
  const groups = new Map<string, WorkGroup & { readonly items: WorkItem[] }>()
  for (const item of items) {
    const due = getDueGroup(item.dueDate, today)
    const id = grouping === 'date' ? due : item.project.id
    const heading =
      grouping === 'date' ? ({ kind: 'due', due } as const) : ({ kind: 'project', title: item.project.title } as const)
    const group = groups.get(id) ?? { id, heading, items: [] }
    group.items.push(item)
    groups.set(id, group)
  }
  return [...groups.values()]
}

const nearDays = 1

/** Names near days in words, others by their date; the year only if it is another one. */
export function formatDueDate(dueDate: string, today: string): string {
  const days = toDayNumber(dueDate) - toDayNumber(today)
  if (Math.abs(days) <= nearDays) return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(days, 'day')
  const isThisYear = dueDate.slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat(undefined, {
    timeZone: 'UTC',
    weekday: isThisYear ? 'short' : undefined,
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
  }).format(new Date(`${dueDate}T00:00:00Z`))
}
