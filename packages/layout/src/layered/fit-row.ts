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
  const blocks: Blocks = { means: [], weights: [], sizes: [], count: 0 }
  let count = 0
  let lastBreadth = 0

  return {
    add(wanted, breadth, weight) {
      const shift = count === 0 ? 0 : (shifts[count - 1] as number) + (lastBreadth + breadth) / 2
      shifts[count++] = shift
      lastBreadth = breadth
      poolBlocks(blocks, wanted - shift, weight)
    },
    fit(write) {
      for (let block = 0, index = 0; block < blocks.count; block += 1) {
        const end = index + (blocks.sizes[block] as number)
        for (; index < end; index += 1) write(index, (blocks.means[block] as number) + (shifts[index] as number))
      }
      count = 0
      blocks.count = 0
    },
  }
}

interface Blocks {
  readonly means: number[]
  readonly weights: number[]
  readonly sizes: number[]
  count: number
}

function poolBlocks(blocks: Blocks, wanted: number, weight: number): void {
  const { means, weights, sizes } = blocks
  let mean = wanted
  let total = weight
  let size = 1
  while (blocks.count > 0 && (means[blocks.count - 1] as number) >= mean) {
    blocks.count -= 1
    const before = weights[blocks.count] as number
    mean = ((means[blocks.count] as number) * before + mean * total) / (before + total)
    total += before
    size += sizes[blocks.count] as number
  }
  means[blocks.count] = mean
  weights[blocks.count] = total
  sizes[blocks.count] = size
  blocks.count += 1
}
