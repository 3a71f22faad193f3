import type { HistoryEntry, HistoryPerson } from '../../api/history.ts'
import { formatAge } from '../../shared/time-in-words.ts'
import { historyTexts } from '../../texts/history.ts'

/** The changes of one person within a minute. */
export interface EntryGroup {
  readonly by: HistoryPerson | null
  readonly at: number
  /** The latest entry comes first. */
  readonly entries: readonly HistoryEntry[]
}

interface HistoryDay {
  /** Midnight in the viewer's time zone. */
  readonly start: number
  readonly groups: readonly EntryGroup[]
}

const groupMs = 60_000

export function startOfDay(at: number): number {
  const day = new Date(at)
  return day.setHours(0, 0, 0, 0)
}

/** Groups entries by day, person and minute, in the given order. */
export function groupHistoryEntries(entries: readonly HistoryEntry[]): readonly HistoryDay[] {
  const days: { start: number; groups: { by: HistoryPerson | null; at: number; entries: HistoryEntry[] }[] }[] = []
  for (const entry of entries) {
    const start = startOfDay(entry.at)
    let day = days.at(-1)
    if (day?.start !== start) {
      day = { start, groups: [] }
      days.push(day)
    }
    const group = day.groups.at(-1)
    if (group !== undefined && isSameMinute(group, entry)) group.entries.push(entry)
    else day.groups.push({ by: entry.by, at: entry.at, entries: [entry] })
  }
  return days
}

const isSameMinute = (group: EntryGroup, { by, at }: HistoryEntry): boolean =>
  group.by?.id === by?.id && Math.floor(group.at / groupMs) === Math.floor(at / groupMs)

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full' })
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Returns the age within the last day, before that the time of day. A timestamp in the future counts as now. */
export const formatTimeAgo = (at: number, now: number): string => formatAge(at, now) ?? timeFormat.format(at)

/** Counts calendar days, because a day may have 23 or 25 hours. */
export function formatDay(start: number, now: number): string {
  const today = startOfDay(now)
  if (start >= today) return historyTexts.today
  return start === startOfDay(today - 1) ? historyTexts.yesterday : dayFormat.format(start)
}
