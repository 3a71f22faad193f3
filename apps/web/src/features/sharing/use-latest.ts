import { type RefObject, useEffect, useRef } from 'react'

/** The value as it was last drawn, for what happens later. */
export function useLatestRef<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}
