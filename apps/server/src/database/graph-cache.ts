import { createGraphInSteps, type EditableGraph, type GraphNode } from '@espalier/domain'
import { runInSlices } from '../reliability/work-slices.ts'
import { readStructuralPatches } from './change-log.ts'
import { type NodePatch, readGraphNodes, type SqlClient } from './nodes.ts'

/** A project's structure as of a seq. */
interface HeldGraph {
  readonly graph: EditableGraph
  readonly seq: number
}

/**
 * Caches the structures of recently used projects, so that a move in a tree of 100,000 nodes need not read them all.
 */
export interface GraphCache {
  /**
   * Returns the structure as of `seq` to the holder of the project's lock. It is removed from the cache: changes of a
   * transaction must not be visible to the next one unless it commits.
   */
  checkOut(db: SqlClient, projectId: string, seq: number): Promise<EditableGraph>
  /** Puts the structure back as of the committed seq. */
  checkIn(graph: EditableGraph, seq: number): void
}

const maxCatchUpChanges = 200

/** Keeps at most this many nodes in memory, of the most recently used projects. */
export function createGraphCache(mostNodes = 300_000): GraphCache {
  const cachedGraphs = new Map<string, HeldGraph>()
  return {
    async checkOut(db, projectId, seq) {
      const known = cachedGraphs.get(projectId)
      cachedGraphs.delete(projectId)
      if (known !== undefined && known.seq <= seq && seq - known.seq <= maxCatchUpChanges) {
        const patches = known.seq === seq ? [] : await readStructuralPatches(db, projectId, known.seq)
        if (patches.every((patch) => applyPatch(known.graph, patch))) return known.graph
      }
      return runInSlices(createGraphInSteps(projectId, await readGraphNodes(db, projectId)))
    },
    checkIn(graph, seq) {
      cachedGraphs.delete(graph.projectId)
      cachedGraphs.set(graph.projectId, { graph, seq })
      let all = 0
      for (const one of cachedGraphs.values()) all += one.graph.livingCount
      for (const [projectId, one] of cachedGraphs) {
        if (all <= mostNodes || cachedGraphs.size === 1) break
        cachedGraphs.delete(projectId)
        all -= one.graph.livingCount
      }
    },
  }
}

/** Returns false if the patch names a node that the graph does not contain. */
function applyPatch(graph: EditableGraph, patch: NodePatch): boolean {
  const present: Partial<GraphNode> | undefined = graph.node(patch.id)
  // A node that an older server logged has no list of blockers.
  const { projectId = graph.projectId, parentIds, blockedByIds = [], position, isDeleted } = { ...present, ...patch }
  if (parentIds === undefined || position === undefined || isDeleted === undefined) return false
  graph.put({ id: patch.id, projectId, parentIds, blockedByIds, position, isDeleted })
  return true
}
