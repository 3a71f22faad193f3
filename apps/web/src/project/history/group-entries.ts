import { dayMs, hourMs, minuteMs } from '@espalier/domain'
import type { HistoryEntry, HistoryPerson } from '../../api/history.ts'

/** What one person did within a minute. */
export interface EntryGroup {
  readonly by: HistoryPerson | null
  readonly at: number
  /** The latest first. */
  readonly entries: readonly HistoryEntry[]
}

interface HistoryDay {
  /** Midnight, where the person is who looks. */
  readonly start: number
  readonly groups: readonly EntryGroup[]
}

const groupMs = 60_000

export function startOfDay(at: number): number {
  const day = new Date(at)
  return day.setHours(0, 0, 0, 0)
}

/** Entries by day, by person and by minute, in the order they come in. */
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

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full' })
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const fullTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** How long ago within the last day, before that the time of day. A clock that is ahead of ours makes it now. */
export function formatTimeAgo(at: number, now: number): string {
  const age = Math.max(0, now - at)
  if (age >= dayMs) return timeFormat.format(at)
  if (age >= hourMs) return relativeFormat.format(-Math.floor(age / hourMs), 'hour')
  return age >= minuteMs ? relativeFormat.format(-Math.floor(age / minuteMs), 'minute') : 'just now'
}

/** By the calendar, and not by hours: a day may have 23 or 25 of them. */
export function formatDay(start: number, now: number): string {
  const today = startOfDay(now)
  if (start >= today) return 'Today'
  return start === startOfDay(today - 1) ? 'Yesterday' : dayFormat.format(start)
}

export const formatFullTime = (at: number): string => fullTimeFormat.format(at)
