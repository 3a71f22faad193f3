import type { HistoryEntry, HistoryPerson } from '../../../data/history/index.ts'

/** What one person did within a minute. */
export interface EntryGroup {
  readonly by: HistoryPerson | null
  readonly at: number
  /** The latest first. */
  readonly entries: readonly HistoryEntry[]
}

export interface HistoryDay {
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
