import { type GateOrder, filterLists, sortGates } from './gate-order.ts'
import { Histograms } from './histograms.ts'
import { countIn, nodeWork, type PackedLists, type PackedProject } from './packed-project.ts'
import { QueueOrder } from './queue-order.ts'

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
  /** The end of all in each future. */
  readonly whole: Float32Array
}

/** The futures that are simulated at a time, so that what they need stays in the cache. */
const partLength = 125
const leafStride = 4
/**
 * Times are whole numbers of this part of a day: the larger of two whole numbers can be found without a branch, and the
 * processor would guess half of those branches wrong.
 */
const ticksPerDay = 16
/** No sum of times gets near the end of the numbers. */
const mostTicks = 1 << 24
const shareBits = 8
const noiseCount = 1 << 12

/**
 * Simulates when each node is done. A node is done when the team has got that far in its queue, when its people have
 * had the time for it one thing after the other, when what it waits for is done and after that its own work, and when
 * everything below it is done: whichever is last. Futures are simulated side by side for each node, without allocating
 * anything on the way.
 */
export function simulate(input: SimulationInput): SimulatedEnds {
  const { project, team } = input
  const isOpen = (at: number) => (project.work[at] as number) < nodeWork.done
  const blockers = filterLists(project.blockers, isOpen)
  const order = sortGates(project.parents, blockers)
  const simulation = new Simulation(input, blockers, order)
  for (let from = 0; from < team.futures; from += partLength) simulation.runPart(from)
  return { nodes: simulation.histograms, whole: Float32Array.from(simulation.whole, (ticks) => ticks / ticksPerDay) }
}

class Simulation {
  readonly histograms: Histograms
  readonly whole: Int32Array
  readonly #input: SimulationInput
  readonly #blockers: PackedLists
  readonly #order: GateOrder
  readonly #queue: QueueOrder
  readonly #begins: Int32Array
  readonly #ends: Int32Array
  readonly #teamEnds: Int32Array
  /** When each person is free again. */
  readonly #free: Int32Array
  /** The ticks that one person needs for a unit of work, in each future. */
  readonly #unitTicks: Float64Array
  /** Whether a node, or one above it, has an open blocker. */
  readonly #waits: Uint8Array
  /** The node whose begin is that of this one: most nodes wait for nothing but what they are part of waits for. */
  readonly #beginNodes: Int32Array
  /** Nodes below which there is nothing, or which are work of their own after it. */
  readonly #isOwnWork: Uint8Array
  readonly #noise: Float32Array

  constructor(input: SimulationInput, blockers: PackedLists, order: GateOrder) {
    const { project, team, total, workers, random } = input
    const { living, people } = project
    this.#input = input
    this.#blockers = blockers
    this.#order = order
    this.#queue = new QueueOrder(project, order, blockers)
    this.histograms = new Histograms(living, ticksPerDay)
    this.whole = new Int32Array(team.futures)
    this.#begins = new Int32Array(living * partLength)
    this.#ends = new Int32Array(living * partLength)
    this.#free = new Int32Array(people * partLength)
    const last = team.steps * team.futures
    this.#teamEnds = Int32Array.from(team.ends, (days) => Math.ceil(days * ticksPerDay))
    this.#unitTicks = Float64Array.from({ length: team.futures }, (_, future) =>
      Math.min(mostTicks, ((team.ends[last + future] as number) * ticksPerDay * workers) / total),
    )
    this.#waits = new Uint8Array(living)
    this.#beginNodes = Int32Array.from({ length: living }, (_, at) => at)
    this.#isOwnWork = new Uint8Array(living)
    for (const gate of order.gates) if (gate % 2 === 0) this.#prepare(gate >> 1)
    // Work of the same size takes longer at one time than at another: exponential with a mean of 1, without its tail.
    this.#noise = Float32Array.from({ length: noiseCount + partLength }, () => Math.min(4, -Math.log(1 - random())))
  }

  #prepare(at: number): void {
    const { parents, estimates } = this.#input.project
    const { children } = this.#order
    let waits = countIn(this.#blockers, at) > 0 ? 1 : 0
    if (waits === 0 && countIn(parents, at) === 1)
      this.#beginNodes[at] = this.#beginNodes[parents.values[parents.starts[at] as number] as number] as number
    for (let index = parents.starts[at] as number; index < (parents.starts[at + 1] as number); index += 1)
      waits |= this.#waits[parents.values[index] as number] as number
    this.#waits[at] = waits
    this.#isOwnWork[at] = countIn(children, at) === 0 || (estimates[at] as number) > 0 ? 1 : 0
  }

  runPart(from: number): void {
    const length = Math.min(partLength, this.#input.team.futures - from)
    this.#queue.shuffle(this.#input.weights, this.#input.random)
    this.#begins.fill(0)
    this.#ends.fill(0)
    this.#free.fill(0)
    for (const gate of this.#order.gates) {
      const at = gate >> 1
      if (gate % 2 === 1) this.#end(at, from, length)
      else if (this.#waits[at] === 1 && this.#beginNodes[at] === at) this.#begin(at, length)
    }
  }

  /** A node begins after the begin of what is above it and the end of its blockers. */
  #begin(at: number, length: number): void {
    const { parents } = this.#input.project
    const own = at * partLength
    for (let index = parents.starts[at] as number; index < (parents.starts[at + 1] as number); index += 1)
      raise(this.#begins, own, this.#begins, this.#getBeginRow(parents.values[index] as number), length)
    const { starts, values } = this.#blockers
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
      raise(this.#begins, own, this.#ends, (values[index] as number) * partLength, length)
  }

  #getBeginRow(at: number): number {
    return (this.#beginNodes[at] as number) * partLength
  }

  #end(at: number, from: number, length: number): void {
    const { project, weights } = this.#input
    const weight = weights[at] as number
    const own = at * partLength
    if ((project.work[at] as number) < nodeWork.done) {
      if (this.#isOwnWork[at] === 1) {
        const mustWait = this.#waits[at] === 1 || countIn(this.#order.children, at) > 0
        if (countIn(project.assignees, at) > 0) this.#workByPeople(at, weight, from, length)
        else if (mustWait) this.#workAfterWait(at, weight, from, length)
      }
      this.#workByTeam(own, this.#queue.positions[at] as number, from, length)
    }
    if (from === 0) this.histograms.fit(at, this.#ends, own, length)
    // A quarter of the futures is enough for the date of a single node.
    this.histograms.add(at, this.#ends, own, length, countIn(this.#order.children, at) > 0 ? 1 : leafStride)
    const { starts, values } = project.parents
    if (starts[at] === starts[at + 1]) raise(this.whole, from, this.#ends, own, length)
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
      raise(this.#ends, (values[index] as number) * partLength, this.#ends, own, length)
  }

  /** What waited, for blockers or for what is below it, cannot be done before its own work is. */
  #workAfterWait(at: number, weight: number, from: number, length: number): void {
    const own = at * partLength
    const row = this.#getBeginRow(at)
    const noiseFrom = Math.floor(this.#input.random() * noiseCount)
    const begins = this.#begins
    const ends = this.#ends
    const unitTicks = this.#unitTicks
    const noise = this.#noise
    for (let index = 0; index < length; index += 1) {
      const begin = begins[row + index] as number
      const below = ends[own + index] as number
      const ticks = weight * (unitTicks[from + index] as number) * (noise[noiseFrom + index] as number)
      ends[own + index] = Math.min(mostTicks, findLarger(begin, below) + ticks)
    }
  }

  /** A person works on one thing at a time. */
  #workByPeople(at: number, weight: number, from: number, length: number): void {
    const { starts, values } = this.#input.project.assignees
    const own = at * partLength
    const row = this.#getBeginRow(at)
    const begins = this.#begins
    const ends = this.#ends
    const unitTicks = this.#unitTicks
    const free = this.#free
    for (let entry = starts[at] as number; entry < (starts[at + 1] as number); entry += 1) {
      const person = (values[entry] as number) * partLength
      for (let index = 0; index < length; index += 1) {
        const begin = begins[row + index] as number
        const freeAt = free[person + index] as number
        const end = Math.min(mostTicks, findLarger(begin, freeAt) + weight * (unitTicks[from + index] as number)) | 0
        free[person + index] = end
        ends[own + index] = findLarger(end, ends[own + index] as number)
      }
    }
  }

  /** The team does its queue at the pace of the future. */
  #workByTeam(own: number, position: number, from: number, length: number): void {
    const { team, total } = this.#input
    const exact = Math.min(team.steps, (position / total) * team.steps)
    const step = Math.min(team.steps - 1, Math.floor(exact))
    const share = Math.round((exact - step) * (1 << shareBits))
    const lower = step * team.futures + from
    const upper = lower + team.futures
    const ends = this.#ends
    const teamEnds = this.#teamEnds
    for (let index = 0; index < length; index += 1) {
      const low = teamEnds[lower + index] as number
      const end = low + ((share * ((teamEnds[upper + index] as number) - low)) >> shareBits)
      ends[own + index] = findLarger(end, ends[own + index] as number)
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
