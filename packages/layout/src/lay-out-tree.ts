import { cellOf, type Direction, rectAt } from './direction.ts'
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
  const tree = new TidyTree(count)
  for (let node = 0; node < count; node += 1) {
    const size = { width: widths[node] as number, height: heights[node] as number }
    tree.add(node + 1, (parents[node] as number) + 1, none, cellOf(direction, size))
  }
  tree.settle()
  const left = new Float64Array(count)
  const top = new Float64Array(count)
  for (let node = 0; node < count; node += 1) {
    const size = { width: widths[node] as number, height: heights[node] as number }
    const rect = rectAt(direction, tree.across[node + 1] as number, tree.along[node + 1] as number, size)
    left[node] = rect.left
    top[node] = rect.top
  }
  return { left, top }
}
