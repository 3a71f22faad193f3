import type { NodeView } from '../database/nodes.ts'

/** A node as the naive rules know it. */
interface PlainNode {
  readonly parentIds: readonly string[]
  readonly blockedByIds: readonly string[]
  readonly title: string
  readonly isDeleted: boolean
}

export type PlainPlan = ReadonlyMap<string, PlainNode>

export interface PlainChange {
  readonly op: string
  readonly nodeId: string
  readonly data: {
    readonly title?: string
    readonly parentId?: string | null
    readonly addBlockedByIds?: readonly string[]
  }
}

export const toPlainPlan = (nodes: readonly NodeView[]): PlainPlan =>
  new Map(
    nodes.map(({ id, parentIds, blockedByIds, title, isDeleted }) => [
      id,
      { parentIds, blockedByIds, title, isDeleted },
    ]),
  )

const isLiving = (plan: PlainPlan, id: string): boolean => plan.get(id)?.isDeleted === false

/** Applies a change by the plainest reading of the rules. Null if it cannot be applied. */
export function applyNaively(plan: PlainPlan, { op, nodeId, data }: PlainChange): PlainPlan | null {
  const node = plan.get(nodeId)
  const next = new Map(plan)
  if (op === 'create') {
    if (node !== undefined || (data.parentId != null && !isLiving(plan, data.parentId))) return null
    const parentIds = data.parentId == null ? [] : [data.parentId]
    return next.set(nodeId, { parentIds, blockedByIds: [], title: data.title ?? '', isDeleted: false })
  }
  if (node === undefined || node.isDeleted) return null
  if (op === 'delete') {
    if ([...plan.values()].filter((one) => !one.isDeleted).length <= 1) return null
    for (const [id, one] of plan) {
      if (one.isDeleted || !one.parentIds.includes(nodeId)) continue
      const lifted = one.parentIds.flatMap((parentId) => (parentId === nodeId ? node.parentIds : [parentId]))
      next.set(id, { ...one, parentIds: [...new Set(lifted)] })
    }
    return next.set(nodeId, { ...node, isDeleted: true })
  }
  const { title = node.title, parentId, addBlockedByIds = [] } = data
  if (typeof parentId === 'string' && !isLiving(plan, parentId)) return null
  if (!addBlockedByIds.every((id) => isLiving(plan, id) || id === nodeId || node.blockedByIds.includes(id))) return null
  const others = node.parentIds.slice(1).filter((id) => id !== parentId)
  const parentIds = parentId === undefined ? node.parentIds : [...(parentId === null ? [] : [parentId]), ...others]
  const blockedByIds = [...new Set([...node.blockedByIds, ...addBlockedByIds])]
  next.set(nodeId, { ...node, title, parentIds, blockedByIds })
  return hasCycle(next) ? null : next
}

/** Nobody may wait for themselves: for children, for blockers, and for the blockers of ancestors. */
function hasCycle(plan: PlainPlan): boolean {
  const living = [...plan].filter(([, node]) => !node.isDeleted)
  const children = new Map<string, string[]>()
  for (const [id, { parentIds }] of living)
    for (const parentId of parentIds) children.set(parentId, [...(children.get(parentId) ?? []), id])
  const walk = (from: readonly string[], next: (id: string) => readonly string[]): Set<string> => {
    const seen = new Set<string>()
    const waiting = [...from]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id) || !isLiving(plan, id)) continue
      seen.add(id)
      waiting.push(...next(id))
    }
    return seen
  }
  const waitsFor = (id: string): readonly string[] => {
    const above = walk([id], (one) => plan.get(one)?.parentIds ?? [])
    return [...(children.get(id) ?? []), ...[...above].flatMap((one) => plan.get(one)?.blockedByIds ?? [])]
  }
  return living.some(([id]) => walk(waitsFor(id), waitsFor).has(id))
}
