const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const relativeTimes = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const mediumDates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const fullDates = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** How long ago, if within the last day; otherwise the date. A clock that is ahead of ours makes it now. */
export function formatUpdatedAt(updatedAt: number, now: number): string {
  const age = Math.max(0, now - updatedAt)
  if (age >= dayMs) return mediumDates.format(updatedAt)
  if (age >= hourMs) return relativeTimes.format(-Math.floor(age / hourMs), 'hour')
  if (age >= minuteMs) return relativeTimes.format(-Math.floor(age / minuteMs), 'minute')
  return relativeTimes.format(-Math.floor(age / secondMs), 'second')
}

export const formatFullDate = (updatedAt: number): string => fullDates.format(updatedAt)
