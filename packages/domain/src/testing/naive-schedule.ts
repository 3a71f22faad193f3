import type { NodeId } from '../node/node.ts'
import type { WaitingNode } from '../graph/find-waiting-cycle.ts'
import type { SchedulableNode, ScheduledNode } from '../schedule/schedule.ts'

/** Returns for each node all nodes for which it waits directly, each ancestor's blockers written out. */
export function findWaits(nodes: readonly WaitingNode[]): Map<NodeId, Set<NodeId>> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const waits = new Map(nodes.map(({ id }) => [id, new Set<NodeId>()]))
  for (const node of nodes) {
    for (const parentId of node.parentIds) waits.get(parentId)?.add(node.id)
    for (const id of findBlockers(byId, node.id)) waits.get(node.id)?.add(id)
  }
  return waits
}

/** Walks up from a node, own blockers first. */
function findBlockers(byId: ReadonlyMap<NodeId, WaitingNode>, id: NodeId): NodeId[] {
  const above = new Set([id])
  const blockers = new Set<NodeId>()
  for (const at of above) {
    const node = byId.get(at)
    for (const blocker of node?.blockedByIds ?? []) if (byId.has(blocker)) blockers.add(blocker)
    for (const parentId of node?.parentIds ?? []) above.add(parentId)
  }
  return [...blockers]
}

/** Removes what waits for nothing that is left, until nothing more can be removed. What remains is on or behind a cycle. */
export function hasCycle(nodes: readonly WaitingNode[]): boolean {
  const waits = findWaits(nodes)
  for (let before = -1; before !== waits.size;) {
    before = waits.size
    for (const [id, others] of waits) if ([...others].every((other) => !waits.has(other))) waits.delete(id)
  }
  return waits.size > 0
}

const toWholeEstimate = ({ estimate }: SchedulableNode): number => Math.round((estimate ?? 0) * 100_000)

/** Computes the schedule from the written-out waiting graph of open nodes, without gates, sweeps or updates. */
export function computeNaively(nodes: readonly SchedulableNode[]): {
  readonly criticalLength: number
  readonly nodes: ScheduledNode[]
} {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const isOpen = (id: NodeId) => {
    const node = byId.get(id)
    return node !== undefined && node.status !== 'done' && node.isCounted
  }
  const parentsOfOpen = new Set(nodes.flatMap(({ id, parentIds }) => (isOpen(id) ? parentIds : [])))
  const waits = findWaits(nodes)
  const waiters = new Map<NodeId, NodeId[]>(nodes.map(({ id }) => [id, []]))
  for (const [id, others] of waits) if (isOpen(id)) for (const other of others) waiters.get(other)?.push(id)

  const measureChain = (next: (id: NodeId) => Iterable<NodeId>) => {
    const known = new Map<NodeId, number>()
    const measure = (id: NodeId): number => {
      const old = known.get(id)
      if (old !== undefined) return old
      let longest = 0
      for (const other of next(id)) {
        if (isOpen(other))
          longest = Math.max(longest, measure(other) + toWholeEstimate(byId.get(other) as SchedulableNode))
      }
      known.set(id, longest)
      return longest
    }
    return measure
  }
  const before = measureChain((id) => waits.get(id) ?? [])
  const after = measureChain((id) => waiters.get(id) ?? [])
  const through = (node: SchedulableNode) => before(node.id) + toWholeEstimate(node) + after(node.id)
  const end = nodes.reduce((longest, node) => (isOpen(node.id) ? Math.max(longest, through(node)) : longest), 0)

  return {
    criticalLength: end / 100_000,
    nodes: nodes.map((node) => {
      const openBlockerIds = findBlockers(byId, node.id).filter(isOpen)
      const hasOpenChild = parentsOfOpen.has(node.id)
      const slack = isOpen(node.id) ? end - through(node) : 0
      const openState = openBlockerIds.length > 0 ? 'blocked' : hasOpenChild ? 'waiting' : 'ready'
      return {
        id: node.id,
        state: node.status === 'done' ? 'done' : openState,
        isCritical: isOpen(node.id) && slack === 0,
        slack: slack / 100_000,
        earliestStart: before(node.id) / 100_000,
        openBlockerIds,
      }
    }),
  }
}
