import type { NodeId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { Other } from '../../../data/presence/index.ts'
import { useCell } from '../../../platform/cell.ts'
import type { CanvasStage } from '../canvas/stage.ts'

/** A drawn node that others have selected. */
export interface Mark {
  readonly id: NodeId
  readonly rect: Rect
  readonly present: readonly Other[]
  /** Somebody's current node, and not only one among many. */
  readonly isCurrent: boolean
}

export function useMarks(stage: CanvasStage, others: readonly Other[]): readonly Mark[] {
  const { ids } = useCell(stage.projection.picture)
  const drawn = new Set(ids)
  const marks: Mark[] = []
  for (const [id, present] of whoIsWhere(others)) {
    const rect = drawn.has(id) ? stage.projection.scene.rectOf(id) : undefined
    const isCurrent = present.some(({ nodeIds }) => nodeIds[0] === id)
    if (rect !== undefined) marks.push({ id, rect, present, isCurrent })
  }
  return marks
}

function whoIsWhere(others: readonly Other[]): ReadonlyMap<NodeId, readonly Other[]> {
  const places = new Map<NodeId, Other[]>()
  for (const other of others) {
    for (const id of other.nodeIds) {
      const there = places.get(id)
      if (there === undefined) places.set(id, [other])
      else there.push(other)
    }
  }
  return places
}
