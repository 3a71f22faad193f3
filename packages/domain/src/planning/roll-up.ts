import { IdNumbers } from '../graph/id-numbers.ts'
import type { NodeId } from '../node/node.ts'
import type { CalendarDate } from './calendar-date.ts'
import { NodeLinks } from './node-links.ts'
import { estimateParts, type PlannedNode } from './planned-node.ts'

export type RollUpNode = Pick<
  PlannedNode,
  'id' | 'parentIds' | 'status' | 'stageId' | 'estimate' | 'startDate' | 'dueDate'
>

export interface RollUpSettings {
  readonly today: CalendarDate
  /** The stages whose nodes leave every roll-up, such as 'Dropped'. */
  readonly uncountedStageIds: ReadonlySet<string>
}

/** The summary of what is below a node, or of the whole project. A node that is there in several ways counts once. */
export interface RollUp {
  readonly nodes: number
  readonly done: number
  readonly estimate: number
  readonly doneEstimate: number
  /** 0 to 1, by estimate, or by count if nothing is estimated. Null: there is nothing to count. */
  readonly doneShare: number | null
  readonly earliestStart: CalendarDate | null
  readonly latestDue: CalendarDate | null
  readonly overdue: number
  /** Whether the node itself is due before something below it. */
  readonly isDueTooEarly: boolean
}

const none = -1
/** The sums of a node: nodes, done, overdue, estimate, done estimate. */
const sums = 5
const noParents: readonly NodeId[] = []
const noStart = 0x7fffffff
const noDue = 0

/**
 * Computes the roll-ups of every node of a project and updates them when a node changes. Sums add up in one pass where
 * each node has one parent. Above a node with several parents they would count it twice, so there the branch is walked.
 * The earliest and the latest date are the same either way. Values are in typed arrays by the number of a node.
 */
export class RollUps {
  readonly #settings: RollUpSettings
  readonly #numbers = new IdNumbers()
  readonly #links = new NodeLinks()
  #exists = new Uint8Array(0)
  /** The numbers that each node adds to the nodes above it. A node that does not count adds nothing and has no dates. */
  #own = new Float64Array(0)
  #ownStart = new Int32Array(0)
  #ownDue = new Int32Array(0)
  #below = new Float64Array(0)
  #belowStart = new Int32Array(0)
  #belowDue = new Int32Array(0)
  /** Whether the sums must be computed again, because more than a leaf moved. */
  #isStale = true

  constructor(nodes: Iterable<RollUpNode>, settings: RollUpSettings) {
    this.#settings = settings
    if (Array.isArray(nodes)) this.#grow(nodes.length)
    for (const node of nodes) this.#store(this.#getNumber(node.id), node)
  }

  /** Takes over the current state of a node; undefined: it is deleted. */
  update(id: NodeId, node: RollUpNode | undefined): void {
    const at = node === undefined ? this.#numbers.find(id) : this.#getNumber(id)
    if (at === none) return
    if (this.#isStale || (this.#links.hasChildren(at) && !this.#hasParents(at, node))) {
      this.#store(at, node)
      this.#isStale = true
      return
    }
    const before = this.#own.slice(at * sums, at * sums + sums)
    const oldAncestors = this.#links.findAncestors(at)
    this.#store(at, node)
    const newAncestors = this.#links.findAncestors(at)
    this.#add(oldAncestors, before, -1)
    this.#add(newAncestors, this.#own.subarray(at * sums, at * sums + sums), 1)
    this.#refreshDates(oldAncestors)
    this.#refreshDates(newAncestors)
  }

  /** Returns null for a leaf and for an unknown node. */
  getBelow(id: NodeId): RollUp | null {
    const at = this.#numbers.find(id)
    if (at === none || this.#exists[at] === 0 || !this.#links.hasChildren(at)) return null
    this.#refresh()
    const due = this.#ownDue[at] as number
    const latestDue = this.#belowDue[at] as number
    return toRollUp(this.#below.subarray(at * sums, at * sums + sums), this.#belowStart[at] as number, latestDue, due)
  }

  /** Returns the roll-up of all nodes, each once. */
  getWhole(): RollUp {
    const total = new Float64Array(sums)
    let [start, due] = [noStart, noDue]
    for (let at = 0; at < this.#exists.length; at += 1) {
      for (let sum = 0; sum < sums; sum += 1)
        total[sum] = (total[sum] as number) + (this.#own[at * sums + sum] as number)
      start = Math.min(start, this.#ownStart[at] as number)
      due = Math.max(due, this.#ownDue[at] as number)
    }
    return toRollUp(total, start, due, noDue)
  }

  #hasParents(at: number, node: RollUpNode | undefined): boolean {
    if (node === undefined || this.#exists[at] === 0) return false
    const parents = this.#links.getParents(at)
    return (
      parents.length === node.parentIds.length &&
      node.parentIds.every((id, index) => this.#numbers.find(id) === parents[index])
    )
  }

  #store(at: number, node: RollUpNode | undefined): void {
    const isCounted =
      node !== undefined && (node.stageId === null || !this.#settings.uncountedStageIds.has(node.stageId))
    const isDone = node?.status === 'done'
    const estimate = Math.round((node?.estimate ?? 0) * estimateParts)
    const isOverdue = !isDone && node?.dueDate != null && node.dueDate < this.#settings.today
    this.#exists[at] = node === undefined ? 0 : 1
    const first = at * sums
    this.#own[first] = isCounted ? 1 : 0
    this.#own[first + 1] = isCounted && isDone ? 1 : 0
    this.#own[first + 2] = isCounted && isOverdue ? 1 : 0
    this.#own[first + 3] = isCounted ? estimate : 0
    this.#own[first + 4] = isCounted && isDone ? estimate : 0
    this.#ownStart[at] = isCounted && node.startDate !== null ? packDate(node.startDate) : noStart
    this.#ownDue[at] = isCounted && node.dueDate !== null ? packDate(node.dueDate) : noDue
    const parentIds = node?.parentIds ?? noParents
    // Nearly all nodes have one parent, for which no list is made.
    if (parentIds.length > 1)
      this.#links.setParents(
        at,
        parentIds.map((id) => this.#getNumber(id)),
      )
    else this.#links.setParent(at, parentIds[0] === undefined ? none : this.#getNumber(parentIds[0]))
  }

  #refresh(): void {
    if (!this.#isStale) return
    this.#isStale = false
    this.#below.fill(0)
    this.#belowStart.fill(noStart)
    this.#belowDue.fill(noDue)
    const order = this.#links.sortChildrenFirst()
    const isShared = this.#links.findAboveShared(order)
    for (const at of order) {
      this.#refreshDatesAt(at)
      if (isShared[at] === 1) this.#sumBranch(at, isShared)
      else for (const child of this.#links.getChildren(at)) this.#addWhole(at, child)
    }
  }

  /** Adds a child and everything below it. */
  #addWhole(at: number, child: number): void {
    this.#addOwn(at, child)
    for (let sum = 0; sum < sums; sum += 1) {
      this.#below[at * sums + sum] =
        (this.#below[at * sums + sum] as number) + (this.#below[child * sums + sum] as number)
    }
  }

  #addOwn(at: number, child: number): void {
    for (let sum = 0; sum < sums; sum += 1) {
      this.#below[at * sums + sum] =
        (this.#below[at * sums + sum] as number) + (this.#own[child * sums + sum] as number)
    }
  }

  /** Walks the part of a branch in which nodes may be reached in several ways; the rest is summed already. */
  #sumBranch(top: number, isShared: Uint8Array): void {
    const children = this.#links.getChildren(top)
    if (children.length === 1) {
      this.#addWhole(top, children[0] as number)
      return
    }
    const visited = this.#links.startVisit(top)
    const open = [top]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const child of this.#links.getChildren(at)) {
        if (!visited(child)) continue
        if (isShared[child] === 1) {
          this.#addOwn(top, child)
          open.push(child)
        } else this.#addWhole(top, child)
      }
    }
  }

  #add(ancestors: readonly number[], values: Float64Array, factor: 1 | -1): void {
    for (const at of ancestors) {
      for (let sum = 0; sum < sums; sum += 1) {
        this.#below[at * sums + sum] = (this.#below[at * sums + sum] as number) + factor * (values[sum] as number)
      }
    }
  }

  /** The ancestors come in the order in which each follows what is below it. */
  #refreshDates(ancestors: readonly number[]): void {
    for (const at of ancestors) this.#refreshDatesAt(at)
  }

  #refreshDatesAt(at: number): void {
    let [start, due] = [noStart, noDue]
    for (const child of this.#links.getChildren(at)) {
      start = Math.min(start, this.#ownStart[child] as number, this.#belowStart[child] as number)
      due = Math.max(due, this.#ownDue[child] as number, this.#belowDue[child] as number)
    }
    this.#belowStart[at] = start
    this.#belowDue[at] = due
  }

  #getNumber(id: NodeId): number {
    const at = this.#numbers.findOrAdd(id)
    if (at >= this.#exists.length) this.#grow(Math.max(1 << 6, this.#exists.length * 2))
    return at
  }

  #grow(size: number): void {
    const old = this.#exists.length
    this.#exists = enlarge(this.#exists, new Uint8Array(size))
    this.#own = enlarge(this.#own, new Float64Array(size * sums))
    this.#below = enlarge(this.#below, new Float64Array(size * sums))
    this.#ownStart = enlarge(this.#ownStart, new Int32Array(size)).fill(noStart, old)
    this.#belowStart = enlarge(this.#belowStart, new Int32Array(size)).fill(noStart, old)
    this.#ownDue = enlarge(this.#ownDue, new Int32Array(size))
    this.#belowDue = enlarge(this.#belowDue, new Int32Array(size))
    this.#links.grow(size)
  }
}

function enlarge<Values extends { set(values: Values): void }>(values: Values, larger: Values): Values {
  larger.set(values)
  return larger
}

const zero = 48

/** Packs YYYY-MM-DD into a number with the same order. Cutting texts out of 20,000 dates would take longer. */
function packDate(date: CalendarDate): number {
  let packed = 0
  for (let at = 0; at < date.length; at += 1) {
    if (at !== 4 && at !== 7) packed = packed * 10 + date.charCodeAt(at) - zero
  }
  return packed
}

function unpackDate(packed: number): CalendarDate {
  const digits = String(packed).padStart(8, '0')
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

function toRollUp(values: Float64Array, start: number, latestDue: number, ownDue: number): RollUp {
  const [nodes = 0, done = 0, overdue = 0, estimate = 0, doneEstimate = 0] = values
  const byCount = nodes === 0 ? null : done / nodes
  return {
    nodes,
    done,
    overdue,
    estimate: estimate / estimateParts,
    doneEstimate: doneEstimate / estimateParts,
    doneShare: estimate === 0 ? byCount : doneEstimate / estimate,
    earliestStart: start === noStart ? null : unpackDate(start),
    latestDue: latestDue === noDue ? null : unpackDate(latestDue),
    isDueTooEarly: ownDue !== noDue && ownDue < latestDue,
  }
}
