import { startOfDay } from './group-entries.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

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
