import {
  createGraph,
  type Graph,
  type BlockerGraphView,
  noDefinitions,
  type NodeId,
  type ProjectDefinitions,
  type ProjectId,
} from '@espalier/domain'
import { hasSameContents, sameStructure } from './fields.ts'
import type { NodeRecord } from './node-record.ts'

/** The effect of one turn on the shown nodes. */
export interface NodeTableChange {
  readonly ids: readonly NodeId[]
  /** True if some node appeared, disappeared, or changed its parents or its place. */
  readonly isStructural: boolean
  /** Every changed node in its former state; undefined if it was unknown. */
  readonly before: ReadonlyMap<NodeId, NodeRecord | undefined>
}

/** The current nodes, including the person's own pending changes. */
export interface NodeTable {
  /** The tags, stages and own fields of the project. */
  readonly definitions: () => ProjectDefinitions
  /** Every known node, including deleted ones: the rules decide on these. */
  readonly graph: Graph
  /** The nodes that are shown. */
  readonly living: BlockerGraphView
  /** Returns a node, even a deleted one. */
  record(id: NodeId): NodeRecord | undefined
  records(): Iterable<NodeRecord>
  put(record: NodeRecord): void
  /** Removes a node as if it had never existed. */
  forget(id: NodeId): void
  /** Returns the changes since the last call. A node that is back in its former state is the same object again. */
  takeChange(): NodeTableChange
}

export function createNodeTable(
  projectId: ProjectId,
  nodes: readonly NodeRecord[],
  definitions: () => ProjectDefinitions = () => noDefinitions,
): NodeTable {
  const graph = createGraph(projectId, nodes)
  // Graph cannot remove nodes: a rolled-back creation is kept as deleted and filtered out here.
  const forgotten = new Set<NodeId>()
  let before = new Map<NodeId, NodeRecord | undefined>()
  const record = (id: NodeId): NodeRecord | undefined =>
    forgotten.has(id) ? undefined : (graph.node(id) as NodeRecord | undefined)
  const note = (id: NodeId): void => void (before.has(id) || before.set(id, record(id)))
  const livingRecord = (id: NodeId): NodeRecord | undefined => {
    const found = record(id)
    return found?.isDeleted === true ? undefined : found
  }
  function* records(): Generator<NodeRecord> {
    for (const node of graph.nodes()) if (!forgotten.has(node.id)) yield node as NodeRecord
  }
  return {
    definitions,
    graph: {
      projectId,
      get livingCount() {
        return graph.livingCount
      },
      get hasBlockers() {
        return graph.hasBlockers
      },
      node: record,
      nodes: records,
      children: graph.children,
      blockedIds: graph.blockedIds,
      draft: graph.draft,
    },
    living: {
      projectId,
      get livingCount() {
        return graph.livingCount
      },
      get hasBlockers() {
        return graph.hasBlockers
      },
      blockedIds: graph.blockedIds,
      node: livingRecord,
      // What is forgotten is deleted, too.
      nodes: () => living(graph.nodes() as Iterable<NodeRecord>),
      children: graph.children,
    },
    record,
    records,
    put(next) {
      note(next.id)
      forgotten.delete(next.id)
      graph.put(next)
    },
    forget(id) {
      const known = record(id)
      if (known === undefined) return
      note(id)
      graph.put({ ...known, isDeleted: true })
      forgotten.add(id)
    },
    takeChange() {
      const changed = new Map<NodeId, NodeRecord | undefined>()
      let isStructural = false
      for (const [id, was] of before) {
        const is = record(id)
        if (was === is) continue
        if (was !== undefined && is !== undefined && hasSameContents(was, is) && was.version === is.version) {
          graph.put(was)
          continue
        }
        if (was !== undefined && is !== undefined && hasSameContents(was, is)) continue
        changed.set(id, was)
        isStructural ||= was === undefined || is === undefined || !sameStructure(was, is)
      }
      before = new Map()
      return { ids: [...changed.keys()], isStructural, before: changed }
    },
  }
}

function* living(records: Iterable<NodeRecord>): Generator<NodeRecord> {
  for (const node of records) if (!node.isDeleted) yield node
}
