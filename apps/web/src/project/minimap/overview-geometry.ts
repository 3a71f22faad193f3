import type { Viewport } from '@espalier/canvas'
import type { Point, Rect, Size } from '@espalier/layout'

/** Places the whole plan in a small picture: picture = (world - origin) * scale. */
export interface OverviewScale {
  readonly origin: Point
  readonly scale: number
}

/** Free room around the plan, in pixels of the picture. */
const marginPx = 6

/** Fits the plan into the middle of the picture. A small plan is not enlarged beyond a tenth of its size. */
export function fitOverview(bounds: Rect, size: Size): OverviewScale {
  const scale = Math.min(
    (size.width - 2 * marginPx) / Math.max(1, bounds.width),
    (size.height - 2 * marginPx) / Math.max(1, bounds.height),
    0.1,
  )
  return {
    scale,
    origin: {
      x: bounds.left + bounds.width / 2 - size.width / 2 / scale,
      y: bounds.top + bounds.height / 2 - size.height / 2 / scale,
    },
  }
}

/** A frame that is smaller could be neither seen nor gripped. */
const minFramePx = 12

/** Returns the frame of the view in the picture. Its part outside is cut off, but an edge of it always stays. */
export function computeFrame(view: Rect, { origin, scale }: OverviewScale, size: Size): Rect {
  const [left, width] = cutSide((view.left - origin.x) * scale, view.width * scale, size.width)
  const [top, height] = cutSide((view.top - origin.y) * scale, view.height * scale, size.height)
  return { left, top, width, height }
}

/** Returns the start and the length of one side of the frame. */
function cutSide(from: number, length: number, room: number): readonly [number, number] {
  const start = Math.min(Math.max(0, from), room - minFramePx)
  const end = Math.max(Math.min(room, from + length), start + minFramePx)
  return [start, end - start]
}

/** Returns the viewport that has a point of the picture in its middle. */
export function centerOn(at: Point, { origin, scale }: OverviewScale, { zoom }: Viewport, view: Size): Viewport {
  const world = { x: at.x / scale + origin.x, y: at.y / scale + origin.y }
  return { x: view.width / 2 - world.x * zoom, y: view.height / 2 - world.y * zoom, zoom }
}
