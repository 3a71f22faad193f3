import {
  copyLater,
  noiseUnit,
  type Row,
  shareUnit,
  type TeamPlace,
  toRowLength,
  workAfterBegin,
  workAfterWait,
  workAtOnce,
  workByTeam,
  workSometimesByTeam,
  workWithOthers,
} from './future-rows.ts'
import { Histograms } from './histograms.ts'
import type { PackedProject } from './packed-project.ts'
import { QueueOrder } from './queue-order.ts'
import { planSimulation, type SimulationPlan } from './simulation-plan.ts'
import { type EndStep, listSteps, type Step, runBeginStep } from './simulation-steps.ts'

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

/** The futures that have the same queue of the team. */
const queueLength = 128
/** The futures that are simulated at a time: more take fewer steps, but what they need must stay in the cache. */
const partLength = 4 * queueLength
/** A quarter of the futures is enough for the dates of a node. The end of all is found in all of them. */
const countedStride = 4
/**
 * Times are whole numbers of this part of a day: the larger of two whole numbers can be found without a branch, and the
 * processor would guess half of those branches wrong.
 */
const ticksPerDay = 64
/** The work of all nodes one after the other is no longer than this, so that no sum leaves the whole numbers. */
const mostTicks = 1 << 29
/** The work of one node is no longer than 45 years, so that its product with the noise stays a whole number. */
const mostTicksOfNode = 1 << 20
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
  const whole = new Float32Array(team.futures)
  for (let future = 0; future < team.futures; future += 1)
    whole[future] = (simulation.whole[future] as number) / ticksPerDay
  return { nodes: simulation.histograms, hasEnd: plan.isOpenBranch, whole }
}

/** Makes rows that lie one after the other in the memory. */
function createRows(count: number): { readonly all: Int32Array; readonly rows: readonly Row[] } {
  const all = new Int32Array(count * partLength)
  const rows = Array.from({ length: count }, (_, row) => all.subarray(row * partLength, (row + 1) * partLength))
  return { all, rows }
}

class Simulation {
  readonly histograms: Histograms
  /** The end of all in each future; longer than the futures, by the rest of the last part. */
  readonly whole: Int32Array
  readonly #input: SimulationInput
  readonly #queue: QueueOrder
  /** The place of each node in the queues of a part. */
  readonly #positions: readonly Float32Array[]
  readonly #steps: readonly Step[]
  /** The times that only grow in a part of the futures. */
  readonly #growing: Int32Array
  /** When each person is free again. */
  readonly #free: Int32Array
  /** When the team has done each step of its work, and how much longer the next step takes. */
  readonly #teamLows: readonly Row[]
  readonly #teamRises: readonly Row[]
  /** The ticks that one person needs for a unit of work, in each future. */
  readonly #unitTicks: Float64Array
  readonly #noise: Int32Array
  /** The ticks for nodes of some sizes in the part of the futures that is simulated. */
  readonly #ticksByWeight = new Map<number, Row>()
  readonly #otherTicks = new Int32Array(partLength)
  #from = 0

  constructor(input: SimulationInput, plan: SimulationPlan) {
    const { project, team, total, workers, random } = input
    this.#input = input
    this.#queue = new QueueOrder(project, plan)
    const queues = partLength / queueLength
    this.#positions = Array.from({ length: queues }, () => new Float32Array(project.living))
    this.histograms = new Histograms(project.living, ticksPerDay)
    this.whole = new Int32Array(Math.ceil(team.futures / partLength) * partLength)
    const { all, rows } = createRows(plan.rowCount)
    const people = createRows(project.people)
    this.#growing = all.subarray(0, plan.firstAssignedRow * partLength)
    this.#free = people.all
    this.#steps = listSteps(project, plan, { rows, people: people.rows })
    this.#teamLows = createRows(team.steps + 1).rows
    this.#teamRises = createRows(team.steps).rows
    const last = team.steps * team.futures
    this.#unitTicks = new Float64Array(team.futures)
    for (let future = 0; future < team.futures; future += 1) {
      const ticks = (team.ends[last + future] as number) * ticksPerDay * workers
      this.#unitTicks[future] = Math.min(mostTicks / mostNoise, ticks) / total
    }
    // Work of the same size takes longer at one time than at another: exponential with a mean of 1, without its tail.
    this.#noise = new Int32Array(noiseCount + partLength)
    for (let at = 0; at < this.#noise.length; at += 1)
      this.#noise[at] = Math.min(mostNoise, -Math.log(1 - random())) * noiseUnit
  }

  runPart(from: number): void {
    const futures = Math.min(partLength, this.#input.team.futures - from)
    const length = toRowLength(futures)
    this.#from = from
    this.#readTeam(from, futures)
    this.#ticksByWeight.clear()
    for (const positions of this.#positions) this.#queue.shuffle(positions, this.#input.weights, this.#input.random)
    this.#growing.fill(0)
    this.#free.fill(0)
    const whole = this.whole.subarray(from, from + partLength)
    const steps = this.#steps
    for (let index = 0; index < steps.length; index += 1) {
      const step = steps[index] as Step
      if (!step.isEnd) runBeginStep(step, length)
      else {
        this.#end(step, length)
        if (from === 0) this.histograms.fit(step.at, step.own, futures, countedStride)
        this.histograms.add(step.at, step.own, futures, countedStride)
        if (step.isTop) copyLater(whole, whole, step.own, length)
      }
    }
  }

  #end(step: EndStep, length: number): void {
    const { work, own, above } = step
    if (work === 'people') this.#workByPeople(step, length)
    else if (work === 'wait') {
      const noiseFrom = Math.floor(this.#input.random() * noiseCount)
      workAfterWait(step, step.below, this.#getTicks(step.at), this.#noise, noiseFrom, length)
    }
    for (let index = 0; index < above.length; index += 1) {
      const row = above[index] as Row
      copyLater(row, row, own, length)
    }
    for (let from = 0; from < length; from += queueLength) {
      const positions = this.#positions[from / queueLength] as Float32Array
      const place = this.#findPlace(positions[step.at] as number)
      const to = Math.min(length, from + queueLength)
      // Only some futures of a node are counted, and others need them all only if they wait for it.
      if (step.isRead) workByTeam(place, own, step.before, from, to)
      else workSometimesByTeam(place, own, step.before, from, to)
    }
  }

  /** A person works on one thing at a time. */
  #workByPeople(step: EndStep, length: number): void {
    const { people } = step
    const ticks = this.#getTicks(step.at)
    if (step.isAlone) {
      if (step.isAtOnce) workAtOnce(step, people[0] as Row, ticks, length)
      else workAfterBegin(step, people[0] as Row, ticks, length)
      return
    }
    // The row of a leaf may hold the times of another one.
    if (step.isLeaf) step.own.fill(0)
    for (let index = 0; index < people.length; index += 1) workWithOthers(step, people[index] as Row, ticks, length)
  }

  /** Returns the ticks that one person needs for a node. Most nodes are of the same few sizes. */
  #getTicks(at: number): Row {
    const weight = this.#input.weights[at] as number
    const known = this.#ticksByWeight.get(weight)
    if (known !== undefined) return known
    const ticks = this.#ticksByWeight.size < mostWeights ? new Int32Array(partLength) : this.#otherTicks
    for (let index = 0; index < partLength; index += 1)
      ticks[index] = Math.min(mostTicksOfNode, weight * (this.#unitTicks[this.#from + index] ?? 0) + 0.5)
    if (ticks !== this.#otherTicks) this.#ticksByWeight.set(weight, ticks)
    return ticks
  }

  #readTeam(from: number, futures: number): void {
    const { team } = this.#input
    for (let step = 0; step <= team.steps; step += 1) {
      const low = this.#teamLows[step] as Row
      const first = step * team.futures + from
      for (let index = 0; index < futures; index += 1)
        low[index] = Math.ceil((team.ends[first + index] as number) * ticksPerDay)
      if (step === 0) continue
      const [before, rise] = [this.#teamLows[step - 1] as Row, this.#teamRises[step - 1] as Row]
      for (let index = 0; index < futures; index += 1) rise[index] = (low[index] as number) - (before[index] as number)
    }
  }

  /** Finds a node in the work of the team by the amount of work up to its end. */
  #findPlace(position: number): TeamPlace {
    const { team, total } = this.#input
    const exact = Math.min(team.steps, (position / total) * team.steps)
    const step = Math.min(team.steps - 1, Math.floor(exact))
    return {
      low: this.#teamLows[step] as Row,
      rise: this.#teamRises[step] as Row,
      share: Math.round((exact - step) * shareUnit),
    }
  }
}
