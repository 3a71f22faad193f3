import { limits } from '@espalier/domain'
import type { Size } from '@espalier/layout'

/** The browser's values: deltas in pixels (mode 0), lines (1) or pages (2). */
export interface WheelDelta {
  readonly deltaX: number
  readonly deltaY: number
  readonly deltaMode: number
}

const { linePx, zoomPerPx, zoomMostPx } = limits.gestures.wheel

const finiteOrZero = (delta: number) => (Number.isFinite(delta) ? delta : 0)

/** Returns the turn in screen pixels; a page is as large as the view. */
export function wheelPixels({ deltaX, deltaY, deltaMode }: WheelDelta, size: Size): { dx: number; dy: number } {
  const [across, down] = deltaMode === 1 ? [linePx, linePx] : deltaMode === 2 ? [size.width, size.height] : [1, 1]
  return { dx: finiteOrZero(deltaX) * across, dy: finiteOrZero(deltaY) * down }
}

/** Returns the zoom factor. A mouse notch counts little more than a pinch, or the zoom would jump. */
export function wheelZoomFactor(turn: WheelDelta, size: Size): number {
  const { dy } = wheelPixels(turn, size)
  return Math.exp(-Math.max(-zoomMostPx, Math.min(zoomMostPx, dy)) * zoomPerPx)
}
