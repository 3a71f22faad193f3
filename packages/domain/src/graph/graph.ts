import { comparePlaced, indexOfPlace } from '../ordering/compare.ts'
import { type GraphNode, type ListId, listsOf, type NodeId, type ProjectId } from './node.ts'

/** The nodes of one project, or as many of them as a rule needs. */
export interface Graph {
  readonly projectId: ProjectId
  readonly livingCount: number
  node(id: NodeId): GraphNode | undefined
  nodes(): Iterable<GraphNode>
  /** The living children in their order; null: the living roots. */
  children(listId: ListId): readonly GraphNode[]
}

/** A graph that is kept up to date in place, O(log n) and one shift of an array for each list a node stands in. */
export interface EditableGraph extends Graph {
  put(node: GraphNode): void
}

/** A graph with changes laid over it; the graph beneath stays as it is. */
export interface DraftGraph extends EditableGraph {
  /** Every node put since the draft was made, in the order of the first time. */
  readonly touched: ReadonlySet<NodeId>
}

const nobody: readonly GraphNode[] = []

/** O(n log n). Deleted nodes are known, but stand in no list. */
export function createGraph(projectId: ProjectId, nodes: Iterable<GraphNode>): EditableGraph {
  const known = new Map<NodeId, GraphNode>()
  for (const node of nodes) known.set(node.id, node)
  const lists = new Map<ListId, GraphNode[]>()
  let livingCount = 0
  for (const node of known.values()) {
    if (!node.isDeleted) livingCount += 1
    for (const listId of listsOf(node)) writable(lists, listId, nobody).push(node)
  }
  for (const list of lists.values()) list.sort(comparePlaced)
  return {
    projectId,
    get livingCount() {
      return livingCount
    },
    node: (id) => known.get(id),
    nodes: () => known.values(),
    children: (listId) => lists.get(listId) ?? nobody,
    put(node) {
      const before = known.get(node.id)
      livingCount += living(node) - living(before)
      known.set(node.id, node)
      relist(before, node, (listId) => writable(lists, listId, nobody))
    },
  }
}

/** Making a draft is free; the first change in a list copies that list. */
export function draftOf(graph: Graph): DraftGraph {
  const changed = new Map<NodeId, GraphNode>()
  const touched = new Set<NodeId>()
  const lists = new Map<ListId, GraphNode[]>()
  let livingCount = graph.livingCount
  const node = (id: NodeId): GraphNode | undefined => changed.get(id) ?? graph.node(id)
  return {
    projectId: graph.projectId,
    get livingCount() {
      return livingCount
    },
    touched,
    node,
    nodes: () => overlaid(graph, changed),
    children: (listId) => lists.get(listId) ?? graph.children(listId),
    put(next) {
      const before = node(next.id)
      livingCount += living(next) - living(before)
      changed.set(next.id, next)
      touched.add(next.id)
      relist(before, next, (listId) => writable(lists, listId, graph.children(listId)))
    },
  }
}

const living = (node: GraphNode | undefined): number => (node === undefined || node.isDeleted ? 0 : 1)

function* overlaid(graph: Graph, changed: ReadonlyMap<NodeId, GraphNode>): Generator<GraphNode> {
  for (const node of graph.nodes()) if (!changed.has(node.id)) yield node
  yield* changed.values()
}

function writable(lists: Map<ListId, GraphNode[]>, listId: ListId, original: readonly GraphNode[]): GraphNode[] {
  const present = lists.get(listId)
  if (present !== undefined) return present
  const list = original.slice()
  lists.set(listId, list)
  return list
}

function relist(before: GraphNode | undefined, after: GraphNode, listFor: (listId: ListId) => GraphNode[]): void {
  const left = before === undefined ? [] : listsOf(before)
  const entered = listsOf(after)
  for (const listId of left) {
    if (before === undefined) continue
    const list = listFor(listId)
    const index = indexIn(list, before)
    if (index < 0) continue
    if (entered.includes(listId) && fits(list, index, after)) list[index] = after
    else list.splice(index, 1)
  }
  for (const listId of entered) {
    const list = listFor(listId)
    const index = indexOfPlace(list, after)
    if (list[index] !== after) list.splice(index, 0, after)
  }
}

/** Whether a node may take this index without a shift of all that follow. */
function fits(list: readonly GraphNode[], index: number, node: GraphNode): boolean {
  const previous = list[index - 1]
  const next = list[index + 1]
  return (
    (previous === undefined || comparePlaced(previous, node) < 0) &&
    (next === undefined || comparePlaced(node, next) < 0)
  )
}

function indexIn(list: readonly GraphNode[], node: GraphNode): number {
  const index = indexOfPlace(list, node)
  if (list[index]?.id === node.id) return index
  // A position that is not a number has no place in an order: the search above would miss the node and leave it twice.
  return list.findIndex((there) => there.id === node.id)
}
