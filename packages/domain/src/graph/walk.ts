import { limits } from '../core/limits.ts'
import { nodesPerStep, runSteps, type Steps } from '../core/steps.ts'
import type { ListId, NodeId } from '../node/node.ts'
import type { GraphView } from './graph.ts'

export const getChildIds = (graph: GraphView, listId: ListId): NodeId[] =>
  Array.from(graph.children(listId), (child) => child.id)

export const getParentIds = (graph: GraphView, id: NodeId): readonly NodeId[] => graph.node(id)?.parentIds ?? []

/** Returns all ancestors via all parents. On corrupt data with a cycle, the node itself may be among them. */
export const getAncestorIds = (graph: GraphView, id: NodeId): Set<NodeId> =>
  collectReachable(id, (at) => getParentIds(graph, at))

/** Returns all existing descendants of a node. */
export const getDescendantIds = (graph: GraphView, id: NodeId): Set<NodeId> =>
  collectReachable(id, (at) => getChildIds(graph, at))

/** Walks upwards, because a node has few ancestors and may have very many descendants. */
export const isDescendant = (graph: GraphView, id: NodeId, ofId: NodeId): boolean => getAncestorIds(graph, id).has(ofId)

function collectReachable(start: NodeId, next: (id: NodeId) => readonly NodeId[]): Set<NodeId> {
  const reached = new Set<NodeId>()
  const waiting = [start]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const id of next(at)) {
      if (reached.has(id)) continue
      reached.add(id)
      waiting.push(id)
    }
  }
  return reached
}

interface Chains {
  /** The length of the longest chain from each node on, in nodes, including itself. */
  readonly lengths: ReadonlyMap<NodeId, number>
  readonly hasCycle: boolean
}

interface ChainVisit {
  readonly id: NodeId
  readonly nexts: readonly NodeId[]
  done: number
  longest: number
}

/** O(nodes and links reached). Terminates on corrupt data: a link that closes a cycle is not followed. */
export const measureChains = (starts: Iterable<NodeId>, next: (id: NodeId) => readonly NodeId[]): Chains =>
  runSteps(measureChainsInSteps(starts, next))

/** Does the same in steps. */
export function* measureChainsInSteps(
  starts: Iterable<NodeId>,
  next: (id: NodeId) => readonly NodeId[],
): Steps<Chains> {
  const lengths = new Map<NodeId, number>()
  const open = new Set<NodeId>()
  const path: ChainVisit[] = []
  let hasCycle = false
  const enter = (id: NodeId): void => {
    open.add(id)
    path.push({ id, nexts: next(id), done: 0, longest: 0 })
  }
  for (const start of starts) {
    if (!lengths.has(start)) enter(start)
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const id = visit.nexts[visit.done]
      if (id === undefined) {
        path.pop()
        open.delete(visit.id)
        lengths.set(visit.id, visit.longest + 1)
        if (lengths.size % nodesPerStep === 0) yield
      } else if (open.has(id)) {
        hasCycle = true
        visit.done += 1
      } else if (lengths.has(id)) {
        visit.longest = Math.max(visit.longest, lengths.get(id) ?? 0)
        visit.done += 1
      } else {
        enter(id)
      }
    }
  }
  return { lengths, hasCycle }
}

const knownParentIds = (graph: GraphView) => (id: NodeId) =>
  getParentIds(graph, id).filter((parent) => graph.node(parent))

/** Returns the number of nodes above this one on the longest path. A root has none. */
export function getDepth(graph: GraphView, id: NodeId): number {
  const length = measureChains([id], knownParentIds(graph)).lengths.get(id) ?? 1
  return Math.min(length - 1, limits.chainNodes)
}

/** Computes the depth of every existing node in one pass, O(nodes and links). */
export function getDepths(graph: GraphView): Map<NodeId, number> {
  const living: NodeId[] = []
  for (const node of graph.nodes()) if (!node.isDeleted) living.push(node.id)
  const { lengths } = measureChains(living, knownParentIds(graph))
  return new Map(living.map((id) => [id, Math.min((lengths.get(id) ?? 1) - 1, limits.chainNodes)]))
}
