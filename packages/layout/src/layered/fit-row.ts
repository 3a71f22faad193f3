/**
 * Places a row of cells in their order, none over another, as near as can be (by weighted squares) to where they want to be.
 * Neighbours that want the same room are joined to blocks: isotonic regression by pooling adjacent violators.
 */
export interface RowFitter {
  add(wanted: number, breadth: number, weight: number): void
  /** Writes the middles of the cells added, and forgets them. */
  fit(write: (index: number, middle: number) => void): void
}

export function createRowFitter(): RowFitter {
  const shifts: number[] = []
  const sizes: number[] = []
  const means: number[] = []
  const weights: number[] = []
  let count = 0
  let blocks = 0
  let end = 0
  let edge = 0

  return {
    add(wanted, breadth, weight) {
      const shift = count === 0 ? 0 : end + (edge + breadth) / 2
      shifts[count++] = shift
      end = shift
      edge = breadth
      let mean = wanted - shift
      let total = weight
      let size = 1
      while (blocks > 0 && (means[blocks - 1] as number) >= mean) {
        blocks -= 1
        const before = weights[blocks] as number
        mean = ((means[blocks] as number) * before + mean * total) / (before + total)
        total += before
        size += sizes[blocks] as number
      }
      means[blocks] = mean
      weights[blocks] = total
      sizes[blocks] = size
      blocks += 1
    },
    fit(write) {
      for (let block = 0, index = 0; block < blocks; block += 1) {
        const last = index + (sizes[block] as number)
        for (; index < last; index += 1) write(index, (means[block] as number) + (shifts[index] as number))
      }
      count = 0
      blocks = 0
    },
  }
}
