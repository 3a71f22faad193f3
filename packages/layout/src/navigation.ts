import { limits } from '@espalier/domain'
import { type Boxes, getSlotRect, isSlotTaken } from './boxes.ts'
import type { Direction, Rect } from './geometry.ts'

const { width, height, span, gap } = limits.navigationWindowPx
/** A step aside counts as this many steps ahead: the box straight ahead is preferred, even if one beside is nearer. */
const sidewaysCost = 2

/** Returns the search window of an arrow key: its depth ahead, and its span to both sides. */
export function searchWindow({ left, top, ...size }: Rect, towards: Direction): Rect {
  const x = left + size.width / 2 - span / 2
  const y = top + size.height / 2 - span / 2
  switch (towards) {
    case 'left':
      return { left: left - gap - width, top: y, width, height: span }
    case 'right':
      return { left: left + size.width + gap, top: y, width, height: span }
    case 'up':
      return { left: x, top: top - gap - height, width: span, height }
    case 'down':
      return { left: x, top: top + size.height + gap, width: span, height }
  }
}

/** More than any cost inside the window, so that a box in the same row or column always wins. */
const outOfLineCost = 2 * sidewaysCost * span

/**
 * Returns the slot of the nearest box in the search window of the box at `from`; null if the window is empty. Across
 * the direction of growth, an arrow stays on its level as long as the window has a box of that level, because the eye
 * follows the row.
 */
export function findNeighbor(boxes: Boxes, from: number, towards: Direction, growth: Direction): number | null {
  const start = getSlotRect(boxes, from)
  const outOfLine = isHorizontal(towards) === isHorizontal(growth) ? 0 : outOfLineCost
  const window = searchWindow(start, towards)
  let best: number | null = null
  let least = Infinity
  for (let slot = 0; slot < boxes.slotCount; slot += 1) {
    if (slot === from || !isSlotTaken(boxes, slot)) continue
    const box = getSlotRect(boxes, slot)
    if (!touchesWindow(box, window) || !liesBeyond(box, start, towards)) continue
    const cost = computeCost(box, start, towards, outOfLine)
    if (cost >= least) continue
    least = cost
    best = slot
  }
  return best
}

/** Edges count, because siblings are exactly one gap apart. Less than a hundredth of a pixel is rounding. */
const rounding = 0.01

const touchesWindow = (box: Rect, window: Rect) =>
  box.left <= window.left + window.width + rounding &&
  box.left + box.width >= window.left - rounding &&
  box.top <= window.top + window.height + rounding &&
  box.top + box.height >= window.top - rounding

/**
 * A parent above, or a child below, may reach further to the right than its neighbor; it is beyond only if all of it
 * is.
 */
function liesBeyond(box: Rect, start: Rect, towards: Direction): boolean {
  switch (towards) {
    case 'left':
      return box.left + box.width <= start.left + rounding
    case 'right':
      return box.left >= start.left + start.width - rounding
    case 'up':
      return box.top + box.height <= start.top + rounding
    case 'down':
      return box.top >= start.top + start.height - rounding
  }
}

const isHorizontal = (direction: Direction): boolean => direction === 'left' || direction === 'right'

const distanceApart = (from: number, size: number, otherFrom: number, otherSize: number) =>
  Math.max(0, otherFrom - from - size, from - otherFrom - otherSize)

function computeCost(box: Rect, start: Rect, towards: Direction, outOfLine: number): number {
  const x = distanceApart(start.left, start.width, box.left, box.width)
  const y = distanceApart(start.top, start.height, box.top, box.height)
  const isSideways = isHorizontal(towards)
  const [ahead, aside] = isSideways ? [x, y] : [y, x]
  return ahead + sidewaysCost * aside + (aside > 0 ? outOfLine : 0) + offCenter(box, start, isSideways)
}

/** Breaks ties by how straight ahead the middle is: a fraction of a pixel, so that it never outweighs a distance. */
function offCenter(box: Rect, start: Rect, isSideways: boolean): number {
  const off = isSideways
    ? box.top + box.height / 2 - start.top - start.height / 2
    : box.left + box.width / 2 - start.left - start.width / 2
  return Math.abs(off) / (span * span)
}
