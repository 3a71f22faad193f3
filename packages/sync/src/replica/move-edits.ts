import {
  accept,
  addParent,
  type EditRefusal,
  getAncestorIds,
  moveNode,
  type NodeDiff,
  type NodeDrop,
  type NodeId,
  type ParentLink,
  refuse,
  removeParent,
  type Result,
} from '@espalier/domain'
import { isReposition } from './fields.ts'
import type { NodeTable } from './node-table.ts'
import { type NodeChange, toRequests } from './operations.ts'
import type { Step } from './optimistic-store.ts'

export interface Moving {
  readonly present: NodeTable
  readonly step: Step
}

/**
 * Moves several nodes in their order. One that is below another of them moves along with it, unless they move alone.
 */
export function moveNodes(
  moving: Moving,
  ids: readonly NodeId[],
  drop: NodeDrop,
  isAlone: boolean,
): Result<null, EditRefusal> {
  const { graph } = moving.present
  const chosen = new Set(ids)
  const isCarried = (id: NodeId): boolean =>
    !isAlone && [...getAncestorIds(graph, id)].some((ancestorId) => chosen.has(ancestorId))
  const tops = [...chosen].filter((id) => !isCarried(id))
  let next = drop
  let kept = 0
  for (const nodeId of tops) {
    const moved = moveOne(moving, nodeId, next, isAlone)
    if (!moved.ok && moved.reason === 'already-parent') kept += 1
    else if (!moved.ok) return moved
    if (next.side === 'after') next = { side: 'after', targetId: nodeId }
  }
  return tops.length > 0 && kept === tops.length ? refuse('already-parent') : accept(null)
}

function moveOne(
  { present, step }: Moving,
  nodeId: NodeId,
  drop: NodeDrop,
  isAlone: boolean,
): Result<null, EditRefusal> {
  const decided = moveNode(present.graph, { nodeId, drop, isAlone })
  if (!decided.ok) return decided
  const heirs = decided.value.filter((diff) => diff.id !== nodeId && !isReposition(diff))
  for (const request of toRequests(heirs)) {
    const lifted = step(request)
    if (!lifted.ok) return lifted
  }
  const own = decided.value.find(({ id }) => id === nodeId)
  if (own === undefined) return accept(null)
  const moved = step({ kind: 'update', id: nodeId, change: toMoveChange(present, own, drop) })
  return moved.ok ? accept(null) : moved
}

/** Behind the last child a position is enough; beside a sibling the server chooses one between the neighbors. */
function toMoveChange({ living, record }: NodeTable, { id, after }: NodeDiff, drop: NodeDrop): NodeChange {
  const { parentIds, position } = after
  const parents = Array.isArray(parentIds) ? { parentIds: parentIds as readonly NodeId[] } : {}
  const target = record(drop.targetId)
  if (drop.side === 'onto' || target === undefined) {
    return { ...parents, ...(typeof position === 'number' && { position }) }
  }
  const siblings = living.children(target.parentIds[0] ?? null)
  const step = drop.side === 'after' ? 1 : -1
  const index = siblings.indexOf(target) + step
  // The node itself may still be there, and would be its own neighbor.
  const other = siblings.at(index)?.id === id ? siblings.at(index + step)?.id : siblings.at(index)?.id
  const [afterId, beforeId] = drop.side === 'after' ? [target.id, other] : [other, target.id]
  return { ...parents, ...(afterId !== undefined && { afterId }), ...(beforeId !== undefined && { beforeId }) }
}

export const linkParent = (moving: Moving, link: ParentLink): Result<null, EditRefusal> =>
  relink(moving, addParent(moving.present.graph, link))

export const unlinkParent = (moving: Moving, link: ParentLink): Result<null, EditRefusal> =>
  relink(moving, removeParent(moving.present.graph, link))

function relink({ step }: Moving, decided: Result<readonly NodeDiff[], EditRefusal>): Result<null, EditRefusal> {
  if (!decided.ok) return decided
  for (const request of toRequests(decided.value.filter((diff) => !isReposition(diff)))) {
    const linked = step(request)
    if (!linked.ok) return linked
  }
  return accept(null)
}
