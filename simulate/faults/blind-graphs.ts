import { createGraph } from '@espalier/domain'
import type { Graphs } from '@espalier/server/src/database/graphs.ts'

/** The structures of a server whose rule against cycles can be blinded: every parent then looks like a root. */
export interface BlindableGraphs extends Graphs {
  isBlind: boolean
}

export function blindable(graphs: Graphs): BlindableGraphs {
  const blinded = new WeakSet<object>()
  const made: BlindableGraphs = {
    isBlind: false,
    async take(db, projectId, seq) {
      const { isBlind } = made
      const graph = await graphs.take(db, projectId, seq)
      if (!isBlind) return graph
      const parents = new Set([...graph.nodes()].flatMap(({ parentIds }) => parentIds))
      const nodes = [...graph.nodes()].map((node) => (parents.has(node.id) ? { ...node, parentIds: [] } : node))
      const blind = createGraph(projectId, nodes)
      blinded.add(blind)
      return blind
    },
    giveBack: (graph, seq) => (blinded.has(graph) ? undefined : graphs.giveBack(graph, seq)),
  }
  return made
}
