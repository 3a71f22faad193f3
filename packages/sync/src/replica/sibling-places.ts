import type { FieldValues, NodeDiff, NodeId } from '@espalier/domain'
import { isReposition } from './fields.ts'
import type { NodeRecord } from './node-record.ts'
import type { NodeTable } from './node-table.ts'
import { getRequestIds, type NodeRequest } from './operations.ts'

/** The siblings that a node is between, under its primary parent. */
interface SiblingPlace {
  readonly afterId: NodeId | null
  readonly beforeId: NodeId | null
}

const nowhere: SiblingPlace = { afterId: null, beforeId: null }

export function findSiblingPlace({ living }: NodeTable, node: NodeRecord): SiblingPlace {
  if (node.isDeleted) return nowhere
  const siblings = living.children(node.parentIds[0] ?? null)
  const index = siblings.indexOf(node)
  return { afterId: siblings.at(index - 1)?.id ?? null, beforeId: siblings.at(index + 1)?.id ?? null }
}

const isMove = ({ after }: NodeDiff): boolean => ['parentIds', 'position', 'isDeleted'].some((field) => field in after)

/** Selects the changes that a person would undo: repositioning others to make space is not among them. */
export function selectIntendedDiffs(request: NodeRequest, diffs: readonly NodeDiff[]): readonly NodeDiff[] {
  const ids = new Set(getRequestIds(request))
  return diffs.filter((diff) => ids.has(diff.id) || !isReposition(diff))
}

/** Returns the current sibling places of the nodes that these changes move. */
export const findSiblingPlaces = (present: NodeTable, diffs: readonly NodeDiff[]): ReadonlyMap<NodeId, SiblingPlace> =>
  new Map(
    diffs.filter(isMove).map(({ id }) => {
      const node = present.record(id)
      return [id, node === undefined ? nowhere : findSiblingPlace(present, node)]
    }),
  )

/** Adds the sibling places to change records, because siblings may have other positions when a node returns. */
export const withPlaces = (
  diffs: readonly NodeDiff[],
  before: ReadonlyMap<NodeId, SiblingPlace>,
  after: ReadonlyMap<NodeId, SiblingPlace>,
): readonly NodeDiff[] =>
  diffs.map((diff) => {
    const [was, is] = [before.get(diff.id), after.get(diff.id)]
    if (was === undefined || is === undefined) return diff
    return { ...diff, before: { ...diff.before, ...was }, after: { ...diff.after, ...is } }
  })

function withoutPlace({ afterId: _after, beforeId: _before, ...values }: FieldValues): FieldValues {
  return values
}

/** Removes the sibling places from a change record. */
export const withoutPlaces = (diff: NodeDiff): NodeDiff =>
  'afterId' in diff.after ? { ...diff, before: withoutPlace(diff.before), after: withoutPlace(diff.after) } : diff

/**
 * Returns a request that puts a node between its siblings again if its position no longer does; null if none is needed.
 */
export function findPlaceRepair({ record }: NodeTable, { id, after }: NodeDiff): NodeRequest | null {
  const node = record(id)
  if (node === undefined || node.isDeleted) return null
  const sibling = (siblingId: unknown): NodeRecord | undefined => {
    const found = typeof siblingId === 'string' ? record(siblingId) : undefined
    const [parentId] = node.parentIds
    const isBeside = parentId === undefined ? found?.parentIds.length === 0 : found?.parentIds.includes(parentId)
    return found?.isDeleted === false && isBeside === true ? found : undefined
  }
  const [left, right] = [sibling(after['afterId']), sibling(after['beforeId'])]
  if (left !== undefined && left.position > node.position) return { kind: 'update', id, change: { afterId: left.id } }
  if (right !== undefined && right.position < node.position)
    return { kind: 'update', id, change: { beforeId: right.id } }
  return null
}
