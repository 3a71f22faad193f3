import type { Point, Rect, Size } from '@espalier/layout'

/** How the world lies behind the window: screen = world * zoom + (x, y). A zoom of 1 is 100%. */
export interface Viewport {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export const toScreen = ({ x, y, zoom }: Viewport, point: Point): Point => ({
  x: point.x * zoom + x,
  y: point.y * zoom + y,
})

export const toWorld = ({ x, y, zoom }: Viewport, point: Point): Point => ({
  x: (point.x - x) / zoom,
  y: (point.y - y) / zoom,
})

export const rectToScreen = ({ x, y, zoom }: Viewport, rect: Rect): Rect => ({
  left: rect.left * zoom + x,
  top: rect.top * zoom + y,
  width: rect.width * zoom,
  height: rect.height * zoom,
})

export const rectToWorld = ({ x, y, zoom }: Viewport, rect: Rect): Rect => ({
  left: (rect.left - x) / zoom,
  top: (rect.top - y) / zoom,
  width: rect.width / zoom,
  height: rect.height / zoom,
})

export const panBy = ({ x, y, zoom }: Viewport, dx: number, dy: number): Viewport => ({ x: x + dx, y: y + dy, zoom })

/** The part of the world that a view of this size shows, and `marginPx` of the screen beyond each edge. */
export const worldInView = (viewport: Viewport, { width, height }: Size, marginPx = 0): Rect =>
  rectToWorld(viewport, {
    left: -marginPx,
    top: -marginPx,
    width: width + 2 * marginPx,
    height: height + 2 * marginPx,
  })
