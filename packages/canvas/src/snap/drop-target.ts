import { limits, type NodeDrop, type NodeId } from '@espalier/domain'
import { type Direction, getSlotRect, type Point, type Rect } from '@espalier/layout'
import { distanceToRect, type DropScene, getDropStrip, isInBranches, isStacked } from './drop-scene.ts'

/** The indicator of a drop: around the new parent, or a line between two siblings. In world coordinates. */
export type DropIndicator =
  | { readonly kind: 'box'; readonly rect: Rect }
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point }

function createDropIndicator(scene: DropScene, { side, targetId }: NodeDrop, box: Rect): DropIndicator {
  if (side === 'onto') return { kind: 'box', rect: box }
  const at = findIndicatorLine(scene, side, targetId, box)
  return isStacked(scene.direction)
    ? { kind: 'line', from: { x: box.left, y: at }, to: { x: box.left + box.width, y: at } }
    : { kind: 'line', from: { x: at, y: box.top }, to: { x: at, y: box.top + box.height } }
}

/** Halfway to the next sibling, but not far from the target, because branches may keep siblings far apart. */
function findIndicatorLine(scene: DropScene, side: 'before' | 'after', targetId: string, box: Rect): number {
  const { direction } = scene
  const gap = (isStacked(direction) ? limits.layoutSpacingPx.horizontal : limits.layoutSpacingPx.vertical).sibling
  const next = findNeighborBox(scene, side, targetId)
  const [start, end] = getSpan(direction, box)
  const [otherStart, otherEnd] = next ? getSpan(direction, next) : [Infinity, -Infinity]
  return side === 'before' ? start - halfGap(start - otherEnd, gap) : end + halfGap(otherStart - end, gap)
}

const halfGap = (room: number, gap: number) => Math.min(Math.max(0, room), gap) / 2

const getSpan = (direction: Direction, { left, top, width, height }: Rect): [number, number] =>
  isStacked(direction) ? [top, top + height] : [left, left + width]

function findNeighborBox(scene: DropScene, side: 'before' | 'after', targetId: string): Rect | null {
  const siblings = scene.structure.siblings(targetId)
  const at = siblings.indexOf(targetId)
  const id = at < 0 ? undefined : siblings[side === 'before' ? at - 1 : at + 1]
  const slot = id === undefined ? undefined : scene.findSlot(id)
  return slot === undefined ? null : getSlotRect(scene.index.boxes, slot)
}

interface DropTarget {
  readonly drop: NodeDrop
  /** The distance in world coordinates; 0 on the target itself. */
  readonly distance: number
  readonly indicator: DropIndicator
}

interface Candidate {
  readonly drop: NodeDrop
  readonly box: Rect
  readonly distance: number
}

const { snapDistancePx } = limits.gestures

export const squareAround = ({ x, y }: Point, reach: number): Rect => ({
  left: x - reach,
  top: y - reach,
  width: 2 * reach,
  height: 2 * reach,
})

/**
 * Finds the drop target of the dragged nodes at a world point: the nearest one within the snapping distance on the
 * screen. The dragged nodes, their descendants and, for onto, their current parents are no targets, and while the
 * pointer is on one of these, neither is anything near it.
 */
export function findDropTarget(
  scene: DropScene,
  draggedIds: Iterable<NodeId>,
  at: Point,
  zoom: number,
): DropTarget | null {
  const dragged = new Set(draggedIds)
  const parents = new Set(Array.from(dragged, (id) => scene.structure.parentIds(id)).flat())
  const reach = snapDistancePx / zoom
  let best: Candidate | null = null
  for (const slot of scene.index.query(squareAround(at, reach))) {
    const id = scene.idAt(slot)
    if (id === undefined) continue
    const box = getSlotRect(scene.index.boxes, slot)
    if (isInBranches(dragged, id, scene.structure)) {
      if (distanceToRect(box, at) === 0) return null
      continue
    }
    for (const candidate of listCandidates(scene, dragged, id, box, at)) {
      if (candidate.drop.side === 'onto' && parents.has(id)) {
        if (candidate.distance === 0) return null
      } else if (candidate.distance <= reach && isNearer(candidate, best)) best = candidate
    }
  }
  return (
    best && { drop: best.drop, distance: best.distance, indicator: createDropIndicator(scene, best.drop, best.box) }
  )
}

function listCandidates(
  scene: DropScene,
  dragged: ReadonlySet<NodeId>,
  targetId: NodeId,
  box: Rect,
  at: Point,
): Candidate[] {
  const hasBeside = canDropBeside(scene, dragged, targetId)
  const sides = hasBeside ? (['onto', 'before', 'after'] as const) : (['onto'] as const)
  return sides.map((side) => ({
    drop: { side, targetId },
    box,
    distance: distanceToRect(getDropStrip(scene.direction, box, side, hasBeside), at),
  }))
}

/** There is no target beside the only root, or a slip would give the project a second one. */
function canDropBeside({ structure }: DropScene, dragged: ReadonlySet<NodeId>, targetId: NodeId): boolean {
  if (structure.parentIds(targetId).length > 0) return true
  return structure.siblings(targetId).length > 1 || [...dragged].some((id) => structure.parentIds(id).length === 0)
}

/** Among equally near targets the same one wins in any order, or the indicator would flicker. */
function isNearer({ distance, drop }: Candidate, best: Candidate | null): boolean {
  if (!best || distance !== best.distance) return !best || distance < best.distance
  if (drop.side !== best.drop.side) return drop.side === 'onto' || best.drop.side === 'after'
  return drop.targetId < best.drop.targetId
}
