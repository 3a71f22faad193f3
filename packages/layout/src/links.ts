import { limits } from '@espalier/domain'
import type { BoxTable } from './boxes.ts'
import type { Direction, Point, Rect } from './geometry.ts'

/**
 * Links by slot, from parent to child. Link `i` bends at the points from `bendStarts[i]` up to `bendStarts[i + 1]`: two
 * for each layer that it passes, where it enters and where it leaves, so that it runs between boxes.
 */
export interface DiagramLinks {
  readonly sources: Int32Array
  readonly targets: Int32Array
  readonly bendStarts: Int32Array
  readonly bendX: Float64Array
  readonly bendY: Float64Array
}

const noPoints = new Float64Array(0)

export const createStraightLinks = (sources: Int32Array, targets: Int32Array): DiagramLinks => ({
  sources,
  targets,
  bendStarts: new Int32Array(sources.length + 1),
  bendX: noPoints,
  bendY: noPoints,
})

/** A graph with computed layers. */
export interface ArrangedLayers {
  place(boxes: BoxTable, direction: Direction): Int32Array
  links(): DiagramLinks
}

/**
 * Arranges nodes with several parents in layers. `slots` are in sibling order; the parents of a node begin with its
 * primary one.
 */
export type LayerArranger = (
  slots: Int32Array,
  slotCount: number,
  parentsOf: (slot: number) => readonly number[],
) => ArrangedLayers

const { min: leaving, max: arriving } = limits.linkAnchorOffsetPx

/**
 * A link runs straight from the middle of its parent's edge (`start`) to an anchor just off it (`from`), in curves to
 * the anchor off its child (`to`), and straight to the child's edge (`end`), so that it meets both boxes.
 */
interface Anchors {
  readonly start: Point
  readonly from: Point
  readonly to: Point
  readonly end: Point
}

const outward = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
} as const satisfies Record<Direction, Point>

function offEdge({ left, top, width, height }: Rect, direction: Point, side: 1 | -1, distance: number): Point {
  return {
    x: left + width / 2 + side * direction.x * (width / 2 + distance),
    y: top + height / 2 + side * direction.y * (height / 2 + distance),
  }
}

export const computeAnchors = (direction: Direction, parent: Rect, child: Rect): Anchors => ({
  start: offEdge(parent, outward[direction], 1, 0),
  from: offEdge(parent, outward[direction], 1, leaving),
  to: offEdge(child, outward[direction], -1, arriving),
  end: offEdge(child, outward[direction], -1, 0),
})
