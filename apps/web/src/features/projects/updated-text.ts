const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** How long ago, if within the last day; otherwise the date. A clock that is ahead of ours makes it now. */
export function updatedText(updatedAt: number, now: number): string {
  const age = Math.max(0, now - updatedAt)
  if (age >= dayMs) return dates.format(updatedAt)
  if (age >= hourMs) return relative.format(-Math.floor(age / hourMs), 'hour')
  if (age >= minuteMs) return relative.format(-Math.floor(age / minuteMs), 'minute')
  return relative.format(-Math.floor(age / secondMs), 'second')
}

export const momentText = (updatedAt: number): string => moments.format(updatedAt)
