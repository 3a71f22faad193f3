import { Histograms } from './histograms.ts'
import type { PackedProject } from './packed-project.ts'
import { QueueOrder } from './queue-order.ts'
import {
  countCounted,
  histogramBytes,
  KernelLayout,
  type KernelMemory,
  noiseCount,
  noiseLength,
  noiseUnit,
  partLength,
  placesBytes,
  queueBytes,
  queueCount,
  rowBytes,
  shareUnit,
  toLane,
  toNoiseLane,
  toWord,
} from './simulation-kernel.ts'
import { planSimulation, type SimulationPlan } from './simulation-plan.ts'
import { listSteps, type SimulationAddresses, ticksRowCount } from './simulation-steps.ts'

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

/** Times are whole numbers of this part of a day: an instruction adds or compares four of them at once. */
const ticksPerDay = 64
/** The work of all nodes one after the other is no longer than this, so that no sum leaves the whole numbers. */
const mostTicks = 1 << 29
const mostNoise = 4

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
  const whole = new Float32Array(team.futures)
  for (let from = 0; from < team.futures; from += partLength) simulation.runPart(from, whole)
  return { nodes: simulation.histograms, hasEnd: plan.isOpenBranch, whole }
}

class Simulation {
  readonly histograms: Histograms
  readonly #input: SimulationInput
  readonly #queue: QueueOrder
  readonly #positions: Float32Array
  readonly #memory: KernelMemory
  readonly #addresses: SimulationAddresses
  /** For each step of the team's work, when it has done it, and how much longer the next step takes. */
  readonly #teamRows: number
  readonly #program: number
  /** The times that only grow in a part of the futures. */
  readonly #growing: Int32Array
  readonly #noiseFirsts: readonly number[]

  constructor(input: SimulationInput, plan: SimulationPlan) {
    const { project, weights, team } = input
    this.#input = input
    this.#queue = new QueueOrder(project, plan)
    this.#positions = new Float32Array(project.living)
    const layout = new KernelLayout()
    const addresses = {
      people: layout.reserve(project.people * rowBytes),
      whole: layout.reserve(rowBytes),
      rows: layout.reserve(plan.rowCount * rowBytes),
      noises: layout.reserve(noiseLength * Int32Array.BYTES_PER_ELEMENT),
      units: layout.reserve(partLength * Float64Array.BYTES_PER_ELEMENT),
      ticks: layout.reserve(ticksRowCount * rowBytes),
      places: layout.reserve(project.living * placesBytes),
      histograms: layout.reserve(project.living * histogramBytes),
    }
    this.#addresses = addresses
    this.#teamRows = layout.reserve(team.steps * 2 * rowBytes)
    const steps = listSteps({ project, plan, weights, addresses })
    const program = steps.finish()
    this.#program = layout.reserve(program.byteLength)
    this.#memory = layout.open()
    const { words } = this.#memory
    words.set(program, toWord(this.#program))
    this.#noiseFirsts = steps.noiseFirsts.map((at) => toWord(this.#program) + at)
    this.#growing = words.subarray(toWord(addresses.people), toWord(addresses.rows + plan.firstAssignedRow * rowBytes))
    this.histograms = new Histograms({
      memory: this.#memory,
      address: addresses.histograms,
      total: countCounted(team.futures),
      ticksPerDay,
    })
    // Work of the same size takes longer at one time than at another: exponential with a mean of 1, without its tail.
    for (let at = 0; at < noiseLength; at += 1)
      words[toWord(addresses.noises) + toNoiseLane(at)] = Math.min(mostNoise, -Math.log(1 - input.random())) * noiseUnit
  }

  /** Adds the end of all in each future of the part to those of the others. */
  runPart(from: number, ends: Float32Array): void {
    const { team, weights, random } = this.#input
    const { words } = this.#memory
    const futures = Math.min(partLength, team.futures - from)
    this.#readUnits(from, futures)
    this.#readTeam(from, futures)
    for (let queue = 0; queue < queueCount; queue += 1) {
      this.#queue.shuffle(this.#positions, weights, random)
      this.#findPlaces(queue)
    }
    for (const at of this.#noiseFirsts) words[at] = Math.floor(random() * noiseCount)
    this.#growing.fill(0)
    this.#memory.run(this.#program, countCounted(futures), from === 0)
    const whole = toWord(this.#addresses.whole)
    for (let index = 0; index < futures; index += 1)
      ends[from + index] = (words[whole + toLane(index)] as number) / ticksPerDay
  }

  /** Computes the ticks that one person needs for a unit of work. */
  #readUnits(from: number, futures: number): void {
    const { team, total, workers } = this.#input
    const units = new Float64Array(this.#memory.words.buffer, this.#addresses.units, partLength)
    const last = team.steps * team.futures + from
    for (let index = 0; index < futures; index += 1) {
      const ticks = (team.ends[last + index] as number) * ticksPerDay * workers
      units[toLane(index)] = Math.min(mostTicks / mostNoise, ticks) / total
    }
  }

  #readTeam(from: number, futures: number): void {
    const { team } = this.#input
    const { words } = this.#memory
    for (let index = 0; index < futures; index += 1) {
      let word = toWord(this.#teamRows) + toLane(index)
      let low = this.#readTeamEnd(0, from + index)
      for (let step = 1; step <= team.steps; step += 1) {
        const next = this.#readTeamEnd(step, from + index)
        words[word] = low
        words[word + partLength] = next - low
        word += 2 * partLength
        low = next
      }
    }
  }

  #readTeamEnd(step: number, future: number): number {
    const { team } = this.#input
    return Math.ceil((team.ends[step * team.futures + future] as number) * ticksPerDay) | 0
  }

  /** Finds each node in the work of the team by the amount of work up to its end. */
  #findPlaces(queue: number): void {
    const { team, total } = this.#input
    const { words } = this.#memory
    const positions = this.#positions
    let word = toWord(this.#addresses.places) + queue * 2
    for (let at = 0; at < positions.length; at += 1) {
      const exact = Math.min(team.steps, ((positions[at] as number) / total) * team.steps)
      const step = Math.min(team.steps - 1, Math.floor(exact))
      words[word] = this.#teamRows + step * 2 * rowBytes + queue * queueBytes
      words[word + 1] = Math.round((exact - step) * shareUnit)
      word += toWord(placesBytes)
    }
  }
}
