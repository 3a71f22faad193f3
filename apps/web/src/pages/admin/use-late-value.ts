import { useEffect, useState } from 'react'

const waitMs = 250

/** Follows a typed value once the person pauses, so that not every letter is a request. */
export function useLateValue<Value>(value: Value): Value {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(value), waitMs)
    return () => window.clearTimeout(timer)
  }, [value])
  return late
}
