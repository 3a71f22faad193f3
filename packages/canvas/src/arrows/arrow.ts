import { type Boxes, getSlotRect, type Point, type Rect } from '@espalier/layout'

/** A slightly bent line from the edge of one box to the edge of another, as a quadratic curve. */
export interface Arrow {
  readonly start: Point
  readonly control: Point
  readonly end: Point
}

/** How far a line is bent, as a share of its length; links are straighter, so that the two look different. */
const bend = 0.12
const maxBendPx = 48
/** A head is this much wider than the curve to each side, and a line is less. */
const strokeReachPx = 6

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

/**
 * Tells whether an arrow may be visible in an area. A curve stays between its three points, and the area must not be
 * beside the line through its ends either: most long arrows of a large plan pass far from the view.
 */
export function arrowTouches({ start, control, end }: Arrow, area: Rect): boolean {
  const halfWidth = area.width / 2 + strokeReachPx
  const halfHeight = area.height / 2 + strokeReachPx
  const x = area.left + area.width / 2
  const y = area.top + area.height / 2
  if (
    Math.max(start.x, control.x, end.x) < x - halfWidth ||
    Math.min(start.x, control.x, end.x) > x + halfWidth ||
    Math.max(start.y, control.y, end.y) < y - halfHeight ||
    Math.min(start.y, control.y, end.y) > y + halfHeight
  )
    return false
  const across = { x: end.y - start.y, y: start.x - end.x }
  const bent = (control.x - start.x) * across.x + (control.y - start.y) * across.y
  const middle = (x - start.x) * across.x + (y - start.y) * across.y
  const reach = halfWidth * Math.abs(across.x) + halfHeight * Math.abs(across.y)
  return middle + reach >= Math.min(0, bent) && middle - reach <= Math.max(0, bent)
}

interface TouchingArrow {
  /** The index of the pair. */
  readonly at: number
  readonly arrow: Arrow
}

/**
 * Finds the arrows that may be visible in an area, between pairs of boxes given by their slots. All pairs are scanned, as
 * links are: nothing is created for a pair that is out of view.
 */
export function findArrowsTouching(
  boxes: Boxes,
  fromSlots: Int32Array,
  toSlots: Int32Array,
  area: Rect,
): readonly TouchingArrow[] {
  const { left, top, width, height } = boxes
  const reach = maxBendPx + strokeReachPx
  const [west, north] = [area.left - reach, area.top - reach]
  const [east, south] = [area.left + area.width + reach, area.top + area.height + reach]
  const touching: TouchingArrow[] = []
  for (let at = 0; at < fromSlots.length; at += 1) {
    const from = fromSlots[at] as number
    const to = toSlots[at] as number
    const fromX = (left[from] as number) + (width[from] as number) / 2
    const toX = (left[to] as number) + (width[to] as number) / 2
    // A box without a position is infinitely far to the east.
    if ((fromX < west && toX < west) || fromX === Infinity || toX === Infinity || (fromX > east && toX > east)) continue
    const fromY = (top[from] as number) + (height[from] as number) / 2
    const toY = (top[to] as number) + (height[to] as number) / 2
    if ((fromY < north && toY < north) || (fromY > south && toY > south)) continue
    const arrow = computeArrow(getSlotRect(boxes, from), getSlotRect(boxes, to))
    if (arrowTouches(arrow, area)) touching.push({ at, arrow })
  }
  return touching
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
