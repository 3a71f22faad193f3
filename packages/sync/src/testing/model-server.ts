import {
  accept,
  createGraph,
  createNode,
  deleteNode,
  deleteNodeWithChildren,
  type EditableGraph,
  type EditRefusal,
  editRefusalTexts,
  type FieldValues,
  noDefinitions,
  type NodeDiff,
  nodeFields,
  type NodeId,
  pickFields,
  type Result,
  settleFields,
  type Stage,
  updateNodes,
} from '@espalier/domain'
import { toWantedValues, withFields } from '../replica/fields.ts'
import type { NodeRecord } from '../replica/node-record.ts'
import {
  type NodeChange,
  type NodeRequest,
  type Operation,
  type OperationAnswer,
  changesStructure,
} from '../replica/operations.ts'

export const projectId = 'project'

export const aRecord = (id: NodeId, parentIds: readonly NodeId[] = [], more: Partial<NodeRecord> = {}): NodeRecord => ({
  ...nodeFields.pageDefaults,
  id,
  projectId,
  parentIds,
  title: id,
  position: 5_000,
  ...more,
})

export interface LoggedEvent {
  readonly seq: number
  readonly clientId: string
  readonly nodes: readonly NodeRecord[]
}

export type Reply =
  | { readonly ok: true; readonly answer: OperationAnswer }
  | { readonly ok: false; readonly text: string }

/** The server's write path over nodes in memory: decide, store, count versions, log, answer a repeat with the first answer. */
export class ModelServer {
  readonly nodes = new Map<NodeId, NodeRecord>()
  readonly log: LoggedEvent[] = []
  readonly #graph: EditableGraph
  readonly #replies = new Map<string, Reply>()
  readonly #listeners = new Set<(event: LoggedEvent) => void>()
  /** The tags, stages and own fields of the project. */
  definitions = noDefinitions
  /** Messages that reject the next operations, one each. */
  readonly rejections: string[] = []

  constructor(nodes: readonly NodeRecord[], ownId = projectId) {
    for (const node of nodes) this.nodes.set(node.id, node)
    this.#graph = createGraph(ownId, nodes)
  }

  /** Called with each change as it is logged. */
  onEvent(listener: (event: LoggedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stores nodes without an operation, and logs them as one change. */
  store(clientId: string, nodes: readonly NodeRecord[]): void {
    const stored = nodes.map((node) => ({ ...node, version: (this.nodes.get(node.id)?.version ?? 0) + 1 }))
    for (const node of stored) this.#put(node)
    this.#log(clientId, stored)
  }

  get seq(): number {
    return this.log.length
  }

  living(): readonly NodeRecord[] {
    return [...this.nodes.values()].filter(({ isDeleted }) => !isDeleted)
  }

  /** Returns the current state of the nodes that changed after a seq. */
  changesAfter(seq: number): { readonly seq: number; readonly nodes: readonly NodeRecord[] } {
    const ids = new Set(this.log.slice(seq).flatMap(({ nodes }) => nodes.map(({ id }) => id)))
    return { seq: this.seq, nodes: [...ids].flatMap((id) => this.nodes.get(id) ?? []) }
  }

  execute(clientId: string, { id, request }: Operation): Reply {
    const known = this.#replies.get(`${clientId} ${id}`)
    if (known !== undefined) return known
    const rejection = this.rejections.shift()
    if (rejection !== undefined) return { ok: false, text: rejection }
    const reply = this.#perform(clientId, request)
    if (reply.ok) this.#replies.set(`${clientId} ${id}`, reply)
    return reply
  }

  #perform(clientId: string, request: NodeRequest): Reply {
    const decided = this.#decide(request)
    if (!decided.ok) return { ok: false, text: editRefusalTexts[decided.reason] }
    const changed = this.#store(request, decided.value)
    this.#announce(clientId, request, changed)
    return { ok: true, answer: this.#answer(request, decided.value) }
  }

  #decide(request: NodeRequest): Result<readonly NodeDiff[], EditRefusal> {
    switch (request.kind) {
      case 'create': {
        const created = createNode(this.#graph, { id: request.id, ...request.place })
        if (!created.ok) return created
        const { parentIds, position } = created.value.node
        const createdNode = aRecord(request.id, parentIds, { position, projectId: this.#graph.projectId })
        const contents = settleFields(createdNode, request.contents, this.definitions.stages)
        if (!contents.ok) return contents
        this.#put(withFields(createdNode, toWantedValues(createdNode, contents.value)))
        return accept(created.value.changes.filter(({ id }) => id !== request.id))
      }
      case 'update':
        return this.#decideUpdate([request.id], request.change)
      case 'update-many':
        return this.#decideUpdate(request.ids, request.change)
      case 'delete':
        return deleteNode(this.#graph, request.id)
      case 'delete-branch': {
        const deleted = deleteNodeWithChildren(this.#graph, request.id)
        return deleted.ok ? accept(deleted.value.changes) : deleted
      }
    }
  }

  #decideUpdate(ids: readonly NodeId[], change: NodeChange): Result<readonly NodeDiff[], EditRefusal> {
    for (const id of ids) {
      const node = this.nodes.get(id)
      if (node === undefined) return { ok: false, reason: 'node-missing' }
      const settled = settleFields(node, change, this.definitions.stages)
      if (!settled.ok) return settled
    }
    return changesStructure(change) ? updateNodes(this.#graph, ids, change) : accept([])
  }

  #store(request: NodeRequest, diffs: readonly NodeDiff[]): ReadonlySet<NodeId> {
    const changed = new Set<NodeId>(request.kind === 'create' ? [request.id] : [])
    const before = new Map(this.nodes)
    for (const { id, after } of diffs) {
      const node = this.nodes.get(id)
      const { parentId: _derived, ...values } = after
      if (node !== undefined) this.#put({ ...node, ...values })
    }
    for (const id of request.kind === 'update' ? [request.id] : request.kind === 'update-many' ? request.ids : []) {
      const node = this.nodes.get(id)
      if (node !== undefined && 'change' in request) this.#put(withTexts(node, request.change, this.definitions.stages))
    }
    for (const [id, node] of this.nodes) {
      const was = before.get(id)
      if (was === undefined || JSON.stringify(was) === JSON.stringify(node)) continue
      this.#put({ ...node, version: was.version + 1 })
      changed.add(id)
    }
    return changed
  }

  #put(node: NodeRecord): void {
    this.nodes.set(node.id, node)
    this.#graph.put(node)
  }

  /** Logs like the server: first the node that the change is about, then its effects on others as a separate batch. */
  #announce(clientId: string, request: NodeRequest, changed: ReadonlySet<NodeId>): void {
    const mainId = 'id' in request && request.kind !== 'delete-branch' ? request.id : null
    const isMain = (id: NodeId): boolean => id === mainId
    for (const ids of [[...changed].filter(isMain), [...changed].filter((id) => !isMain(id))]) {
      if (ids.length === 0) continue
      this.#log(
        clientId,
        ids.flatMap((id) => this.nodes.get(id) ?? []),
      )
    }
  }

  #log(clientId: string, nodes: readonly NodeRecord[]): void {
    const event = { seq: this.seq + 1, clientId, nodes }
    this.log.push(event)
    for (const listener of this.#listeners) listener(event)
  }

  #answer(request: NodeRequest, diffs: readonly NodeDiff[]): OperationAnswer {
    switch (request.kind) {
      case 'create':
      case 'update': {
        const node = this.nodes.get(request.id)
        if (node === undefined) throw new Error('The answer contains no node')
        return { kind: 'node', node }
      }
      case 'update-many':
        return { kind: 'done' }
      case 'delete':
        return { kind: 'changes', changes: diffs.map(({ id, after }) => ({ id, after })) }
      case 'delete-branch':
        return { kind: 'deleted', ids: diffs.filter(({ after }) => after['isDeleted'] === true).map(({ id }) => id) }
    }
  }
}

/** The server sanitizes texts, so its answer may differ from what was sent. */
const sanitised = (text: string): string => text.replaceAll('!', '')

const richTexts = nodeFields.editable.filter(({ isRichText }) => isRichText).map(({ name }) => name)

function withTexts(node: NodeRecord, change: NodeChange, stages: readonly Stage[]): NodeRecord {
  const settled = settleFields(node, change, stages)
  if (!settled.ok) return node
  const wanted = toWantedValues(node, pickFields(nodeFields.editable, settled.value))
  const next: FieldValues = { ...withFields(node, wanted) }
  const texts = Object.fromEntries(richTexts.map((name) => [name, sanitised(String(next[name]))]))
  return { ...next, ...texts } as NodeRecord
}
