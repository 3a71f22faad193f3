import { limits, type NodeDrop, type NodeId } from '@espalier/domain'
import type { Direction, Point, Rect } from '@espalier/layout'
import type { BoxIndex } from '../cull/box-index.ts'

/** The structure that a drag needs to know. */
interface DropStructure {
  /** All parents of a node, the primary one first. */
  parentIds(id: NodeId): readonly NodeId[]
  /** The visible children of a node's primary parent (for a root: the roots) in order, including the node itself. */
  siblings(id: NodeId): readonly NodeId[]
}

/** The layout that something is dragged over. */
export interface DropScene {
  readonly index: BoxIndex
  readonly direction: Direction
  /** Undefined for a slot that is no drop target: a free slot, or the virtual parent of linked projects. */
  idAt(slot: number): NodeId | undefined
  findSlot(id: NodeId): number | undefined
  readonly structure: DropStructure
}

/** Tells whether a node is one of these or below one of them via any parent. */
export function isInBranches(ids: ReadonlySet<NodeId>, id: NodeId, structure: DropStructure): boolean {
  const seen = new Set([id])
  for (const at of seen) {
    if (ids.has(at)) return true
    for (const parentId of structure.parentIds(at)) seen.add(parentId)
  }
  return false
}

const { besideShare } = limits.gestures
const { horizontal, vertical } = limits.layoutSpacingPx

/** Siblings are stacked when the layout grows sideways, and side by side when it grows up or down. */
export const isStacked = (direction: Direction) => direction === 'left' || direction === 'right'

const reachBeyond = (direction: Direction) => (isStacked(direction) ? horizontal : vertical).sibling / 2

/**
 * Returns the part of a box, and of the gap beside it, that belongs to a side. Before, onto and after follow each other
 * across the direction of growth; onto takes the whole box when nothing may be dropped beside it.
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
