import { graphStratify, layeringLongestPath } from 'd3-dag'

/** A point in a graph of work: it comes after others and takes some time. */
export interface LongestPathNode {
  readonly id: string
  /** The points that come before it. */
  readonly parentIds: readonly string[]
  readonly length: number
}

/** Returns the longest path by d3-dag, which finds it to lay out a graph in layers: from plain objects, as ours. */
export function findLongestPath(nodes: readonly LongestPathNode[]): number {
  const measure = layeringLongestPath()
  return measure<LongestPathNode>(graphStratify()(nodes), (first) => first?.data.length ?? 0)
}
