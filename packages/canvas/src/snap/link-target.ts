import { limits, type NodeId } from '@espalier/domain'
import { getSlotRect, type Point, type Rect } from '@espalier/layout'
import { distanceToRect, type DropScene, isInBranches } from './drop-scene.ts'
import { squareAround } from './drop-target.ts'

/** The node that would become an additional parent, and its box. */
export interface LinkTarget {
  readonly targetId: NodeId
  readonly distance: number
  readonly rect: Rect
}

const { snapDistancePx } = limits.gestures

/**
 * Finds the nearest node that is not the dragged one, a descendant or already a parent. Null while the pointer is on
 * one of these.
 */
export function findLinkTarget(scene: DropScene, nodeId: NodeId, at: Point, zoom: number): LinkTarget | null {
  const dragged = new Set([nodeId])
  const parents = new Set(scene.structure.parentIds(nodeId))
  const reach = snapDistancePx / zoom
  let best: LinkTarget | null = null
  for (const slot of scene.index.query(squareAround(at, reach))) {
    const id = scene.idAt(slot)
    if (id === undefined) continue
    const rect = getSlotRect(scene.index.boxes, slot)
    const distance = distanceToRect(rect, at)
    if (parents.has(id) || isInBranches(dragged, id, scene.structure)) {
      if (distance === 0) return null
    } else if (distance <= reach && (!best || distance < best.distance)) best = { targetId: id, distance, rect }
  }
  return best
}
