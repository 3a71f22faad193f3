const bins = 128

/**
 * Counts the ends of each node and reads quantiles from the counts. Storing all of them would take 80 MB for 10,000
 * nodes and longer to sort than to simulate. The first part of the futures decides the range of each node.
 */
export class Histograms {
  readonly #counts: Uint16Array
  readonly #lowest: Float32Array
  /** Bins per tick. */
  readonly #scale: Float32Array

  readonly #ticksPerDay: number

  constructor(size: number, ticksPerDay: number) {
    this.#ticksPerDay = ticksPerDay
    this.#counts = new Uint16Array(size * bins)
    this.#lowest = new Float32Array(size)
    this.#scale = new Float32Array(size)
  }

  /** Makes room around what the first part of the futures has. */
  fit(at: number, ends: Int32Array, from: number, length: number, stride: number): void {
    let [lowest, highest] = [Number.POSITIVE_INFINITY, 0]
    for (let index = from; index < from + length; index += stride) {
      const end = ends[index] as number
      if (end < lowest) lowest = end
      if (end > highest) highest = end
    }
    const room = Math.max((highest - lowest) / 2, 1)
    this.#lowest[at] = lowest - room
    this.#scale[at] = bins / (highest - lowest + 2 * room)
  }

  add(at: number, ends: Int32Array, from: number, length: number, stride: number): void {
    const counts = this.#counts
    const lowest = this.#lowest[at] as number
    const scale = this.#scale[at] as number
    const first = at * bins
    for (let index = from; index < from + length; index += stride) {
      let bin = (((ends[index] as number) - lowest) * scale) | 0
      if (bin < 0) bin = 0
      else if (bin >= bins) bin = bins - 1
      counts[first + bin] = (counts[first + bin] as number) + 1
    }
  }

  /** Returns days. */
  getQuantile(at: number, share: number): number {
    const counts = this.#counts
    const first = at * bins
    let total = 0
    for (let bin = 0; bin < bins; bin += 1) total += counts[first + bin] as number
    const wanted = total * share
    let before = 0
    for (let bin = 0; bin < bins; bin += 1) {
      const count = counts[first + bin] as number
      if (count > 0 && before + count >= wanted) return this.#toDays(at, bin + (wanted - before) / count)
      before += count
    }
    return this.#toDays(at, 0)
  }

  #toDays(at: number, bin: number): number {
    const ticks = (this.#lowest[at] as number) + bin / (this.#scale[at] as number)
    return Math.max(0, ticks) / this.#ticksPerDay
  }
}
