import type { Row } from './future-rows.ts'

const binBits = 7
const bins = 1 << binBits
/** Binary digits behind the point of the number of a bin. */
const scaleBits = 23

/** The counted ends of each node in some of the futures. */
export interface EndCounts {
  /** So many futures were counted. */
  readonly total: number
  readonly counts: Uint16Array<ArrayBuffer>
  /** The tick at which the first bin of each node begins. */
  readonly lowest: Int32Array<ArrayBuffer>
  /** Bins per tick. */
  readonly scales: Int32Array<ArrayBuffer>
}

/**
 * Counts the ends of each node. Storing all of them would take 80 MB for 10,000 nodes and longer to sort than to
 * simulate. The first part of the futures decides the range of each node.
 */
export class Histograms implements EndCounts {
  total = 0
  readonly counts: Uint16Array<ArrayBuffer>
  readonly lowest: Int32Array<ArrayBuffer>
  readonly scales: Int32Array<ArrayBuffer>
  /** The ticks from the first bin to the end of the last. */
  readonly #ranges: Int32Array

  constructor(size: number) {
    this.counts = new Uint16Array(size * bins)
    this.lowest = new Int32Array(size)
    this.scales = new Int32Array(size)
    this.#ranges = new Int32Array(size)
  }

  /** Makes room around what the first part of the futures has. */
  fit(at: number, ends: Row, length: number, stride: number): void {
    let [lowest, highest] = [ends[0] as number, ends[0] as number]
    for (let index = stride; index < length; index += stride) {
      const end = ends[index] as number
      if (end < lowest) lowest = end
      if (end > highest) highest = end
    }
    const room = Math.ceil((highest - lowest) / 2) + 1
    const range = highest - lowest + 2 * room
    this.lowest[at] = lowest - room
    this.#ranges[at] = range
    this.scales[at] = Math.floor((bins << scaleBits) / range)
  }

  add(at: number, ends: Row, length: number, stride: number): void {
    const counts = this.counts
    const lowest = this.lowest[at] as number
    const range = this.#ranges[at] as number
    const scale = this.scales[at] as number
    const first = at * bins
    for (let index = 0; index < length; index += stride) {
      let ticks = ((ends[index] as number) - lowest) | 0
      if (ticks < 0) ticks = 0
      else if (ticks >= range) ticks = range - 1
      const bin = (first + (Math.imul(ticks, scale) >> scaleBits)) | 0
      counts[bin] = (counts[bin] as number) + 1
    }
  }
}

/** A bin is halved so often that what is left is less than an hour of ten years. */
const halvings = 18

/**
 * Finds quantiles of each node that has an end, in ticks, for rising shares; NaN for the others. The ends may have been
 * counted in several parts, whose bins differ.
 */
export function listQuantiles(
  parts: readonly EndCounts[],
  hasEnd: Uint8Array,
  shares: readonly number[],
): readonly Float64Array<ArrayBuffer>[] {
  const quantiles = shares.map(() => new Float64Array(hasEnd.length).fill(Number.NaN))
  const counted = parts.filter(({ total }) => total > 0)
  const total = counted.reduce((all, part) => all + part.total, 0)
  const sums = counted.map((part) => new CountSums(part))
  for (let at = 0; at < hasEnd.length; at += 1) {
    if (hasEnd[at] === 0) continue
    for (const sum of sums) sum.read(at)
    let low = Math.min(...sums.map(({ lowest }) => lowest))
    const highest = Math.max(...sums.map((sum) => sum.highest))
    for (const [index, share] of shares.entries()) {
      let high = highest
      for (let step = 0; step < halvings; step += 1) {
        const middle = (low + high) / 2
        let before = 0
        for (const sum of sums) before += sum.countBefore(middle)
        if (before < total * share) low = middle
        else high = middle
      }
      const found = quantiles[index] as Float64Array
      found[at] = Math.max(0, high)
    }
  }
  return quantiles
}

/** How many ends of a node come before a tick, as if those of a bin were spread evenly. */
class CountSums {
  lowest = 0
  highest = 0
  readonly #part: EndCounts
  readonly #sums = new Float64Array(bins + 1)
  #binsPerTick = 0

  constructor(part: EndCounts) {
    this.#part = part
  }

  read(at: number): void {
    const { counts, lowest, scales } = this.#part
    const sums = this.#sums
    const first = at * bins
    for (let bin = 0; bin < bins; bin += 1) sums[bin + 1] = (sums[bin] as number) + (counts[first + bin] as number)
    this.lowest = lowest[at] as number
    this.#binsPerTick = (scales[at] as number) / (1 << scaleBits)
    this.highest = this.lowest + bins / this.#binsPerTick
  }

  countBefore(tick: number): number {
    const exact = (tick - this.lowest) * this.#binsPerTick
    if (exact <= 0) return 0
    if (exact >= bins) return this.#sums[bins] as number
    const bin = Math.floor(exact)
    const before = this.#sums[bin] as number
    return before + ((this.#sums[bin + 1] as number) - before) * (exact - bin)
  }
}
