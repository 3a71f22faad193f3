import { limits } from '@espalier/domain'
import { useEffect, useState } from 'react'
import { clock } from '../../platform/clock.ts'

/** The list's notion of now. */
export function useNow(): number {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(clock.now()), limits.listClockMs)
    return () => window.clearInterval(timer)
  }, [])
  return now
}
