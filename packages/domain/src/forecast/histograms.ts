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

  /** Finds quantiles of each node that has an end, in days, for rising shares; NaN for the others. */
  listQuantiles(hasEnd: Uint8Array, shares: readonly number[]): readonly Float64Array<ArrayBuffer>[] {
    const quantiles = shares.map(() => new Float64Array(hasEnd.length).fill(Number.NaN))
    for (let at = 0; at < hasEnd.length; at += 1) if (hasEnd[at] === 1) this.#findQuantiles(at, shares, quantiles)
    return quantiles
  }

  #findQuantiles(at: number, shares: readonly number[], quantiles: readonly Float64Array[]): void {
    const counts = this.#counts
    const first = at * bins
    const total = this.#totals[at] as number
    let [before, bin] = [0, 0]
    for (let index = 0; index < shares.length; index += 1) {
      const wanted = total * (shares[index] as number)
      while (bin < bins && before + (counts[first + bin] as number) < wanted) {
        before += counts[first + bin] as number
        bin += 1
      }
      const count = counts[first + bin] as number
      const found = quantiles[index] as Float64Array
      found[at] = this.#toDays(at, bin < bins && count > 0 ? bin + (wanted - before) / count : 0)
    }
  }

  #toDays(at: number, bin: number): number {
    const ticks = (this.#lowest[at] as number) + (bin * (1 << scaleBits)) / (this.#scales[at] as number)
    return Math.max(0, ticks) / this.#ticksPerDay
  }
}
