import { createGraph, type Graph, type GraphView, type NodeId, type ProjectId } from '@espalier/domain'
import { sameContents, sameStructure } from './fields.ts'
import type { NodeRecord } from './node-record.ts'

/** What one turn did to the nodes as they are shown. */
export interface NodeTableChange {
  readonly ids: readonly NodeId[]
  /** Some node came, went, or changed its parents or its place. */
  readonly isStructural: boolean
  /** Every changed node as it was; undefined: unknown. */
  readonly before: ReadonlyMap<NodeId, NodeRecord | undefined>
}

/** The nodes as they now stand, one's own changes included. */
export interface NodeTable {
  /** What the rules decide on: every node that is known, also deleted ones. */
  readonly graph: Graph
  /** What is shown. */
  readonly living: GraphView
  /** Also a deleted one. */
  record(id: NodeId): NodeRecord | undefined
  records(): Iterable<NodeRecord>
  put(record: NodeRecord): void
  /** As if it had never been. */
  forget(id: NodeId): void
  /** What changed since the last time; whoever is back as it was is the same object again. */
  takeChange(): NodeTableChange
}

export function createNodeTable(projectId: ProjectId, nodes: readonly NodeRecord[]): NodeTable {
  const graph = createGraph(projectId, nodes)
  // The graph knows no forgetting. One who never was stays in it as deleted, and is hidden from whoever asks.
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
    graph: {
      projectId,
      get livingCount() {
        return graph.livingCount
      },
      node: record,
      nodes: records,
      children: graph.children,
      draft: graph.draft,
    },
    living: {
      projectId,
      get livingCount() {
        return graph.livingCount
      },
      node: livingRecord,
      nodes: () => living(records()),
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
        if (was !== undefined && is !== undefined && sameContents(was, is) && was.version === is.version) {
          graph.put(was)
          continue
        }
        if (was !== undefined && is !== undefined && sameContents(was, is)) continue
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
