import { limits, type NodeDrop } from '@espalier/domain'
import type { Direction, Point, Rect } from '@espalier/layout'

const { besideShare } = limits.gestures
const { horizontal, vertical } = limits.layoutSpacingPx

/** Siblings stand one below another where the layout grows sideways, and side by side where it grows up or down. */
export const isStacked = (direction: Direction) => direction === 'left' || direction === 'right'

const reachBeyond = (direction: Direction) => (isStacked(direction) ? horizontal : vertical).sibling / 2

/**
 * The part of a box, and of the gap beside it, that stands for a side. Before, onto and after lie one behind the other across
 * the direction of growth; onto takes the whole box where nothing may stand beside it.
 */
export function getDropStrip(direction: Direction, box: Rect, side: NodeDrop['side'], hasBeside: boolean): Rect {
  const share = hasBeside ? besideShare : 0
  const beyond = reachBeyond(direction)
  const [start, length] = isStacked(direction) ? [box.top, box.height] : [box.left, box.width]
  const edge = share * length
  const [from, size] =
    side === 'before'
      ? [start - beyond, beyond + edge]
      : side === 'after'
        ? [start + length - edge, edge + beyond]
        : [start + edge, length - 2 * edge]
  return isStacked(direction) ? { ...box, top: from, height: size } : { ...box, left: from, width: size }
}

export function distanceToRect({ left, top, width, height }: Rect, { x, y }: Point): number {
  const dx = Math.max(0, left - x, x - left - width)
  const dy = Math.max(0, top - y, y - top - height)
  return Math.hypot(dx, dy)
}
