import { dayMs, hourMs, minuteMs } from '@espalier/domain'
import { useEffect, useState } from 'react'
import { clock } from '../platform/timing.ts'
import { timeTexts } from '../texts/time.ts'

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const fullTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** Returns the age within the last day; null: it is older. A timestamp in the future counts as now. */
export function formatAge(at: number, now: number): string | null {
  const age = Math.max(0, now - at)
  if (age >= dayMs) return null
  if (age >= hourMs) return relativeFormat.format(-Math.floor(age / hourMs), 'hour')
  return age >= minuteMs ? relativeFormat.format(-Math.floor(age / minuteMs), 'minute') : timeTexts.justNow
}

/** Returns the age within the last day, before that the date. */
export const formatWhen = (at: number, now: number): string => formatAge(at, now) ?? dateFormat.format(at)

export const formatFullTime = (at: number): string => fullTimeFormat.format(at)

/** Returns the current time, which moves on while something that shows ages is open. */
export function useMinuteClock(): number {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(clock.now()), minuteMs)
    return () => window.clearInterval(timer)
  }, [])
  return now
}
