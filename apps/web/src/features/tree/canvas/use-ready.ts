import { type RefObject, useLayoutEffect } from 'react'
import { afterPaint } from '../../../platform/after-paint.ts'
import { useCell } from '../../../platform/cell.ts'
import type { MapController } from './stage.ts'

/** Says once that what is in view is painted. */
export function useMapReady(map: MapController, root: RefObject<HTMLElement | null>): void {
  const isDrawn = useCell(map.renderer.rendered, () => map.renderer.isDrawn)
  useLayoutEffect(() => {
    if (!isDrawn) return
    // Drawn is not painted: the frame that paints it is the next one.
    const frame = requestAnimationFrame(() => {
      root.current?.setAttribute('data-ready', 'true')
      performance.mark('canvas-ready')
      // The tools come with a frame of their own.
      afterPaint(() => map.isReady.set(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [isDrawn, root, map])
}
