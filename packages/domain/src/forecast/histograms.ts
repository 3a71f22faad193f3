import type { Row } from './future-rows.ts'

const binBits = 7
const bins = 1 << binBits
/** Binary digits behind the point of the number of a bin. */
const scaleBits = 23

/**
 * Counts the ends of each node and reads quantiles from the counts. Storing all of them would take 80 MB for 10,000
 * nodes and longer to sort than to simulate. The first part of the futures decides the range of each node.
 */
export class Histograms {
  readonly #counts: Uint16Array
  readonly #lowest: Int32Array
  /** The ticks from the first bin to the end of the last. */
  readonly #ranges: Int32Array
  /** Bins per tick. */
  readonly #scales: Int32Array
  readonly #totals: Int32Array

  readonly #ticksPerDay: number

  constructor(size: number, ticksPerDay: number) {
    this.#ticksPerDay = ticksPerDay
    this.#counts = new Uint16Array(size * bins)
    this.#lowest = new Int32Array(size)
    this.#ranges = new Int32Array(size)
    this.#scales = new Int32Array(size)
    this.#totals = new Int32Array(size)
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
    this.#lowest[at] = lowest - room
    this.#ranges[at] = range
    this.#scales[at] = Math.floor((bins << scaleBits) / range)
  }

  add(at: number, ends: Row, length: number, stride: number): void {
    const counts = this.#counts
    const lowest = this.#lowest[at] as number
    const range = this.#ranges[at] as number
    const scale = this.#scales[at] as number
    const first = at * bins
    this.#totals[at] = (this.#totals[at] as number) + Math.ceil(length / stride)
    for (let index = 0; index < length; index += stride) {
      let ticks = ((ends[index] as number) - lowest) | 0
      if (ticks < 0) ticks = 0
      else if (ticks >= range) ticks = range - 1
      const bin = (first + (Math.imul(ticks, scale) >> scaleBits)) | 0
      counts[bin] = (counts[bin] as number) + 1
    }
  }

  /** Finds a quantile of each node that has an end, in days; NaN for the others. */
  listQuantiles(hasEnd: Uint8Array, share: number): Float64Array<ArrayBuffer> {
    const quantiles = new Float64Array(hasEnd.length).fill(Number.NaN)
    for (let at = 0; at < hasEnd.length; at += 1) if (hasEnd[at] === 1) quantiles[at] = this.#getQuantile(at, share)
    return quantiles
  }

  #getQuantile(at: number, share: number): number {
    const counts = this.#counts
    const first = at * bins
    const wanted = (this.#totals[at] as number) * share
    let before = 0
    for (let bin = 0; bin < bins; bin += 1) {
      const count = counts[first + bin] as number
      if (count > 0 && before + count >= wanted) return this.#toDays(at, bin + (wanted - before) / count)
      before += count
    }
    return this.#toDays(at, 0)
  }

  #toDays(at: number, bin: number): number {
    const ticks = (this.#lowest[at] as number) + (bin * (1 << scaleBits)) / (this.#scales[at] as number)
    return Math.max(0, ticks) / this.#ticksPerDay
  }
}
