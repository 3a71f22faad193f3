import { limits, type NodeDrop, type NodeId } from '@espalier/domain'
import { type Point, type Rect, getSlotRect } from '@espalier/layout'
import { type DropScene, isInBranches } from './drop-scene.ts'
import { type DropIndicator, createDropIndicator } from './indicator.ts'
import { distanceToRect, getDropStrip } from './strips.ts'

export interface DropTarget {
  readonly drop: NodeDrop
  /** In the world; 0 on the target itself. */
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
 * What the dragged nodes would be dropped on at a point of the world: the nearest target, within the snapping distance on the
 * screen. The dragged, what hangs below them and, to be dropped onto, their present parents are none, and while the pointer is
 * on one of these, neither is anything near it.
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
  return best && { drop: best.drop, distance: best.distance, indicator: createDropIndicator(scene, best.drop, best.box) }
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

/** Beside the only root there is no place, or a slip of the hand would give the project a second one. */
function canDropBeside({ structure }: DropScene, dragged: ReadonlySet<NodeId>, targetId: NodeId): boolean {
  if (structure.parentIds(targetId).length > 0) return true
  return structure.siblings(targetId).length > 1 || [...dragged].some((id) => structure.parentIds(id).length === 0)
}

/** Of targets equally near the same one wins whatever order they were found in, or the indicator would flicker. */
function isNearer({ distance, drop }: Candidate, best: Candidate | null): boolean {
  if (!best || distance !== best.distance) return !best || distance < best.distance
  if (drop.side !== best.drop.side) return drop.side === 'onto' || best.drop.side === 'after'
  return drop.targetId < best.drop.targetId
}
