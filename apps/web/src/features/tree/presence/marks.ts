import type { NodeId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { Collaborator } from '../../../data/presence/index.ts'
import { useCell } from '../../../platform/cell.ts'
import type { MapController } from '../canvas/stage.ts'

/** A drawn node that others have selected. */
export interface PresenceMark {
  readonly id: NodeId
  readonly rect: Rect
  readonly people: readonly Collaborator[]
  /** Somebody's current node, and not only one among many. */
  readonly isCurrent: boolean
}

export function usePresenceMarks(map: MapController, others: readonly Collaborator[]): readonly PresenceMark[] {
  const { ids } = useCell(map.renderer.rendered)
  const drawn = new Set(ids)
  const marks: PresenceMark[] = []
  for (const [id, present] of groupPeopleByNode(others)) {
    const rect = drawn.has(id) ? map.renderer.scene.getRect(id) : undefined
    const isCurrent = present.some(({ nodeIds }) => nodeIds[0] === id)
    if (rect !== undefined) marks.push({ id, rect, people: present, isCurrent })
  }
  return marks
}

function groupPeopleByNode(others: readonly Collaborator[]): ReadonlyMap<NodeId, readonly Collaborator[]> {
  const places = new Map<NodeId, Collaborator[]>()
  for (const other of others) {
    for (const id of other.nodeIds) {
      const there = places.get(id)
      if (there === undefined) places.set(id, [other])
      else there.push(other)
    }
  }
  return places
}
