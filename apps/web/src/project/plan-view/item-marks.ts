import type { NodeId } from '@espalier/domain'
import { useCell } from '../../platform/cell.ts'
import { isOutsideFilter } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** The marks of an item that come from elsewhere than its node. */
export interface ItemMarks {
  /** Outside of the search, of a filter that dims, or of the lens. */
  isDimmed(id: NodeId): boolean
  /** The hit of the search that the person is at. */
  isCurrentHit(id: NodeId): boolean
  /** The color of somebody else who has selected it. */
  findOtherColor(id: NodeId): string | undefined
}

/** Renders the view again when a mark may have changed. */
export function useItemMarks({ client, search, matches, lens }: ProjectWorkspace): ItemMarks {
  const { hits: found, query, at } = useCell(search)
  const filtered = useCell(matches)
  const inLens = useCell(lens).found
  const others = useCell(client.presence.others)
  const hits = found === null || query.trim() === '' ? null : new Set(found)
  const colors = new Map(others.flatMap(({ nodeIds, colour }) => nodeIds.map((id) => [id, colour] as const)))
  return {
    isDimmed(id) {
      if (hits !== null) return !hits.has(id)
      return isOutsideFilter(filtered, id) || inLens?.has(id) === false
    },
    isCurrentHit: (id) => hits !== null && found?.[at] === id,
    findOtherColor: (id) => colors.get(id),
  }
}
