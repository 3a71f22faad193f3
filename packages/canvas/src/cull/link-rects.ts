import { limits } from '@espalier/domain'
import type { Boxes, DiagramLinks, Direction } from '@espalier/layout'
import type { RectColumns } from './rect-grid.ts'

/** A link begins and ends this far off the edges at most. */
const anchorMarginPx = limits.linkAnchorOffsetPx.max

/** Which edge of a box a link leaves by, and which it arrives at: 0 for the left or upper one, 1 for the other, half for the middle. */
const linkEdges = {
  left: { leaveX: 0, leaveY: 0.5, arriveX: 1, arriveY: 0.5 },
  right: { leaveX: 1, leaveY: 0.5, arriveX: 0, arriveY: 0.5 },
  up: { leaveX: 0.5, leaveY: 0, arriveX: 0.5, arriveY: 1 },
  down: { leaveX: 0.5, leaveY: 1, arriveX: 0.5, arriveY: 0 },
} as const satisfies Record<Direction, object>

export const createRectColumns = (count: number): RectColumns => ({
  left: new Float64Array(count),
  top: new Float64Array(count),
  width: new Float64Array(count),
  height: new Float64Array(count),
})

/**
 * The rects around the curves of the links from `first` up to `last`: from the edge of the parent to the edge of the child that
 * face each other. All links pass here when a project opens; with a rect and a point made for each, it opens visibly later.
 */
export function measureLinks(
  rects: RectColumns,
  links: DiagramLinks,
  boxes: Boxes,
  direction: Direction,
  first: number,
  last: number,
): void {
  const { sources, targets } = links
  const { left, top, width, height } = boxes
  const { leaveX, leaveY, arriveX, arriveY } = linkEdges[direction]
  for (let link = first; link < last; link += 1) {
    const parent = sources[link] as number
    const child = targets[link] as number
    const x = (left[parent] as number) + (width[parent] as number) * leaveX
    const y = (top[parent] as number) + (height[parent] as number) * leaveY
    const toX = (left[child] as number) + (width[child] as number) * arriveX
    const toY = (top[child] as number) + (height[child] as number) * arriveY
    const across = Math.abs(x - toX)
    // A link to a box that lies nowhere is nowhere: it would else reach past every other.
    rects.left[link] = across < Infinity ? (x < toX ? x : toX) - anchorMarginPx : Infinity
    rects.top[link] = (y < toY ? y : toY) - anchorMarginPx
    rects.width[link] = across + 2 * anchorMarginPx
    rects.height[link] = Math.abs(y - toY) + 2 * anchorMarginPx
  }
  if (links.bendX.length > 0) for (let link = first; link < last; link += 1) widenByBends(rects, links, link)
}

function widenByBends(rects: RectColumns, { bendStarts, bendX, bendY }: DiagramLinks, link: number): void {
  const end = bendStarts[link + 1] as number
  let west = rects.left[link] as number
  if (west === Infinity) return
  let north = rects.top[link] as number
  let east = west + (rects.width[link] as number)
  let south = north + (rects.height[link] as number)
  for (let bend = bendStarts[link] as number; bend < end; bend += 1) {
    west = Math.min(west, bendX[bend] as number)
    east = Math.max(east, bendX[bend] as number)
    north = Math.min(north, bendY[bend] as number)
    south = Math.max(south, bendY[bend] as number)
  }
  rects.left[link] = west
  rects.top[link] = north
  rects.width[link] = east - west
  rects.height[link] = south - north
}
