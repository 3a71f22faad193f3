import { createGraph } from '@espalier/domain'
import type { GraphCache } from '@espalier/server/src/database/graph-cache.ts'

/** The graphs of a server whose cycle rule can be disabled: every parent then looks like a root. */
export interface BlindableGraphs extends GraphCache {
  isBlind: boolean
}

export function blindable(graphs: GraphCache): BlindableGraphs {
  const blinded = new WeakSet<object>()
  const made: BlindableGraphs = {
    isBlind: false,
    async checkOut(db, projectId, seq) {
      const { isBlind } = made
      const graph = await graphs.checkOut(db, projectId, seq)
      if (!isBlind) return graph
      const parents = new Set([...graph.nodes()].flatMap(({ parentIds }) => parentIds))
      const nodes = [...graph.nodes()].map((node) => (parents.has(node.id) ? { ...node, parentIds: [] } : node))
      const blind = createGraph(projectId, nodes)
      blinded.add(blind)
      return blind
    },
    checkIn: (graph, seq) => (blinded.has(graph) ? undefined : graphs.checkIn(graph, seq)),
  }
  return made
}
