import { type RefObject, useEffect, useState } from 'react'
import { largestPx, type Size } from './kept-size.ts'

/** What the card has around the chart, except for where it stands: a margin, its padding, its head and its texts. */
const aroundPx: Size = { width: 38, height: 162 }

/** How large the chart may be where the card lies. */
export function useRoom(card: RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>(largestPx)
  useEffect(() => {
    const ground = card.current?.offsetParent
    if (ground == null || typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(() => {
      const { offsetLeft = 0, offsetTop = 0, offsetHeight = 0 } = card.current ?? {}
      const belowPx = ground.clientHeight - offsetTop - offsetHeight
      setRoom({
        width: ground.clientWidth - offsetLeft - aroundPx.width,
        height: ground.clientHeight - belowPx - aroundPx.height,
      })
    })
    sizes.observe(ground)
    return () => sizes.disconnect()
  }, [card])
  return room
}
