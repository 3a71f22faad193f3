import { type RefObject, useLayoutEffect, useState } from 'react'

/** The part of a scrolled content that is drawn, in pixels from its start. */
export interface ScrollWindow {
  readonly from: number
  readonly to: number
}

/** A view that has no size yet is drawn as if it had a window's. */
const assumedPx = { x: 1_200, y: 700 } as const

/** Returns the visible part and one step around it. It changes only with each whole step. */
export function useScrollWindow(
  scroller: RefObject<HTMLElement | null>,
  axis: 'x' | 'y',
  stepPx: number,
): ScrollWindow {
  const [shown, setShown] = useState<ScrollWindow>({ from: -stepPx, to: assumedPx[axis] + stepPx })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const read = (): void => {
      const [offset, size] =
        axis === 'x' ? [element.scrollLeft, element.clientWidth] : [element.scrollTop, element.clientHeight]
      const start = Math.floor(offset / stepPx) * stepPx
      const next = { from: start - stepPx / 2, to: start + 1.5 * stepPx + (size || assumedPx[axis]) }
      setShown((before) => (before.from === next.from && before.to === next.to ? before : next))
    }
    read()
    const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(read)
    resized?.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      resized?.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroller, axis, stepPx])
  return shown
}
