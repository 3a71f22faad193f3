import { limits } from '@espalier/domain'
import type { Point, Rect, Size } from '@espalier/layout'

/** The position of the world behind the window: screen = world * zoom + (x, y). A zoom of 1 is 100%. */
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

/** Returns the part of the world that a view of this size shows, and `marginPx` screen pixels beyond each edge. */
export const worldInView = (viewport: Viewport, { width, height }: Size, marginPx = 0): Rect =>
  rectToWorld(viewport, {
    left: -marginPx,
    top: -marginPx,
    width: width + 2 * marginPx,
    height: height + 2 * marginPx,
  })

const { min, max, reset, steps } = limits.zoomPercent
const percent = limits.fullPercent
/** A zoom parsed from text differs slightly from its step. */
const stepTolerance = 1e-6

/** A zoom that is not a number becomes the reset value. */
export const clampZoom = (zoom: number): number =>
  Number.isNaN(zoom) ? reset / percent : Math.min(max / percent, Math.max(min / percent, zoom))

/** Returns the next larger step; the largest stays. */
export const nextZoom = (zoom: number): number =>
  (steps.find((step) => step / percent > zoom * (1 + stepTolerance)) ?? max) / percent

/** Returns the next smaller step; the smallest stays. */
export const previousZoom = (zoom: number): number =>
  (steps.findLast((step) => step / percent < zoom * (1 - stepTolerance)) ?? min) / percent

/** Zooms, clamped, and keeps the world point under the screen point. */
export function zoomAbout(viewport: Viewport, zoom: number, at: Point): Viewport {
  const clamped = clampZoom(zoom)
  const ratio = clamped / viewport.zoom
  return { x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio, zoom: clamped }
}

export const zoomBy = (viewport: Viewport, factor: number, at: Point): Viewport =>
  zoomAbout(viewport, viewport.zoom * factor, at)

const { fit, reveal } = limits.viewMarginPx
const actualSizeZoom = limits.zoomPercent.reset / limits.fullPercent

/** Centers the rectangle at the current zoom. */
export function centerRect({ zoom }: Viewport, { left, top, width, height }: Rect, size: Size): Viewport {
  return {
    x: size.width / 2 - (left + width / 2) * zoom,
    y: size.height / 2 - (top + height / 2) * zoom,
    zoom,
  }
}

/** Centers the whole rectangle, never above 100% and never below the smallest zoom. */
export function fitRect(rect: Rect, size: Size, marginPx: number = fit): Viewport {
  const across = (size.width - 2 * marginPx) / rect.width
  const down = (size.height - 2 * marginPx) / rect.height
  return centerRect({ x: 0, y: 0, zoom: clampZoom(Math.min(actualSizeZoom, across, down)) }, rect, size)
}

/** Moves as little as needed to reveal the rectangle. Of one that is too large, the beginning is shown. */
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

const panPattern = /^(-?\d{1,9}(?:\.\d{1,9})?),(-?\d{1,9}(?:\.\d{1,9})?),(\d{1,3}(?:\.\d{1,9})?)$/
const zoomDigits = 4

/** Formats `{x},{y},{zoom}` for the address, rounded to pixels. */
export const formatPan = ({ x, y, zoom }: Viewport): string =>
  [Math.round(x) + 0, Math.round(y) + 0, Number(zoom.toFixed(zoomDigits))].join(',')

/** Null for a text without a valid position. A zoom beyond the limits is clamped. */
export function parsePan(text: string): Viewport | null {
  const found = panPattern.exec(text)
  if (!found) return null
  const [x, y, zoom] = found.slice(1).map(Number)
  if (x === undefined || y === undefined || zoom === undefined || zoom === 0) return null
  return { x, y, zoom: clampZoom(zoom) }
}
