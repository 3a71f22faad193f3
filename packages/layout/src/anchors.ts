import { limits } from '@espalier/domain'
import type { Direction } from './direction.ts'
import type { Point, Rect } from './rect.ts'

const { min: leaving, max: arriving } = limits.linkAnchorOffsetPx

/** Where a link leaves its parent and arrives at its child: off the middle of the edges that face each other. */
export interface Anchors {
  readonly from: Point
  readonly to: Point
}

const outward = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
} as const satisfies Record<Direction, Point>

function offEdge({ left, top, width, height }: Rect, way: Point, side: 1 | -1, distance: number): Point {
  return {
    x: left + width / 2 + side * way.x * (width / 2 + distance),
    y: top + height / 2 + side * way.y * (height / 2 + distance),
  }
}

export const computeAnchors = (direction: Direction, parent: Rect, child: Rect): Anchors => ({
  from: offEdge(parent, outward[direction], 1, leaving),
  to: offEdge(child, outward[direction], -1, arriving),
})
