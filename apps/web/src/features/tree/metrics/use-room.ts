import { type RefObject, useEffect, useState } from 'react'
import { largestPx, type Size } from './kept-size.ts'

/** What the card has around the chart: its margins, its head and its texts. */
const aroundPx: Size = { width: 50, height: 230 }

/** How large the chart may be where the card lies. */
export function useRoom(card: RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>(largestPx)
  useEffect(() => {
    const ground = card.current?.offsetParent
    if (ground == null || typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(() =>
      setRoom({ width: ground.clientWidth - aroundPx.width, height: ground.clientHeight - aroundPx.height }),
    )
    sizes.observe(ground)
    return () => sizes.disconnect()
  }, [card])
  return room
}
