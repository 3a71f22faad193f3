import type { FieldValues, NodeDiff, NodeId } from '@espalier/domain'
import { isReposition } from './fields.ts'
import type { NodeRecord } from './node-record.ts'
import type { Present } from './present.ts'
import { idsIn, type NodeRequest } from './request.ts'

/** The siblings that a node stands between, under its primary parent. */
interface Place {
  readonly afterId: NodeId | null
  readonly beforeId: NodeId | null
}

const nowhere: Place = { afterId: null, beforeId: null }

export function placeOf({ living }: Present, node: NodeRecord): Place {
  if (node.isDeleted) return nowhere
  const siblings = living.children(node.parentIds[0] ?? null)
  const index = siblings.indexOf(node)
  return { afterId: siblings.at(index - 1)?.id ?? null, beforeId: siblings.at(index + 1)?.id ?? null }
}

const isMove = ({ after }: NodeDiff): boolean => ['parentIds', 'position', 'isDeleted'].some((field) => field in after)

/** Of what a request does, what a person would take back: that others were spread to make room is nothing to undo. */
export function meantBy(request: NodeRequest, diffs: readonly NodeDiff[]): readonly NodeDiff[] {
  const ids = new Set(idsIn(request))
  return diffs.filter((diff) => ids.has(diff.id) || !isReposition(diff))
}

/** Where the nodes that these changes move stand now. */
export const placesOf = (present: Present, diffs: readonly NodeDiff[]): ReadonlyMap<NodeId, Place> =>
  new Map(
    diffs.filter(isMove).map(({ id }) => {
      const node = present.record(id)
      return [id, node === undefined ? nowhere : placeOf(present, node)]
    }),
  )

/** Change records that also tell between whom a node stood: siblings may have got other numbers when it comes back. */
export const withPlaces = (
  diffs: readonly NodeDiff[],
  before: ReadonlyMap<NodeId, Place>,
  after: ReadonlyMap<NodeId, Place>,
): readonly NodeDiff[] =>
  diffs.map((diff) => {
    const [was, is] = [before.get(diff.id), after.get(diff.id)]
    if (was === undefined || is === undefined) return diff
    return { ...diff, before: { ...diff.before, ...was }, after: { ...diff.after, ...is } }
  })

function withoutPlace({ afterId: _after, beforeId: _before, ...values }: FieldValues): FieldValues {
  return values
}

/** The change itself, without its surroundings. */
export const bareDiff = (diff: NodeDiff): NodeDiff =>
  'afterId' in diff.after ? { ...diff, before: withoutPlace(diff.before), after: withoutPlace(diff.after) } : diff

/** What puts a node between its siblings again, where its number no longer does. */
export function settlingOf({ record }: Present, { id, after }: NodeDiff): NodeRequest | null {
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
