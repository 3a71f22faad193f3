import type { NodeId } from '@espalier/domain'
import { groupByPrimaryParent, type Plan } from '../../../data/plan/index.ts'

/** The nodes that others hang from. */
export const findInnerIds = (plan: Plan): ReadonlySet<NodeId> =>
  new Set([...groupByPrimaryParent(plan).keys()].filter((id) => id !== null))

/** What has to be folded for so many levels to be seen. */
export function findIdsToFold(plan: Plan, levels: number): ReadonlySet<NodeId> {
  const inner = findInnerIds(plan)
  const depths = new Map<NodeId, number>()
  for (const { id, parentIds } of plan.nodes) depths.set(id, (depths.get(parentIds[0] ?? '') ?? 0) + 1)
  return new Set([...depths].filter(([id, depth]) => depth >= levels && inner.has(id)).map(([id]) => id))
}

/** The plan without what hangs from a folded node. */
export function hideFolded(plan: Plan, folded: ReadonlySet<NodeId>): Plan {
  const hidden = new Set<NodeId>()
  for (const { id, parentIds } of plan.nodes) {
    const [parentId] = parentIds
    if (parentId !== undefined && (folded.has(parentId) || hidden.has(parentId))) hidden.add(id)
  }
  return { ...plan, nodes: plan.nodes.filter(({ id }) => !hidden.has(id)) }
}
