import { limits } from '@espalier/domain'
import type { Boxes, DiagramLinks, Direction, Rect } from '@espalier/layout'
import { type RectColumns, RectGrid } from './rect-grid.ts'

/** A link begins and ends at most this far from the edges. */
const anchorMarginPx = limits.linkAnchorOffsetPx.max

/**
 * The edges of the boxes that a link leaves and arrives at: 0 for the left or upper one, 1 for the other, half for the
 * middle.
 */
const linkEdges = {
  left: { leaveX: 0, leaveY: 0.5, arriveX: 1, arriveY: 0.5 },
  right: { leaveX: 1, leaveY: 0.5, arriveX: 0, arriveY: 0.5 },
  up: { leaveX: 0.5, leaveY: 0, arriveX: 0.5, arriveY: 1 },
  down: { leaveX: 0.5, leaveY: 1, arriveX: 0.5, arriveY: 0 },
} as const satisfies Record<Direction, object>

const createRectColumns = (count: number): RectColumns => ({
  left: new Float64Array(count),
  top: new Float64Array(count),
  width: new Float64Array(count),
  height: new Float64Array(count),
})

/**
 * Computes the rectangles around the curves of the links from `first` up to `last`: between the facing edges of parent
 * and child. All links pass here when a project opens; with a rectangle and a point created for each, it would open
 * visibly later.
 */
function measureLinks(
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
    // A link to a box without a position has none either, or it would reach past every other.
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

/**
 * Finds nearby links: those whose curve, from edge to edge via its bends, is within a rectangle that touches the area.
 */
export class LinkIndex {
  #links: DiagramLinks
  #boxes: Boxes
  #direction: Direction
  #rects: RectColumns = createRectColumns(0)
  readonly #grid = new RectGrid()

  constructor(links: DiagramLinks, boxes: Boxes, direction: Direction) {
    this.#links = links
    this.#boxes = boxes
    this.#direction = direction
    this.replace(links, boxes, direction)
  }

  replace(links: DiagramLinks, boxes: Boxes, direction: Direction): void {
    const count = links.sources.length
    const rects = createRectColumns(count)
    measureLinks(rects, links, boxes, direction, 0, count)
    this.#links = links
    this.#boxes = boxes
    this.#direction = direction
    this.#rects = rects
    this.#grid.replace(rects, count)
  }

  /**
   * Updates after these boxes moved. Pass the current result of `Diagram.links`, because a layered layout recomputes
   * its bends with every change.
   */
  update(slots: ArrayLike<number>, links: DiagramLinks = this.#links): void {
    if (links !== this.#links || slots.length > this.#boxes.slotCount / 2) {
      return this.replace(links, this.#boxes, this.#direction)
    }
    const hasMoved = new Uint8Array(this.#boxes.slotCount)
    for (let index = 0; index < slots.length; index += 1) hasMoved[slots[index] as number] = 1
    const { sources, targets } = this.#links
    for (let link = 0; link < sources.length; link += 1) {
      if (hasMoved[sources[link] as number] === 0 && hasMoved[targets[link] as number] === 0) continue
      measureLinks(this.#rects, this.#links, this.#boxes, this.#direction, link, link + 1)
      this.#grid.update(this.#rects, link)
    }
  }

  /** Returns the indexes of the links near the area, unordered. */
  query(area: Rect): number[] {
    return this.#grid.query(this.#rects, area)
  }
}

/**
 * Finds the same links as `LinkIndex` by a full scan. It is for a single query; an index answers several sooner. Every
 * added node repaints its links by such a scan, so nothing is created for a link that is out of view.
 */
export function findLinksTouching(links: DiagramLinks, boxes: Boxes, direction: Direction, area: Rect): number[] {
  const { sources, targets } = links
  const count = sources.length
  if (links.bendX.length > 0) return findBentLinksTouching(links, boxes, direction, area)
  const { left, top, width, height } = boxes
  const { leaveX, leaveY, arriveX, arriveY } = linkEdges[direction]
  const [west, north] = [area.left - anchorMarginPx, area.top - anchorMarginPx]
  const [east, south] = [area.left + area.width + anchorMarginPx, area.top + area.height + anchorMarginPx]
  const touching: number[] = []
  for (let link = 0; link < count; link += 1) {
    const parent = sources[link] as number
    const child = targets[link] as number
    const y = (top[parent] as number) + (height[parent] as number) * leaveY
    const toY = (top[child] as number) + (height[child] as number) * arriveY
    if ((y < north && toY < north) || (y > south && toY > south)) continue
    const x = (left[parent] as number) + (width[parent] as number) * leaveX
    const toX = (left[child] as number) + (width[child] as number) * arriveX
    if ((x < west && toX < west) || (x > east && toX > east)) continue
    // A link to a box without a position is not drawn.
    if (Math.abs(x - toX) < Infinity) touching.push(link)
  }
  return touching
}

function findBentLinksTouching(links: DiagramLinks, boxes: Boxes, direction: Direction, area: Rect): number[] {
  const count = links.sources.length
  const rects = createRectColumns(count)
  measureLinks(rects, links, boxes, direction, 0, count)
  const { left, top, width, height } = rects
  const [east, south] = [area.left + area.width, area.top + area.height]
  const touching: number[] = []
  for (let link = 0; link < count; link += 1) {
    const [west, north] = [left[link] as number, top[link] as number]
    if (west > east || north > south) continue
    if (west + (width[link] as number) >= area.left && north + (height[link] as number) >= area.top) touching.push(link)
  }
  return touching
}
