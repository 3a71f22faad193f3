import { accept, editRefusalTexts, type NodeId } from '@espalier/domain'
import {
  applyProjectFields,
  type LiveObserver,
  type SentChanges,
  type SentEvent,
  type SentProject,
  type Transport,
  type TransportResult,
} from '../client/transport.ts'
import { withFields } from '../replica/fields.ts'
import type { NodeRecord } from '../replica/node-record.ts'
import { createNodeTable } from '../replica/node-table.ts'
import type { NodeRequest, Operation } from '../replica/operations.ts'
import { predict, type Prediction } from '../replica/predict.ts'

export interface MemoryProject {
  readonly project: SentProject
  readonly nodes: readonly NodeRecord[]
  readonly clientId: string
}

/** Copies a value as a network would, because the client turns sent objects into its records. */
const copy = <Value>(value: Value): Value => structuredClone(value)

/**
 * Answers a client from the memory of this process, by the same rules as the server. Nothing is stored: the project ends
 * with the client. There is only one client, so nothing is lost or repeated, and nobody else is ever present.
 */
export function createMemoryTransport({ project, nodes, clientId }: MemoryProject): Transport {
  const table = createNodeTable(project.id, copy(nodes))
  const observers = new Set<LiveObserver>()
  /** The nodes of each change; its index is the change's seq after the first one. */
  const changes: (readonly NodeId[])[] = []
  let stored = project
  const getSeq = (): number => project.seq + changes.length
  const getProject = (): SentProject => ({ ...stored, seq: getSeq() })
  const readNodes = (ids: Iterable<NodeId>): readonly NodeRecord[] =>
    copy([...ids].flatMap((id) => table.record(id) ?? []))
  const emit = (event: SentEvent): void => observers.forEach((observer) => observer.next(event))

  function apply({ createdNode, diffs }: Prediction): void {
    const changedIds = new Set<NodeId>()
    if (createdNode !== null) {
      table.put({ ...createdNode, projectId: project.id, version: 1 })
      changedIds.add(createdNode.id)
    }
    for (const { id, after } of diffs) {
      const node = table.record(id)
      if (node === undefined || id === createdNode?.id) continue
      table.put({ ...withFields(node, after), version: node.version + 1 })
      changedIds.add(id)
    }
    // The table notes changes for a screen, and this one has none.
    table.takeChange()
    if (changedIds.size === 0) return
    changes.push([...changedIds])
    emit({ field: 'nodeBatchUpdated', value: readNodes(changedIds), seq: getSeq(), clientId })
  }

  function execute({ request }: Operation): TransportResult<unknown> {
    const decided = predict(table, request)
    if (!decided.ok) {
      const text = editRefusalTexts[decided.reason]
      return { ok: false, code: 'CONFLICT', text, retryAfter: null, isWhole: false }
    }
    apply(decided.value)
    return accept(describeOutcome(request, decided.value))
  }

  /** Returns what the server's mutation for this request returns. */
  function describeOutcome(request: NodeRequest, { diffs }: Prediction): unknown {
    switch (request.kind) {
      case 'create':
      case 'update':
        return readNodes([request.id])[0]
      case 'update-many':
        return true
      case 'delete':
        return diffs.map(({ id, after }) => ({ id, after }))
      case 'delete-branch':
        return diffs.filter(({ after }) => after['isDeleted'] === true).map(({ id }) => id)
    }
  }

  function readChanges(after: number): SentChanges {
    const ids = new Set(changes.slice(Math.max(0, after - project.seq)).flat())
    return { seq: getSeq(), complete: true, nodes: readNodes(ids) }
  }

  return {
    clientId,
    async readSnapshot() {
      const living = [...table.records()].filter(({ isDeleted }) => !isDeleted)
      return accept({ project: getProject(), nodes: readNodes(living.map(({ id }) => id)) })
    },
    readProject: async () => accept(getProject()),
    readChanges: async (after) => accept(readChanges(after)),
    async updateProject(fields) {
      stored = applyProjectFields(stored, fields)
      return accept(getProject())
    },
    sendOperations: async ({ operations }) => operations.map(execute),
    sendOnLeaving: () => undefined,
    showSelection: async () => true,
    listen(observer) {
      observers.add(observer)
      observer.next({ field: 'projectSessions', value: [], seq: getSeq(), clientId: null })
      return () => observers.delete(observer)
    },
    reconnectNow: () => undefined,
  }
}
