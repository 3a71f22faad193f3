import { createGraph, type EditableGraph, type GraphNode } from '@espalier/domain'
import { readStructuralPatches } from './change-log.ts'
import { type NodePatch, readGraphNodes, type SqlClient } from './nodes.ts'

/** A project's structure as of a sequence number. */
interface HeldGraph {
  readonly graph: EditableGraph
  readonly seq: number
}

/** The structures of the projects last worked on, so that a move in a tree of 100,000 nodes need not read them all. */
export interface GraphCache {
  /**
   * The structure as of `seq`, for whoever holds the project's lock. It is taken out: what a transaction does to it
   * must not be seen by the next one unless it commits.
   */
  checkOut(db: SqlClient, projectId: string, seq: number): Promise<EditableGraph>
  /** Gives it back as of the sequence number that was committed. */
  checkIn(graph: EditableGraph, seq: number): void
}

const maxCatchUpChanges = 200

/** Keeps so many nodes in memory, of the projects last used. */
export function createGraphCache(mostNodes = 300_000): GraphCache {
  const held = new Map<string, HeldGraph>()
  return {
    async checkOut(db, projectId, seq) {
      const known = held.get(projectId)
      held.delete(projectId)
      if (known !== undefined && known.seq <= seq && seq - known.seq <= maxCatchUpChanges) {
        const patches = known.seq === seq ? [] : await readStructuralPatches(db, projectId, known.seq)
        if (patches.every((patch) => applyPatch(known.graph, patch))) return known.graph
      }
      return createGraph(projectId, await readGraphNodes(db, projectId))
    },
    checkIn(graph, seq) {
      held.delete(graph.projectId)
      held.set(graph.projectId, { graph, seq })
      let all = 0
      for (const one of held.values()) all += one.graph.livingCount
      for (const [projectId, one] of held) {
        if (all <= mostNodes || held.size === 1) break
        held.delete(projectId)
        all -= one.graph.livingCount
      }
    },
  }
}

/** False where the patch is of a node that the graph does not know. */
function applyPatch(graph: EditableGraph, patch: NodePatch): boolean {
  const present: Partial<GraphNode> | undefined = graph.node(patch.id)
  const { projectId = graph.projectId, parentIds, position, isDeleted } = { ...present, ...patch }
  if (parentIds === undefined || position === undefined || isDeleted === undefined) return false
  graph.put({ id: patch.id, projectId, parentIds, position, isDeleted })
  return true
}
