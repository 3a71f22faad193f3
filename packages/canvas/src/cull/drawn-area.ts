import { limits } from '@espalier/domain'
import type { Rect, Size } from '@espalier/layout'
import { type Viewport, worldInView } from '../viewport/viewport.ts'

/** The drawn part of the world, and the zoom it was drawn for. */
export interface DrawnArea {
  readonly area: Rect
  readonly zoom: number
}

const { marginShare, zoomRatio } = limits.drawnAhead

/** Returns the area to draw for a view: all of it, and a margin to pan into. */
export const computeDrawnArea = (viewport: Viewport, size: Size): DrawnArea => ({
  area: worldInView(viewport, size, marginShare * Math.max(size.width, size.height)),
  zoom: viewport.zoom,
})

/** While this is false the drawn area serves the view; nothing has to be computed. */
export function needsRedraw(drawn: DrawnArea | null, viewport: Viewport, size: Size): boolean {
  if (!drawn) return true
  const ratio = viewport.zoom / drawn.zoom
  if (ratio > zoomRatio || ratio < 1 / zoomRatio) return true
  return !isRectInside(worldInView(viewport, size), drawn.area)
}

const isRectInside = (inner: Rect, outer: Rect) =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height
