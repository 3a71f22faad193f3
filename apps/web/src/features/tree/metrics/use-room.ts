import { type RefObject, useEffect, useState } from 'react'
import { maxChartSize, type ChartSize } from './kept-size.ts'

/** What the card has around the chart, except for where it stands: a margin, its padding, its head and its texts. */
const cardChromePx: ChartSize = { width: 38, height: 162 }

/** How large the chart may be where the card lies. */
export function useAvailableSize(card: RefObject<HTMLElement | null>): ChartSize {
  const [room, setRoom] = useState<ChartSize>(maxChartSize)
  useEffect(() => {
    const ground = card.current?.offsetParent
    if (ground == null || typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(() => {
      const { offsetLeft = 0, offsetTop = 0, offsetHeight = 0 } = card.current ?? {}
      const belowPx = ground.clientHeight - offsetTop - offsetHeight
      setRoom({
        width: ground.clientWidth - offsetLeft - cardChromePx.width,
        height: ground.clientHeight - belowPx - cardChromePx.height,
      })
    })
    sizes.observe(ground)
    return () => sizes.disconnect()
  }, [card])
  return room
}
