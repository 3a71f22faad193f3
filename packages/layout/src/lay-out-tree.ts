import { axes, type Direction } from './geometry.ts'
import { noNode } from './tree/columns.ts'
import { TidyTree } from './tree/tidy-tree.ts'

/**
 * A forest in columns. `parents[i]` is the index of a node, or -1 for a root; siblings are in the order of their
 * indexes.
 */
export interface ForestColumns {
  readonly parents: Int32Array
  readonly widths: Float64Array
  readonly heights: Float64Array
}

export interface Corners {
  readonly left: Float64Array
  readonly top: Float64Array
}

/** Lays out a forest once. It must contain no cycle. For one that changes and has ids, see `Diagram`. */
export function layOutTree(forest: ForestColumns, direction: Direction): Corners {
  const tree = buildTree(forest, direction)
  tree.settle()
  return computeCorners(tree, forest, direction)
}

/**
 * Reuses the previous layout's tree, because allocating another would take half as long as a layout. The garbage
 * collector may reclaim it.
 */
let spareTree = new WeakRef(new TidyTree())

function reuseTree(capacity: number): TidyTree {
  const tree = spareTree.deref() ?? new TidyTree()
  tree.clear(capacity)
  spareTree = new WeakRef(tree)
  return tree
}

function buildTree({ parents, widths, heights }: ForestColumns, direction: Direction): TidyTree {
  const { breadthOf, lengthOf } = axes[direction]
  const tree = reuseTree(parents.length)
  for (let node = 0; node < parents.length; node += 1) {
    const width = widths[node] as number
    const height = heights[node] as number
    tree.add(node + 1, (parents[node] as number) + 1, noNode, breadthOf(width, height), lengthOf(width, height))
  }
  return tree
}

function computeCorners(
  { across, along }: TidyTree,
  { widths, heights }: ForestColumns,
  direction: Direction,
): Corners {
  const { leftOf, topOf } = axes[direction]
  const left = new Float64Array(widths.length)
  const top = new Float64Array(widths.length)
  for (let node = 0; node < widths.length; node += 1) {
    left[node] = leftOf(across[node + 1] as number, along[node + 1] as number, widths[node] as number)
    top[node] = topOf(across[node + 1] as number, along[node + 1] as number, heights[node] as number)
  }
  return { left, top }
}
