import { axes, type Direction } from './direction.ts'
import { none } from './tree/columns.ts'
import { TidyTree } from './tree/tidy-tree.ts'

/** A forest in columns. `parents[i]` is the number of a node, or -1 for a root; siblings are in the order of their numbers. */
export interface ForestColumns {
  readonly parents: Int32Array
  readonly widths: Float64Array
  readonly heights: Float64Array
}

export interface Corners {
  readonly left: Float64Array
  readonly top: Float64Array
}

/** Lays out a forest once. It must hold no circle. For one that changes, and is known by ids, see `Diagram`. */
export function layOutTree({ parents, widths, heights }: ForestColumns, direction: Direction): Corners {
  const count = parents.length
  const axis = axes[direction]
  const tree = new TidyTree(count)
  for (let node = 0; node < count; node += 1) {
    const width = widths[node] as number
    const height = heights[node] as number
    tree.add(node + 1, (parents[node] as number) + 1, none, axis.breadthOf(width, height), axis.lengthOf(width, height))
  }
  tree.settle()
  const { across, along } = tree
  const left = new Float64Array(count)
  const top = new Float64Array(count)
  for (let node = 0; node < count; node += 1) {
    left[node] = axis.leftOf(across[node + 1] as number, along[node + 1] as number, widths[node] as number)
    top[node] = axis.topOf(across[node + 1] as number, along[node + 1] as number, heights[node] as number)
  }
  return { left, top }
}
