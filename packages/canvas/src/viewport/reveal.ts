import { limits } from '@espalier/domain'
import type { Rect, Size } from '@espalier/layout'
import { rectToScreen, type Viewport } from './viewport.ts'
import { clampZoom } from './zoom.ts'

const { fit, reveal } = limits.viewMarginPx
const actualSizeZoom = limits.zoomPercent.reset / limits.fullPercent

/** The rect in the middle of the view, at the zoom the view has. */
export function centerRect({ zoom }: Viewport, { left, top, width, height }: Rect, size: Size): Viewport {
  return {
    x: size.width / 2 - (left + width / 2) * zoom,
    y: size.height / 2 - (top + height / 2) * zoom,
    zoom,
  }
}

/** The whole rect in the middle of the view, never larger than life, and as small as the smallest zoom at most. */
export function fitRect(rect: Rect, size: Size, marginPx: number = fit): Viewport {
  const across = (size.width - 2 * marginPx) / rect.width
  const down = (size.height - 2 * marginPx) / rect.height
  return centerRect({ x: 0, y: 0, zoom: clampZoom(Math.min(actualSizeZoom, across, down)) }, rect, size)
}

/** The least movement that brings the rect into the view. Of one that is too large, its beginning is shown. */
export function revealRect(viewport: Viewport, rect: Rect, size: Size, marginPx: number = reveal): Viewport {
  const { left, top, width, height } = rectToScreen(viewport, rect)
  return {
    x: viewport.x + shiftInto(left, width, size.width, marginPx),
    y: viewport.y + shiftInto(top, height, size.height, marginPx),
    zoom: viewport.zoom,
  }
}

function shiftInto(from: number, length: number, room: number, marginPx: number): number {
  const margin = Math.max(0, Math.min(marginPx, (room - length) / 2))
  if (from < margin || length > room) return margin - from
  return Math.min(0, room - margin - (from + length))
}
