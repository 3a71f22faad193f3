import type { PackedLists } from '../planning/packed-lists.ts'
import { nodeWork, type PackedProject } from './packed-project.ts'
import type { SimulationPlan } from './simulation-plan.ts'

const buckets = 1 << 12
/** Nodes in progress are likely done before the rest. */
const progressShare = 0.2

/**
 * Draws the place of each node in the queue of the team, as the amount of work up to its end. Nobody says in which order open
 * work will be done, so it is drawn: what is in progress comes early, and everything comes after what it waits for. A
 * branch is never before what is below it.
 */
export class QueueOrder {
  readonly #project: PackedProject
  readonly #plan: SimulationPlan
  readonly #begins: Float32Array
  readonly #ends: Float32Array
  readonly #filled = new Float64Array(buckets)

  constructor(project: PackedProject, plan: SimulationPlan) {
    this.#project = project
    this.#plan = plan
    this.#begins = new Float32Array(project.living)
    this.#ends = new Float32Array(project.living)
  }

  shuffle(positions: Float32Array, weights: Float32Array, random: () => number): void {
    const { parents, work } = this.#project
    const { children, blockers, gates } = this.#plan
    const begins = this.#begins
    const ends = this.#ends
    for (let place = 0; place < gates.length; place += 1) {
      const gate = gates[place] as number
      const at = gate >> 1
      if (gate % 2 === 0) {
        begins[at] = findHighest(ends, blockers, at, findHighest(begins, parents, at, 0))
        continue
      }
      const begin = begins[at] as number
      const below = findHighest(ends, children, at, 0)
      // Waiting nodes are spread over the rest of the queue, and a branch ends right after the last node below it.
      if (below > 0) ends[at] = Math.max(begin, below)
      else ends[at] = begin + (1 - begin) * random() * (work[at] === nodeWork.progress ? progressShare : 1)
    }
    this.#place(positions, weights)
  }

  /** Adds the amounts up by the drawn order. Buckets are fine enough, and faster than sorting. */
  #place(positions: Float32Array, weights: Float32Array): void {
    const filled = this.#filled.fill(0)
    const ends = this.#ends
    for (let at = 0; at < weights.length; at += 1) {
      const bucket = toBucket(ends[at] as number)
      filled[bucket] = (filled[bucket] as number) + (weights[at] as number)
    }
    for (let bucket = 1; bucket < buckets; bucket += 1)
      filled[bucket] = (filled[bucket] as number) + (filled[bucket - 1] as number)
    for (let at = 0; at < weights.length; at += 1) positions[at] = filled[toBucket(ends[at] as number)] as number
  }
}

const toBucket = (end: number): number => Math.min(buckets - 1, (end * buckets) | 0)

/** Returns the largest value of a list, or the given one if that is larger. */
function findHighest(values: Float32Array, { starts, values: others }: PackedLists, at: number, least: number): number {
  let highest = least
  const last = starts[at + 1] as number
  for (let index = starts[at] as number; index < last; index += 1) {
    const value = values[others[index] as number] as number
    if (value > highest) highest = value
  }
  return highest
}
