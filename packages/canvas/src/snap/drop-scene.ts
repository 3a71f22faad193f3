import { limits, type NodeDrop, type NodeId } from '@espalier/domain'
import type { Direction, Point, Rect } from '@espalier/layout'
import type { BoxIndex } from '../cull/box-index.ts'

/** What hangs where, as far as a drag has to know it. */
interface DropStructure {
  /** All parents of a node, the primary one first. */
  parentIds(id: NodeId): readonly NodeId[]
  /** The shown children of a node's primary parent (of a root: the roots) in their order, the node itself among them. */
  siblings(id: NodeId): readonly NodeId[]
}

/** The layout that something is dragged over. */
export interface DropScene {
  readonly index: BoxIndex
  readonly direction: Direction
  /** Undefined where no node may be dropped on: a free slot, the virtual parent of linked projects. */
  idAt(slot: number): NodeId | undefined
  findSlot(id: NodeId): number | undefined
  readonly structure: DropStructure
}

/** Whether a node is one of these or hangs, by any of its parents, below one of them. */
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
