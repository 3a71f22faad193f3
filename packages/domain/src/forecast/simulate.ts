import { countIn } from '../planning/packed-lists.ts'
import { Histograms } from './histograms.ts'
import { nodeWork, type PackedProject } from './packed-project.ts'
import { QueueOrder } from './queue-order.ts'
import { emptyRow, planSimulation, scratchRow, type SimulationPlan, unreadRow } from './simulation-plan.ts'

/** When each future has done each amount of the open work, in days, by amount. The first amount is nothing. */
export interface TeamEnds {
  readonly ends: Float32Array
  readonly futures: number
  readonly steps: number
}

export interface SimulationInput {
  readonly project: PackedProject
  /** The amount of work of each node that is left; 0 for what is not open. */
  readonly weights: Float32Array
  readonly total: number
  readonly team: TeamEnds
  /** How many people worked at once. */
  readonly workers: number
  readonly random: () => number
}

export interface SimulatedEnds {
  readonly nodes: Histograms
  /** Whether a node has an end: nodes that are done, with all below them, have none. */
  readonly hasEnd: Uint8Array
  /** The end of all in each future. */
  readonly whole: Float32Array
}

/** The futures that are simulated at a time, so that what they need stays in the cache. */
const partLength = 125
/** A quarter of the futures is enough for the date of a single node. */
const leafStride = 4
/**
 * Times are whole numbers of this part of a day: the larger of two whole numbers can be found without a branch, and the
 * processor would guess half of those branches wrong.
 */
const ticksPerDay = 64
/** The work of all nodes one after the other is no longer than this, so that no sum leaves the whole numbers. */
const mostTicks = 1 << 29
const shareBits = 8
const noiseCount = 1 << 12
const mostNoise = 4
const mostWeights = 64

/**
 * Simulates when each node is done. A node is done when the team has got that far in its queue, when its people have
 * had the time for it one thing after the other, when what it waits for is done and after that its own work, and when
 * everything below it is done: whichever is last. Futures are simulated side by side for each node, without allocating
 * anything on the way.
 */
export function simulate(input: SimulationInput): SimulatedEnds {
  const { project, team } = input
  const plan = planSimulation(project)
  const simulation = new Simulation(input, plan)
  for (let from = 0; from < team.futures; from += partLength) simulation.runPart(from)
  const whole = Float32Array.from(simulation.whole, (ticks) => ticks / ticksPerDay)
  return { nodes: simulation.histograms, hasEnd: plan.isOpenBranch, whole }
}

class Simulation {
  readonly histograms: Histograms
  readonly whole: Int32Array
  readonly #input: SimulationInput
  readonly #plan: SimulationPlan
  readonly #queue: QueueOrder
  /** The times of the nodes that others read, a part of the futures in each row. */
  readonly #rows: Int32Array
  readonly #teamEnds: Int32Array
  /** When each person is free again. */
  readonly #free: Int32Array
  /** The ticks that one person needs for a unit of work, in each future. */
  readonly #unitTicks: Float64Array
  readonly #noise: Float64Array
  /** The ticks for nodes of some sizes in the part of the futures that is simulated. */
  readonly #ticksByWeight = new Map<number, Int32Array>()
  readonly #otherTicks = new Int32Array(partLength)
  #from = 0

  constructor(input: SimulationInput, plan: SimulationPlan) {
    const { project, team, total, workers, random } = input
    this.#input = input
    this.#plan = plan
    this.#queue = new QueueOrder(project, plan)
    this.histograms = new Histograms(project.living, ticksPerDay)
    this.whole = new Int32Array(team.futures)
    this.#rows = new Int32Array(plan.rowCount * partLength)
    this.#free = new Int32Array(project.people * partLength)
    const last = team.steps * team.futures
    this.#teamEnds = new Int32Array(team.ends.length)
    for (let at = 0; at < team.ends.length; at += 1)
      this.#teamEnds[at] = Math.ceil((team.ends[at] as number) * ticksPerDay)
    this.#unitTicks = new Float64Array(team.futures)
    for (let future = 0; future < team.futures; future += 1) {
      const ticks = (team.ends[last + future] as number) * ticksPerDay * workers
      this.#unitTicks[future] = Math.min(mostTicks / mostNoise, ticks) / total
    }
    // Work of the same size takes longer at one time than at another: exponential with a mean of 1, without its tail.
    this.#noise = new Float64Array(noiseCount + partLength)
    for (let at = 0; at < this.#noise.length; at += 1) this.#noise[at] = Math.min(mostNoise, -Math.log(1 - random()))
  }

  runPart(from: number): void {
    const length = Math.min(partLength, this.#input.team.futures - from)
    const { gates, isBeginComputed, firstAssignedRow } = this.#plan
    this.#from = from
    this.#ticksByWeight.clear()
    this.#queue.shuffle(this.#input.weights, this.#input.random)
    this.#rows.fill(0, 0, firstAssignedRow * partLength)
    this.#free.fill(0)
    for (let place = 0; place < gates.length; place += 1) {
      const gate = gates[place] as number
      const at = gate >> 1
      if (gate % 2 === 1) this.#end(at, from, length)
      else if (isBeginComputed[at] === 1) this.#begin(at, length)
    }
  }

  /** A node begins after the begin of what is above it and the end of its blockers. */
  #begin(at: number, length: number): void {
    const { parents } = this.#input.project
    const { beginRows, endRows, blockers } = this.#plan
    const rows = this.#rows
    const own = (beginRows[at] as number) * partLength
    // The first row is copied, which is faster than to empty it and raise it.
    let isEmpty = true
    const add = (row: number) => {
      if (isEmpty) rows.copyWithin(own, row * partLength, row * partLength + length)
      else if (row !== emptyRow) raise(rows, own, rows, row * partLength, length)
      isEmpty = false
    }
    for (let index = blockers.starts[at] as number; index < (blockers.starts[at + 1] as number); index += 1)
      add(endRows[blockers.values[index] as number] as number)
    for (let index = parents.starts[at] as number; index < (parents.starts[at + 1] as number); index += 1)
      add(beginRows[parents.values[index] as number] as number)
  }

  #end(at: number, from: number, length: number): void {
    const { project } = this.#input
    const { children, beginRows, endRows } = this.#plan
    const { starts, values } = project.parents
    const isLeaf = countIn(children, at) === 0
    const isTop = starts[at] === starts[at + 1]
    const isOwnWork = (project.work[at] as number) < nodeWork.done && (isLeaf || (project.estimates[at] as number) > 0)
    const isByPeople = isOwnWork && countIn(project.assignees, at) > 0
    const isAfterWait = isOwnWork && !isByPeople && (!isLeaf || beginRows[at] !== emptyRow)
    const own = (endRows[at] as number) * partLength
    const parent =
      countIn(project.parents, at) === 1 ? (endRows[values[starts[at] as number] as number] as number) : unreadRow
    if (isByPeople) this.#workByPeople(at, own, parent * partLength, length, isLeaf)
    else if (isAfterWait) this.#workAfterWait(at, own, parent * partLength, length, isLeaf)
    const isByTeam = isLeaf && !isByPeople && !isAfterWait
    // The order of the queue needs no raise: a branch is behind everything below it.
    const isRaised = isByTeam || (parent !== unreadRow && (isByPeople || isAfterWait))
    for (let index = starts[at] as number; !isRaised && index < (starts[at + 1] as number); index += 1)
      raise(this.#rows, (endRows[values[index] as number] as number) * partLength, this.#rows, own, length)
    // Only some futures of a leaf are counted, and others need them all only if they wait for it.
    const stride = isLeaf ? leafStride : 1
    const teamStride = isTop || endRows[at] !== scratchRow ? 1 : stride
    this.#workByTeam(this.#queue.positions[at] as number, own, from, length, isByTeam, teamStride)
    if (from === 0) this.histograms.fit(at, this.#rows, own, length, stride)
    this.histograms.add(at, this.#rows, own, length, stride)
    if (isTop) raise(this.whole, from, this.#rows, own, length)
  }

  /** A node that waited for blockers or for nodes below it cannot be done before its own work is. */
  #workAfterWait(at: number, own: number, parent: number, length: number, isLeaf: boolean): void {
    const row = (this.#plan.beginRows[at] as number) * partLength
    const below = isLeaf ? emptyRow * partLength : own
    const noiseFrom = Math.floor(this.#input.random() * noiseCount)
    const rows = this.#rows
    const ticks = this.#getTicks(at)
    const noise = this.#noise
    for (let index = 0; index < length; index += 1) {
      const spent = ((ticks[index] as number) * (noise[noiseFrom + index] as number)) | 0
      const end = (findLarger(rows[row + index] as number, rows[below + index] as number) + spent) | 0
      rows[own + index] = end
      rows[parent + index] = findLarger(end, rows[parent + index] as number)
    }
  }

  /** A person works on one thing at a time. */
  #workByPeople(at: number, own: number, parent: number, length: number, isLeaf: boolean): void {
    const { starts, values } = this.#input.project.assignees
    const row = (this.#plan.beginRows[at] as number) * partLength
    let before = isLeaf ? emptyRow * partLength : own
    const rows = this.#rows
    const ticks = this.#getTicks(at)
    const free = this.#free
    for (let entry = starts[at] as number; entry < (starts[at + 1] as number); entry += 1) {
      const person = (values[entry] as number) * partLength
      for (let index = 0; index < length; index += 1) {
        const begin = findLarger(rows[row + index] as number, free[person + index] as number)
        const done = (begin + (ticks[index] as number)) | 0
        free[person + index] = done
        const end = findLarger(done, rows[before + index] as number)
        rows[own + index] = end
        rows[parent + index] = findLarger(end, rows[parent + index] as number)
      }
      before = own
    }
  }

  /** Returns the ticks that one person needs for a node. Most nodes are of the same few sizes. */
  #getTicks(at: number): Int32Array {
    const weight = this.#input.weights[at] as number
    const known = this.#ticksByWeight.get(weight)
    if (known !== undefined) return known
    const ticks = this.#ticksByWeight.size < mostWeights ? new Int32Array(partLength) : this.#otherTicks
    for (let index = 0; index < partLength; index += 1)
      ticks[index] = (weight * (this.#unitTicks[this.#from + index] ?? 0) + 0.5) | 0
    if (ticks !== this.#otherTicks) this.#ticksByWeight.set(weight, ticks)
    return ticks
  }

  /** The team does its queue at the pace of the future. */
  #workByTeam(position: number, own: number, from: number, length: number, isAlone: boolean, stride: number): void {
    const { team, total } = this.#input
    const exact = Math.min(team.steps, (position / total) * team.steps)
    const step = Math.min(team.steps - 1, Math.floor(exact))
    const share = Math.round((exact - step) * (1 << shareBits))
    const lower = step * team.futures + from
    const upper = lower + team.futures
    const before = isAlone ? emptyRow * partLength : own
    const rows = this.#rows
    const teamEnds = this.#teamEnds
    for (let index = 0; index < length; index += stride) {
      const low = teamEnds[lower + index] as number
      const end = (low + (Math.imul(share, ((teamEnds[upper + index] as number) - low) | 0) >> shareBits)) | 0
      rows[own + index] = findLarger(end, rows[before + index] as number)
    }
  }
}

/** Returns the larger of two whole numbers that are less than half of all numbers apart. */
function findLarger(one: number, other: number): number {
  const difference = (one - other) | 0
  return (one - (difference & (difference >> 31))) | 0
}

/** Raises each number to the other one if that is larger. */
function raise(values: Int32Array, at: number, others: Int32Array, otherAt: number, length: number): void {
  for (let index = 0; index < length; index += 1)
    values[at + index] = findLarger(values[at + index] as number, others[otherAt + index] as number)
}
