import { limits, type NodeId } from '@espalier/domain'
import { type Point, type Rect, rectIn } from '@espalier/layout'
import { type DropScene, isWithin } from './drop-scene.ts'
import { around } from './drop-target.ts'
import { distanceTo } from './strips.ts'

/** The node that would become one more parent, and its box. */
export interface LinkTarget {
  readonly targetId: NodeId
  readonly distance: number
  readonly rect: Rect
}

const { snapDistancePx } = limits.gestures

/** The nearest node that is neither the dragged one, nor below it, nor a parent of it already. On one of these there is none. */
export function linkTargetAt(scene: DropScene, nodeId: NodeId, at: Point, zoom: number): LinkTarget | null {
  const dragged = new Set([nodeId])
  const parents = new Set(scene.structure.parentIds(nodeId))
  const reach = snapDistancePx / zoom
  let best: LinkTarget | null = null
  for (const slot of scene.index.query(around(at, reach))) {
    const id = scene.idAt(slot)
    if (id === undefined) continue
    const rect = rectIn(scene.index.boxes, slot)
    const distance = distanceTo(rect, at)
    if (parents.has(id) || isWithin(dragged, id, scene.structure)) {
      if (distance === 0) return null
    } else if (distance <= reach && (!best || distance < best.distance)) best = { targetId: id, distance, rect }
  }
  return best
}
