import type { NodeId } from '../node/node.ts'

/**
 * A node of a waiting graph. It waits for its children, for its blockers, and for the blockers of each of its
 * ancestors. Ids of nodes that do not live are allowed; nobody waits for those.
 */
export interface WaitingNode {
  readonly id: NodeId
  readonly parentIds: readonly NodeId[]
  /** Nodes that must be done before this one, or anything below it, can start. */
  readonly blockedByIds: readonly NodeId[]
}

/** The living nodes of a project, with their links in both directions. What lives may still name a deleted node. */
export interface WaitingGraph {
  /** Returns undefined for a node that does not live. */
  getNode(id: NodeId): WaitingNode | undefined
  getChildIds(id: NodeId): readonly NodeId[]
  /** Returns the nodes that have this one among their own blockers. */
  getBlockedIds(id: NodeId): readonly NodeId[]
}

/** A gate of a node in the waiting graph; `schedule/waiting-links.ts` says what gates are. */
interface Gate {
  readonly id: NodeId
  readonly isEnd: boolean
}

const noIds: readonly NodeId[] = []

/**
 * Tells whether the nodes, with what they will wait for after a change, would close a cycle in a waiting graph that has
 * none: a node with an added blocker, a moved one, one with one more parent, or those that are undeleted. Returns a
 * cycle, in which each node waits for the next and the last one for the first, or null.
 *
 * A cycle needs a new link. So for each of them we search from both of its ends in turn, and stop when one side has
 * nothing left: a new blocker of a node in a small branch costs a few steps, however large the project is.
 */
export function findWaitingCycle(graph: WaitingGraph, changed: readonly WaitingNode[]): readonly NodeId[] | null {
  const next = new ChangedGraph(graph, changed)
  const links = changed.flatMap((node) => findNewLinks(graph, next, node))
  if (links.length > mostSearchedLinks) return findCycleFrom(next, links)
  for (const [from, to] of links) {
    const path = findPath(next, to, from)
    if (path !== null) return toNodes(path)
  }
  return null
}

const emptyGraph: WaitingGraph = { getNode: () => undefined, getChildIds: () => noIds, getBlockedIds: () => noIds }

/** Does the same for a whole graph. */
export const findCycleAmong = (nodes: readonly WaitingNode[]): readonly NodeId[] | null =>
  findWaitingCycle(emptyGraph, nodes)

/** With more new links, as of an undeleted branch, one walk through everything they reach is cheaper. */
const mostSearchedLinks = 64

const begin = (id: NodeId): Gate => ({ id, isEnd: false })
const end = (id: NodeId): Gate => ({ id, isEnd: true })
const toKey = ({ id, isEnd }: Gate): string => (isEnd ? `end ${id}` : `begin ${id}`)

/** Returns links from a gate to one for which it waits. Each new cycle contains one of them. */
function findNewLinks(graph: WaitingGraph, next: ChangedGraph, node: WaitingNode): (readonly [Gate, Gate])[] {
  const { id } = node
  const old = graph.getNode(id)
  if (old === undefined && isPlainLeaf(next, node)) return []
  const isNew = (other: NodeId, oldIds: readonly NodeId[] = noIds) =>
    next.getNode(other) !== undefined && (graph.getNode(other) === undefined || !oldIds.includes(other))
  const parentIds = node.parentIds.filter((parentId) => isNew(parentId, old?.parentIds))
  const blockerIds = node.blockedByIds.filter((blockerId) => isNew(blockerId, old?.blockedByIds))
  return [
    ...blockerIds.map((blockerId) => [begin(id), end(blockerId)] as const),
    ...parentIds.flatMap((parentId) => [[begin(id), begin(parentId)] as const, [end(parentId), end(id)] as const]),
    // Nodes that waited for a node before it was deleted wait for it again.
    ...(old === undefined ? next.getBlockedIds(id).map((blockedId) => [begin(blockedId), end(id)] as const) : []),
  ]
}

/** A cycle through a leaf of one parent, whom nobody else waits for, leads through that parent without it too. */
const isPlainLeaf = (next: ChangedGraph, { id, parentIds, blockedByIds }: WaitingNode): boolean =>
  parentIds.length < 2 &&
  blockedByIds.length === 0 &&
  next.getChildIds(id).length === 0 &&
  next.getBlockedIds(id).length === 0

/** The graph as it is after the change. */
class ChangedGraph implements WaitingGraph {
  readonly #graph: WaitingGraph
  readonly #changed: ReadonlyMap<NodeId, WaitingNode>
  readonly #children = new Map<NodeId, NodeId[]>()
  readonly #blocked = new Map<NodeId, NodeId[]>()

  constructor(graph: WaitingGraph, changed: readonly WaitingNode[]) {
    this.#graph = graph
    this.#changed = new Map(changed.map((node) => [node.id, node]))
    for (const node of this.#changed.values()) {
      for (const parentId of node.parentIds) append(this.#children, parentId, node.id)
      for (const blockerId of node.blockedByIds) append(this.#blocked, blockerId, node.id)
    }
  }

  getNode(id: NodeId): WaitingNode | undefined {
    return this.#changed.get(id) ?? this.#graph.getNode(id)
  }

  getChildIds(id: NodeId): readonly NodeId[] {
    return this.#replaceChanged(this.#graph.getChildIds(id), this.#children.get(id))
  }

  getBlockedIds(id: NodeId): readonly NodeId[] {
    return this.#replaceChanged(this.#graph.getBlockedIds(id), this.#blocked.get(id))
  }

  #replaceChanged(ids: readonly NodeId[], added: readonly NodeId[] = noIds): readonly NodeId[] {
    return [...ids.filter((id) => !this.#changed.has(id)), ...added]
  }

  /** Returns the gates for which a gate waits directly. */
  getBefore({ id, isEnd }: Gate): readonly Gate[] {
    if (isEnd) return [begin(id), ...this.getChildIds(id).map(end)]
    const node = this.getNode(id)
    if (node === undefined) return []
    return [
      ...node.parentIds.filter((parentId) => this.getNode(parentId) !== undefined).map(begin),
      ...node.blockedByIds.filter((blockerId) => this.getNode(blockerId) !== undefined).map(end),
    ]
  }

  /** Returns the gates that wait directly for a gate. */
  getAfter({ id, isEnd }: Gate): readonly Gate[] {
    if (!isEnd) return [end(id), ...this.getChildIds(id).map(begin)]
    const parentIds = this.getNode(id)?.parentIds ?? noIds
    return [
      ...parentIds.filter((parentId) => this.getNode(parentId) !== undefined).map(end),
      ...this.getBlockedIds(id).map(begin),
    ]
  }
}

function append(lists: Map<NodeId, NodeId[]>, key: NodeId, id: NodeId): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [id])
  else if (!list.includes(id)) list.push(id)
}

/** One side of a search: what it has reached, and from where. */
class Side {
  readonly #getNext: (gate: Gate) => readonly Gate[]
  readonly #cameFrom = new Map<string, Gate | null>()
  readonly #open: Gate[] = []
  #followed = 0

  constructor(start: Gate, getNext: (gate: Gate) => readonly Gate[]) {
    this.#getNext = getNext
    this.#cameFrom.set(toKey(start), null)
    this.#open.push(start)
  }

  has(gate: Gate): boolean {
    return this.#cameFrom.has(toKey(gate))
  }

  /** Follows one gate and returns those it newly reached, or null when nothing is left. */
  step(): readonly Gate[] | null {
    const gate = this.#open[this.#followed]
    if (gate === undefined) return null
    this.#followed += 1
    const reached = this.#getNext(gate).filter((next) => !this.has(next))
    for (const next of reached) {
      this.#cameFrom.set(toKey(next), gate)
      this.#open.push(next)
    }
    return reached
  }

  /** Returns the gates from this one back to the start. */
  trace(gate: Gate): readonly Gate[] {
    const path: Gate[] = []
    for (let at: Gate | null = gate; at !== null; at = this.#cameFrom.get(toKey(at)) ?? null) path.push(at)
    return path
  }
}

/** Walks once through all gates for which the new links wait. Returns a cycle among them, or null. */
function findCycleFrom(graph: ChangedGraph, links: readonly (readonly [Gate, Gate])[]): readonly NodeId[] | null {
  const finished = new Set<string>()
  const open = new Set<string>()
  const path: { readonly gate: Gate; readonly before: readonly Gate[]; followed: number }[] = []
  const enter = (gate: Gate): void => {
    open.add(toKey(gate))
    path.push({ gate, before: graph.getBefore(gate), followed: 0 })
  }
  for (const [from] of links) {
    if (!finished.has(toKey(from))) enter(from)
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.before[step.followed]
      step.followed += 1
      const key = next === undefined ? '' : toKey(next)
      if (next === undefined) {
        path.pop()
        open.delete(toKey(step.gate))
        finished.add(toKey(step.gate))
      } else if (open.has(key)) {
        const gates = path.map(({ gate }) => gate)
        return toNodes(gates.slice(gates.findIndex((gate) => toKey(gate) === key)))
      } else if (!finished.has(key)) enter(next)
    }
  }
  return null
}

/** Returns the gates on a way along which `from` waits for `to`, both included, or null. */
function findPath(graph: ChangedGraph, from: Gate, to: Gate): readonly Gate[] | null {
  if (toKey(from) === toKey(to)) return [from]
  const forward = new Side(from, (gate) => graph.getBefore(gate))
  const backward = new Side(to, (gate) => graph.getAfter(gate))
  for (;;) {
    for (const [side, other] of [
      [forward, backward],
      [backward, forward],
    ] as const) {
      const reached = side.step()
      if (reached === null) return null
      const meeting = reached.find((gate) => other.has(gate))
      if (meeting !== undefined) return [...forward.trace(meeting).toReversed(), ...backward.trace(meeting).slice(1)]
    }
  }
}

/**
 * Turns a cycle of gates into nodes. From one end gate to the next is one wait, whatever begin gates are between them.
 * A cycle of begin gates alone goes from child to parent, and it is the parent that waits for the child.
 */
function toNodes(path: readonly Gate[]): readonly NodeId[] {
  const ends = path.filter(({ isEnd }) => isEnd)
  return (ends.length > 0 ? ends : path.toReversed()).map(({ id }) => id)
}
