import type { Point, Rect } from '@espalier/layout'

/** A slightly bent line from the edge of one box to the edge of another, as a quadratic curve. */
export interface Arrow {
  readonly start: Point
  readonly control: Point
  readonly end: Point
}

/** How far a line is bent, as a share of its length; links are straighter, so that both are told apart. */
const bend = 0.12
const maxBendPx = 48

/** Returns the arrow between two boxes. */
export function computeArrow(from: Rect, to: Rect): Arrow {
  const first = getMiddle(from)
  const last = getMiddle(to)
  const across = { x: last.x - first.x, y: last.y - first.y }
  const length = Math.hypot(across.x, across.y)
  const share = length === 0 ? 0 : Math.min(bend, maxBendPx / length)
  const control = {
    x: (first.x + last.x) / 2 - across.y * share,
    y: (first.y + last.y) / 2 + across.x * share,
  }
  return { start: findEdge(from, control), control, end: findEdge(to, control) }
}

/** Tells whether an arrow may be visible in an area. A curve stays between its three points. */
export function arrowTouches({ start, control, end }: Arrow, { left, top, width, height }: Rect): boolean {
  return (
    Math.max(start.x, control.x, end.x) >= left &&
    Math.min(start.x, control.x, end.x) <= left + width &&
    Math.max(start.y, control.y, end.y) >= top &&
    Math.min(start.y, control.y, end.y) <= top + height
  )
}

const getMiddle = ({ left, top, width, height }: Rect): Point => ({ x: left + width / 2, y: top + height / 2 })

/** Returns where a line from the middle of a box to a point leaves the box. */
function findEdge(box: Rect, towards: Point): Point {
  const middle = getMiddle(box)
  const x = towards.x - middle.x
  const y = towards.y - middle.y
  const scale = Math.min(
    x === 0 ? Infinity : box.width / 2 / Math.abs(x),
    y === 0 ? Infinity : box.height / 2 / Math.abs(y),
  )
  return Number.isFinite(scale) ? { x: middle.x + x * scale, y: middle.y + y * scale } : middle
}
