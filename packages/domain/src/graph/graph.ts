import { runSteps, type Steps, workInSteps } from '../core/steps.ts'
import { OrderedList, type SiblingList } from '../ordering/sibling-list.ts'
import { withPosition, type GraphNode, type ListId, getListIds, type NodeId, type ProjectId } from '../node/node.ts'

/** The nodes of one project, or as many of them as a rule needs. */
export interface GraphView {
  readonly projectId: ProjectId
  readonly livingCount: number
  node(id: NodeId): GraphNode | undefined
  nodes(): Iterable<GraphNode>
  /** Returns the existing children in order; null: the roots. */
  children(listId: ListId): SiblingList<GraphNode>
}

/** A graph that also knows its blockers from the other side. */
export interface BlockerGraphView extends GraphView {
  /** Whether any node names a blocker. */
  readonly hasBlockers: boolean
  /** Returns the nodes, deleted ones included, that name this one as a blocker. */
  blockedIds(id: NodeId): Iterable<NodeId>
}

/** The input of the rules: a graph on which a change can be tried. */
export interface Graph extends BlockerGraphView {
  /** Returns a draft over this graph, valid while the graph itself stays unchanged. */
  draft(): DraftGraph
}

/** A graph that is updated in place, at O(log n) for each list that contains a node. */
export interface EditableGraph extends Graph {
  put(node: GraphNode): void
}

/** A graph with changes over it; the graph beneath stays as it is. */
export interface DraftGraph extends GraphView {
  put(node: GraphNode): void
  /** Moves nodes a little to make room. They are given in order and keep it; in each list they are adjacent. */
  spread(positions: ReadonlyMap<NodeId, number>): void
  /** Every node changed since the draft was made, in the order of its first change. */
  readonly touched: ReadonlySet<NodeId>
  /** The touched nodes that were put, not only spread. */
  readonly placed: ReadonlySet<NodeId>
}

type GraphNodeList = OrderedList<GraphNode>
const emptyList = OrderedList.of<GraphNode>([])

/**
 * O(n log n). Deleted nodes are known, but in no list. `unloadedCount`: the number of existing nodes that were not
 * loaded.
 */
export const createGraph = (
  projectId: ProjectId,
  nodes: Iterable<GraphNode>,
  unloadedCount: number = 0,
): EditableGraph => runSteps(createGraphInSteps(projectId, nodes, unloadedCount))

/** Does the same in steps. */
export function* createGraphInSteps(
  projectId: ProjectId,
  nodes: Iterable<GraphNode>,
  unloadedCount: number = 0,
): Steps<EditableGraph> {
  const known = new Map<NodeId, GraphNode>()
  const blocked = new BlockedIndex()
  yield* workInSteps(nodes, (node) => {
    blocked.replace(known.get(node.id), node)
    known.set(node.id, node)
  })
  const lists = yield* sortIntoLists(known.values())
  let livingCount = unloadedCount
  for (const node of known.values()) livingCount += countLiving(node)
  const graph: GraphView = {
    projectId,
    get livingCount() {
      return livingCount
    },
    node: (id) => known.get(id),
    nodes: () => known.values(),
    children: (listId) => lists.get(listId) ?? emptyList,
  }
  const whole: EditableGraph = {
    projectId,
    get livingCount() {
      return livingCount
    },
    get hasBlockers() {
      return blocked.hasBlockers
    },
    node: graph.node,
    nodes: graph.nodes,
    children: graph.children,
    blockedIds: (id) => blocked.get(id),
    put(node: GraphNode) {
      const before = known.get(node.id)
      livingCount += countLiving(node) - countLiving(before)
      known.set(node.id, node)
      blocked.replace(before, node)
      updateLists(before, node, (listId) => getOrCreateList(lists, listId, () => emptyList.fork()))
    },
    draft: () => createDraft(graph, (listId) => lists.get(listId) ?? emptyList),
  }
  return whole
}

/** The nodes that name each blocker. */
class BlockedIndex {
  readonly #byBlocker = new Map<NodeId, Set<NodeId>>()

  get hasBlockers(): boolean {
    return this.#byBlocker.size > 0
  }

  get(blockerId: NodeId): Iterable<NodeId> {
    return this.#byBlocker.get(blockerId) ?? []
  }

  replace(before: GraphNode | undefined, { id, blockedByIds }: GraphNode): void {
    if (before?.blockedByIds === blockedByIds) return
    for (const blockerId of before?.blockedByIds ?? []) {
      const named = this.#byBlocker.get(blockerId)
      named?.delete(id)
      if (named?.size === 0) this.#byBlocker.delete(blockerId)
    }
    for (const blockerId of blockedByIds) {
      const named = this.#byBlocker.get(blockerId)
      if (named === undefined) this.#byBlocker.set(blockerId, new Set([id]))
      else named.add(id)
    }
  }
}

function* sortIntoLists(nodes: Iterable<GraphNode>): Steps<Map<ListId, GraphNodeList>> {
  const unsorted = new Map<ListId, GraphNode[]>()
  yield* workInSteps(nodes, (node) => {
    for (const listId of getListIds(node)) {
      const list = unsorted.get(listId)
      if (list === undefined) unsorted.set(listId, [node])
      else list.push(node)
    }
  })
  const lists = new Map<ListId, GraphNodeList>()
  yield* workInSteps(unsorted, ([listId, list]) => void lists.set(listId, OrderedList.of(list)))
  return lists
}

function createDraft(graph: GraphView, original: (listId: ListId) => GraphNodeList): DraftGraph {
  const changed = new Map<NodeId, GraphNode>()
  const touched = new Set<NodeId>()
  const placed = new Set<NodeId>()
  const lists = new Map<ListId, GraphNodeList>()
  let livingCount = graph.livingCount
  const node = (id: NodeId): GraphNode | undefined => changed.get(id) ?? graph.node(id)
  return {
    projectId: graph.projectId,
    get livingCount() {
      return livingCount
    },
    touched,
    placed,
    node,
    nodes: () => iterateOverlaid(graph, changed),
    children: (listId) => lists.get(listId) ?? original(listId),
    put(next) {
      const before = node(next.id)
      livingCount += countLiving(next) - countLiving(before)
      changed.set(next.id, next)
      touched.add(next.id)
      placed.add(next.id)
      updateLists(before, next, (listId) => getOrCreateList(lists, listId, () => original(listId).fork()))
    },
    spread(positions) {
      const steps = toPositionSteps(positions, node)
      for (const [listId, run] of groupStepsByList(steps)) {
        getOrCreateList(lists, listId, () => original(listId).fork()).replaceRun(run)
      }
      for (const { after } of orderWithoutCrossing(steps)) {
        changed.set(after.id, after)
        touched.add(after.id)
      }
    },
  }
}

const countLiving = (node: GraphNode | undefined): number => (node === undefined || node.isDeleted ? 0 : 1)

function* iterateOverlaid(graph: GraphView, changed: ReadonlyMap<NodeId, GraphNode>): Generator<GraphNode> {
  for (const node of graph.nodes()) if (!changed.has(node.id)) yield node
  yield* changed.values()
}

function getOrCreateList(lists: Map<ListId, GraphNodeList>, listId: ListId, make: () => GraphNodeList): GraphNodeList {
  const present = lists.get(listId)
  if (present !== undefined) return present
  const list = make()
  lists.set(listId, list)
  return list
}

interface PositionStep {
  readonly before: GraphNode
  readonly after: GraphNode
}

function toPositionSteps(
  positions: ReadonlyMap<NodeId, number>,
  getNode: (id: NodeId) => GraphNode | undefined,
): readonly PositionStep[] {
  const steps: PositionStep[] = []
  for (const [id, position] of positions) {
    const before = getNode(id)
    if (before !== undefined) steps.push({ before, after: withPosition(before, position) })
  }
  return steps
}

function groupStepsByList(steps: readonly PositionStep[]): Map<ListId, PositionStep[]> {
  const runs = new Map<ListId, PositionStep[]>()
  for (const step of steps) {
    for (const listId of getListIds(step.before)) {
      const run = runs.get(listId)
      if (run === undefined) runs.set(listId, [step])
      else run.push(step)
    }
  }
  return runs
}

/** In this order no node passes another, so that a store that applies them one by one need not re-sort. */
const orderWithoutCrossing = (steps: readonly PositionStep[]): readonly PositionStep[] => [
  ...steps.filter(({ before, after }) => after.position < before.position),
  ...steps.filter(({ before, after }) => after.position > before.position).toReversed(),
]

function updateLists(
  before: GraphNode | undefined,
  after: GraphNode,
  listFor: (listId: ListId) => GraphNodeList,
): void {
  const left = before === undefined ? [] : getListIds(before)
  const entered = getListIds(after)
  for (const listId of entered) {
    if (before !== undefined && left.includes(listId)) listFor(listId).replace(before, after)
    else listFor(listId).insert(after)
  }
  if (before === undefined) return
  for (const listId of left) if (!entered.includes(listId)) listFor(listId).remove(before)
}
