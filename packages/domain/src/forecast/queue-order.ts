import type { GateOrder } from './gate-order.ts'
import { nodeWork, type PackedLists, type PackedProject } from './packed-project.ts'

const buckets = 1 << 12
/** What is in progress is likely done before the rest. */
const progressShare = 0.2

/**
 * The place of each node in the queue of the team, as the amount of work up to its end. Nobody says in which order open
 * work will be done, so it is drawn: what is in progress comes early, and everything comes after what it waits for.
 */
export class QueueOrder {
  readonly positions: Float32Array
  readonly #project: PackedProject
  readonly #order: GateOrder
  readonly #blockers: PackedLists
  readonly #begins: Float32Array
  readonly #ends: Float32Array
  readonly #filled = new Float64Array(buckets)

  constructor(project: PackedProject, order: GateOrder, blockers: PackedLists) {
    this.#project = project
    this.#order = order
    this.#blockers = blockers
    this.positions = new Float32Array(project.living)
    this.#begins = new Float32Array(project.living)
    this.#ends = new Float32Array(project.living)
  }

  shuffle(weights: Float32Array, random: () => number): void {
    const { parents, work } = this.#project
    const { children, gates } = this.#order
    for (const gate of gates) {
      const at = gate >> 1
      if (gate % 2 === 0) {
        const above = findHighest(this.#begins, parents, at)
        this.#begins[at] = Math.max(above, findHighest(this.#ends, this.#blockers, at))
        continue
      }
      const drawn = random() * (work[at] === nodeWork.progress ? progressShare : 1)
      const begin = this.#begins[at] as number
      // What waits is spread over the rest of the queue, and a branch ends right after the last node below it.
      const own = begin + (1 - begin) * drawn
      const below = findHighest(this.#ends, children, at)
      this.#ends[at] = below > 0 ? Math.max(begin, below) : own
    }
    this.#place(weights)
  }

  /** Adds the amounts up by the drawn order. Buckets are fine enough, and faster than sorting. */
  #place(weights: Float32Array): void {
    const filled = this.#filled.fill(0)
    const toBucket = (at: number) => Math.min(buckets - 1, Math.floor((this.#ends[at] as number) * buckets))
    for (let at = 0; at < weights.length; at += 1) {
      const bucket = toBucket(at)
      filled[bucket] = (filled[bucket] as number) + (weights[at] as number)
    }
    for (let bucket = 1; bucket < buckets; bucket += 1)
      filled[bucket] = (filled[bucket] as number) + (filled[bucket - 1] as number)
    for (let at = 0; at < weights.length; at += 1) this.positions[at] = filled[toBucket(at)] as number
  }
}

function findHighest(values: Float32Array, { starts, values: others }: PackedLists, at: number): number {
  let highest = 0
  for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
    highest = Math.max(highest, values[others[index] as number] as number)
  return highest
}
