import {
  histogramBins,
  histogramBytes,
  histogramHeadBytes,
  histogramScale,
  type KernelMemory,
  toWord,
} from './simulation-kernel.ts'

/** The histograms of all nodes, one after the other in the memory of the kernel. */
interface CountedEnds {
  readonly memory: KernelMemory
  readonly address: number
  /** The ends that were counted of each node. */
  readonly total: number
  readonly ticksPerDay: number
}

/**
 * Reads quantiles of the end of each node from counts. Storing all ends would take 80 MB for 10,000 nodes and longer to
 * sort than to simulate. The first part of the futures decides the range of each node.
 */
export class Histograms {
  readonly #ends: CountedEnds
  readonly #bins: Uint16Array

  constructor(ends: CountedEnds) {
    this.#ends = ends
    this.#bins = new Uint16Array(ends.memory.words.buffer)
  }

  /** Finds quantiles of each node that has an end, in days, for rising shares; NaN for the others. */
  listQuantiles(hasEnd: Uint8Array, shares: readonly number[]): readonly Float64Array<ArrayBuffer>[] {
    const quantiles = shares.map(() => new Float64Array(hasEnd.length).fill(Number.NaN))
    for (let at = 0; at < hasEnd.length; at += 1) if (hasEnd[at] === 1) this.#findQuantiles(at, shares, quantiles)
    return quantiles
  }

  #findQuantiles(at: number, shares: readonly number[], quantiles: readonly Float64Array[]): void {
    const counts = this.#bins
    const { address, total } = this.#ends
    const histogram = address + at * histogramBytes
    const first = (histogram + histogramHeadBytes) / 2
    let [before, bin] = [0, 0]
    for (let index = 0; index < shares.length; index += 1) {
      const wanted = total * (shares[index] as number)
      while (bin < histogramBins && before + (counts[first + bin] as number) < wanted) {
        before += counts[first + bin] as number
        bin += 1
      }
      const count = counts[first + bin] as number
      const found = quantiles[index] as Float64Array
      found[at] = this.#toDays(histogram, bin < histogramBins && count > 0 ? bin + (wanted - before) / count : 0)
    }
  }

  #toDays(histogram: number, bin: number): number {
    const { memory, ticksPerDay } = this.#ends
    const word = toWord(histogram)
    const ticks = (memory.words[word] as number) + (bin * histogramScale) / (memory.words[word + 2] as number)
    return Math.max(0, ticks) / ticksPerDay
  }
}
