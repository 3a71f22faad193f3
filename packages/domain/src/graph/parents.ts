import { accept, refuse, type Result } from '../result.ts'
import { type NodeId, nodeLinksId } from './node.ts'

/** The parents an update asks for. A key left out (or undefined) says nothing; null says none. */
export interface ParentChoice {
  readonly parentId?: NodeId | null | undefined
  readonly parentIds?: readonly NodeId[] | null | undefined
}

const withoutNodeLinks = (ids: readonly NodeId[]): NodeId[] => ids.filter((id) => id !== nodeLinksId)

/**
 * parentIds alone: the first is the primary. parentId alone: replaces the primary, the others stay; null makes a root.
 * Both: parentId moves to the front. The virtual node_links parent is never stored.
 */
export function chooseParents(
  present: readonly NodeId[],
  choice: ParentChoice,
): Result<readonly NodeId[], 'duplicate-parent'> {
  const primary = choice.parentId === nodeLinksId ? null : choice.parentId
  const chosen = resolveParents(present, primary, choice.parentIds)
  return new Set(chosen).size === chosen.length ? accept(chosen) : refuse('duplicate-parent')
}

function resolveParents(
  present: readonly NodeId[],
  primary: NodeId | null | undefined,
  all: readonly NodeId[] | null | undefined,
): readonly NodeId[] {
  if (all === undefined) {
    if (primary === undefined) return present
    return primary === null ? [] : [primary, ...present.slice(1)]
  }
  const listed = withoutNodeLinks(all ?? [])
  return primary == null ? listed : moveToFront(listed, primary)
}

function moveToFront(ids: readonly NodeId[], primary: NodeId): readonly NodeId[] {
  const index = ids.indexOf(primary)
  return index < 0 ? [primary, ...ids] : [primary, ...ids.slice(0, index), ...ids.slice(index + 1)]
}

/** One parent of many exchanged for others, in its place; a parent already there is not taken twice. */
export function replaceParent(
  parentIds: readonly NodeId[],
  oldId: NodeId,
  newIds: readonly NodeId[],
): readonly NodeId[] {
  return [...new Set(parentIds.flatMap((id) => (id === oldId ? newIds : [id])))]
}
