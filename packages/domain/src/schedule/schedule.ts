import type { NodeId } from '../node/node.ts'
import { estimateParts, type PlannedNode } from '../planning/planned-node.ts'
import type { NodeLinks } from '../planning/node-links.ts'
import { extendLists, packDistinct } from '../planning/packed-lists.ts'
import { notOpen, sweepAfter, sweepBefore } from './full-sweeps.ts'
import type { GateOrder } from './gate-order.ts'
import { findOpenParents, listAllOpenBlockers } from './open-blockers.ts'
import { toBegin, toEnd, WaitingLinks } from './waiting-links.ts'
import type { WaitingGraph, WaitingNode } from '../graph/find-waiting-cycle.ts'

/** The fields of a living node that the schedule reads. */
export interface SchedulableNode extends WaitingNode, Pick<PlannedNode, 'status' | 'estimate'> {
  /** False in a stage whose nodes do not count, such as 'Dropped'. */
  readonly isCounted: boolean
}

export type LensState = 'done' | 'blocked' | 'ready' | 'waiting'

export interface ScheduledNode {
  readonly id: NodeId
  readonly state: LensState
  /** Whether it is open and its slack is 0. */
  readonly isCritical: boolean
  /** How much it may slip without moving the end. */
  readonly slack: number
  /** The longest chain of open work before it. */
  readonly earliestStart: number
  /** Its own first, then those of its ancestors, each once. */
  readonly openBlockerIds: readonly NodeId[]
}

const none = -1
const noIds: readonly NodeId[] = []

/**
 * Computes what can start now and which chain of work decides the end, for each node of a project, and updates it when
 * a node changes. Two sweeps along the order of the waiting graph find the longest chain before and after each node. A
 * changed node makes only those gates be computed again whose value changes. The order is sorted again if it no longer
 * fits. Lengths are whole numbers of hundred-thousandths, in typed arrays by the number of a node.
 */
export class Schedule implements WaitingGraph {
  /** A map and not IdNumbers: ids are looked up 25,000 times to begin, and a schedule is not kept for every project. */
  readonly #numbers = new Map<NodeId, number>()
  #lastId: NodeId | undefined
  #lastNumber = none
  readonly #links = new WaitingLinks()
  readonly #nodes: (SchedulableNode | undefined)[] = []
  #isOpen = new Uint8Array(0)
  #length = new Float64Array(0)
  /** The end of the latest open blocker, its own or an ancestor's; notOpen: there is none. */
  #begin = new Float64Array(0)
  #start = new Float64Array(0)
  /** Start and length of an open node. */
  #finish = new Float64Array(0)
  /** The longest chain that begins with this node, itself included; 0 if it is not open. */
  #chain = new Float64Array(0)
  /** The longest chain that begins with this node or anything below it. */
  #chainBelow = new Float64Array(0)
  /** The gates to compute again in each direction, by their place in the order. */
  #isDirtyAfter = new Uint8Array(0)
  #isDirtyBefore = new Uint8Array(0)
  #criticalLength = 0
  #isUnsorted = true
  #isStale = true

  constructor(nodes: Iterable<SchedulableNode>) {
    const list: readonly SchedulableNode[] = [...nodes]
    this.#grow(list.length)
    // Numbered before they are linked, so that most ids are looked up once less.
    for (let at = 0; at < list.length; at += 1) this.#numbers.set((list[at] as SchedulableNode).id, at)
    if (this.#numbers.size < list.length) {
      // An id came twice; the last one counts.
      this.#numbers.clear()
      for (const node of list) this.#store(this.#getNumber(node.id), node)
      return
    }
    for (let at = 0; at < list.length; at += 1) this.#storeWork(at, list[at] as SchedulableNode)
    const getNumber = (id: NodeId) => this.#getLastNumber(id)
    const parents = packDistinct(list, ({ parentIds }) => parentIds, getNumber)
    const blockers = packDistinct(list, ({ blockedByIds }) => blockedByIds, getNumber)
    // Ids of nodes that do not live have got numbers too.
    const size = this.#isOpen.length
    const areAllLiving = this.#numbers.size === list.length
    this.#links.give({ parents: extendLists(parents, size), blockers: extendLists(blockers, size), areAllLiving })
  }

  /** Takes over the current state of a node; undefined: it is deleted. */
  update(id: NodeId, node: SchedulableNode | undefined): void {
    const at = node === undefined ? this.#find(id) : this.#getNumber(id)
    if (at === none) return
    this.#isStale = true
    if (this.#isUnsorted) {
      this.#store(at, node)
      return
    }
    const before = this.#nodes[at]
    this.#markAround(at)
    if (before === undefined || node === undefined || !haveSameLinks(before, node)) {
      // Nodes that name a node which lives again wait for it, which the order did not know.
      const isRevived = before === undefined && this.#links.isNamed(at)
      this.#store(at, node)
      if (isRevived || !this.#links.fits(at)) this.#isUnsorted = true
      if (!this.#isUnsorted) this.#markAround(at)
    } else this.#storeWork(at, node)
  }

  /** Returns undefined for a node that does not live. */
  get(id: NodeId): ScheduledNode | undefined {
    this.#refresh()
    const at = this.#find(id)
    if (at === none || this.#nodes[at] === undefined) return undefined
    const hasOpenChild = this.#links.parents.getChildren(at).some((child) => this.#isOpen[child] === 1)
    return this.#toScheduled(at, this.#findOpenBlockers(at), hasOpenChild)
  }

  /** Returns every living node. */
  getAll(): ScheduledNode[] {
    this.#refresh()
    const { parents, blockers } = this.#links.pack((at) => this.#nodes[at] !== undefined)
    const lists = listAllOpenBlockers({
      gates: this.#links.order,
      parents,
      blockers,
      isOpen: this.#isOpen,
      begin: this.#begin,
      getId: (at) => (this.#nodes[at] as SchedulableNode).id,
    })
    const hasOpenChild = findOpenParents(parents, this.#isOpen)
    const all: ScheduledNode[] = []
    for (let at = 0; at < this.#nodes.length; at += 1) {
      if (this.#nodes[at] !== undefined) all.push(this.#toScheduled(at, lists[at] ?? noIds, hasOpenChild[at] === 1))
    }
    return all
  }

  /** Returns the sum of the estimates on the longest chain of open work. */
  getCriticalLength(): number {
    this.#refresh()
    return this.#criticalLength / estimateParts
  }

  getNode(id: NodeId): WaitingNode | undefined {
    const at = this.#find(id)
    return at === none ? undefined : this.#nodes[at]
  }

  getChildIds(id: NodeId): readonly NodeId[] {
    const at = this.#find(id)
    return at === none ? noIds : this.#toIds(this.#links.parents.getChildren(at))
  }

  getBlockedIds(id: NodeId): readonly NodeId[] {
    const at = this.#find(id)
    return at === none ? noIds : this.#toIds(this.#links.blockers.getChildren(at))
  }

  #toIds(nodes: readonly number[]): readonly NodeId[] {
    return nodes.flatMap((at) => this.#nodes[at]?.id ?? [])
  }

  #toScheduled(at: number, openBlockerIds: readonly NodeId[], hasOpenChild: boolean): ScheduledNode {
    const node = this.#nodes[at] as SchedulableNode
    const start = this.#start[at] as number
    // A chain holds the node's own length once, so that start and chain together are the longest one through the node.
    const slack = this.#isOpen[at] === 1 ? this.#criticalLength - start - (this.#chain[at] as number) : 0
    return {
      id: node.id,
      state: this.#getState(at, node, hasOpenChild),
      isCritical: this.#isOpen[at] === 1 && slack === 0,
      slack: slack / estimateParts,
      earliestStart: start / estimateParts,
      openBlockerIds,
    }
  }

  #getState(at: number, node: SchedulableNode, hasOpenChild: boolean): LensState {
    if (node.status === 'done') return 'done'
    if (this.#begin[at] !== notOpen) return 'blocked'
    return hasOpenChild ? 'waiting' : 'ready'
  }

  /** Walks up in depth, the first parent's branch before the second's. */
  #findOpenBlockers(at: number): readonly NodeId[] {
    if (this.#begin[at] === notOpen) return noIds
    const found = new Set<NodeId>()
    const isNew = this.#links.parents.startVisit(none)
    const open = [at]
    for (let above = open.pop(); above !== undefined; above = open.pop()) {
      if (!isNew(above)) continue
      for (const id of this.#getOwnOpenBlockers(above)) found.add(id)
      open.push(...this.#links.parents.getParents(above).toReversed())
    }
    return [...found]
  }

  #getOwnOpenBlockers(at: number): readonly NodeId[] {
    const { blockers } = this.#links
    let open: NodeId[] | undefined
    for (let index = 0, blocker = blockers.getParentAt(at, 0); blocker !== none;) {
      if (this.#isOpen[blocker] === 1) (open ??= []).push((this.#nodes[blocker] as SchedulableNode).id)
      index += 1
      blocker = blockers.getParentAt(at, index)
    }
    return open ?? noIds
  }

  #store(at: number, node: SchedulableNode | undefined): void {
    this.#storeWork(at, node)
    this.#link(this.#links.parents, at, node?.parentIds)
    this.#link(this.#links.blockers, at, node?.blockedByIds)
  }

  #link(links: NodeLinks, at: number, ids: readonly NodeId[] = noIds): void {
    // Nearly all nodes have one parent and at most one blocker, for which no list is made.
    if (ids.length > 1)
      links.setParents(
        at,
        Array.from(new Set(ids), (id) => this.#getNumber(id)),
      )
    else links.setParent(at, ids[0] === undefined ? none : this.#getLastNumber(ids[0]))
  }

  #storeWork(at: number, node: SchedulableNode | undefined): void {
    const isOpen = node !== undefined && node.isCounted && node.status !== 'done'
    this.#nodes[at] = node
    this.#isOpen[at] = isOpen ? 1 : 0
    this.#length[at] = isOpen ? Math.round((node.estimate ?? 0) * estimateParts) : 0
  }

  /** Marks what reads the values of a node directly. What else they change is marked by the sweeps. */
  #markAround(at: number): void {
    const { places, parents, blockers } = this.#links
    const [begin, end] = [places[toBegin(at)] as number, places[toEnd(at)] as number]
    for (const dirty of [this.#isDirtyAfter, this.#isDirtyBefore]) {
      dirty[begin] = 1
      dirty[end] = 1
    }
    for (const parent of parents.getParents(at)) {
      this.#isDirtyAfter[places[toEnd(parent)] as number] = 1
      this.#isDirtyBefore[places[toBegin(parent)] as number] = 1
    }
    for (const blocker of blockers.getParents(at)) this.#isDirtyBefore[places[toEnd(blocker)] as number] = 1
  }

  #refresh(): void {
    if (!this.#isStale) return
    this.#isStale = false
    if (this.#isUnsorted) {
      this.#isUnsorted = false
      this.#sweepAll(this.#links.sort((at) => this.#nodes[at] !== undefined))
    } else this.#sweep()
    let end = 0
    for (const finish of this.#finish) if (finish > end) end = finish
    this.#criticalLength = end
  }

  /** Does the same as the sweeps over single gates, over lists that are read faster than links that can change. */
  #sweepAll(sorted: GateOrder): void {
    sweepBefore(sorted, {
      isOpen: this.#isOpen,
      length: this.#length,
      begin: this.#begin.fill(notOpen),
      start: this.#start,
      finish: this.#finish.fill(notOpen),
    })
    sweepAfter(sorted, {
      isOpen: this.#isOpen,
      length: this.#length,
      chain: this.#chain.fill(0),
      chainBelow: this.#chainBelow.fill(0),
    })
    this.#isDirtyAfter.fill(0)
    this.#isDirtyBefore.fill(0)
  }

  /** Each sweep passes each gate once, so that it ends also if the links are a cycle. */
  #sweep(): void {
    const { order, places } = this.#links
    const markAfter = (gate: number) => void (this.#isDirtyAfter[places[gate] as number] = 1)
    for (let place = this.#isDirtyAfter.indexOf(1); place >= 0 && place < order.length; place += 1) {
      if (this.#isDirtyAfter[place] === 0) continue
      const gate = order[place] as number
      if (this.#computeBefore(gate)) this.#links.eachAfter(gate, markAfter)
      this.#isDirtyAfter[place] = 0
    }
    const markBefore = (gate: number) => void (this.#isDirtyBefore[places[gate] as number] = 1)
    for (let place = this.#isDirtyBefore.lastIndexOf(1); place >= 0; place -= 1) {
      if (this.#isDirtyBefore[place] === 0) continue
      const gate = order[place] as number
      if (this.#computeAfter(gate)) this.#links.eachBefore(gate, markBefore)
      this.#isDirtyBefore[place] = 0
    }
  }

  /** Computes the longest chain before a gate and returns whether it changed for those that wait for the gate. */
  #computeBefore(gate: number): boolean {
    const at = gate >> 1
    if (gate === toBegin(at)) {
      const begin = findLargest(this.#begin, this.#links.parents, at, notOpen)
      return replace(this.#begin, at, findLargest(this.#finish, this.#links.blockers, at, begin))
    }
    let start = Math.max(0, this.#begin[at] as number)
    for (const child of this.#links.parents.getChildren(at)) start = Math.max(start, this.#finish[child] as number)
    this.#start[at] = start
    return replace(this.#finish, at, this.#isOpen[at] === 1 ? start + (this.#length[at] as number) : notOpen)
  }

  /** Computes the longest chain from a gate on and returns whether it changed for those that the gate waits for. */
  #computeAfter(gate: number): boolean {
    const at = gate >> 1
    if (gate === toBegin(at)) {
      let chain = this.#chain[at] as number
      for (const child of this.#links.parents.getChildren(at)) {
        chain = Math.max(chain, this.#chainBelow[child] as number)
      }
      return replace(this.#chainBelow, at, chain)
    }
    if (this.#isOpen[at] === 0) return replace(this.#chain, at, 0)
    let after = findLargest(this.#chain, this.#links.parents, at, 0)
    for (const blocked of this.#links.blockers.getChildren(at)) {
      after = Math.max(after, this.#chainBelow[blocked] as number)
    }
    return replace(this.#chain, at, (this.#length[at] as number) + after)
  }

  #find(id: NodeId): number {
    return this.#numbers.get(id) ?? none
  }

  /** Siblings come one after the other in most projects, so that the parent is the one that was asked for last. */
  #getLastNumber(id: NodeId): number {
    if (id !== this.#lastId) {
      this.#lastNumber = this.#getNumber(id)
      this.#lastId = id
    }
    return this.#lastNumber
  }

  #getNumber(id: NodeId): number {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const at = this.#numbers.size
    this.#numbers.set(id, at)
    if (at >= this.#isOpen.length) this.#grow(Math.max(1 << 6, this.#isOpen.length * 2))
    return at
  }

  #grow(size: number): void {
    this.#isOpen = enlarge(this.#isOpen, new Uint8Array(size))
    this.#length = enlarge(this.#length, new Float64Array(size))
    // The others are computed again, because the order does not hold the new nodes.
    this.#begin = new Float64Array(size)
    this.#start = new Float64Array(size)
    this.#finish = new Float64Array(size)
    this.#chain = new Float64Array(size)
    this.#chainBelow = new Float64Array(size)
    this.#isDirtyAfter = new Uint8Array(size * 2)
    this.#isDirtyBefore = new Uint8Array(size * 2)
    this.#links.grow(size)
    this.#isUnsorted = true
  }
}

const haveSameIds = (some: readonly NodeId[], others: readonly NodeId[]): boolean =>
  some === others || (some.length === others.length && some.every((id, index) => id === others[index]))

const haveSameLinks = (one: SchedulableNode, other: SchedulableNode): boolean =>
  haveSameIds(one.parentIds, other.parentIds) && haveSameIds(one.blockedByIds, other.blockedByIds)

/** Returns the largest value among a node's parents in these links, or the given one if that is larger. */
function findLargest(values: Float64Array, links: NodeLinks, at: number, least: number): number {
  let largest = least
  for (let index = 0, parent = links.getParentAt(at, 0); parent !== none; parent = links.getParentAt(at, index)) {
    largest = Math.max(largest, values[parent] as number)
    index += 1
  }
  return largest
}

function replace(values: Float64Array, at: number, value: number): boolean {
  if (values[at] === value) return false
  values[at] = value
  return true
}

function enlarge<Values extends { set(values: Values): void }>(values: Values, larger: Values): Values {
  larger.set(values)
  return larger
}
