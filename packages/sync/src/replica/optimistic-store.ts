import {
  accept,
  type EditRefusal,
  editRefusalTexts,
  type NodeDiff,
  type NodeId,
  refuse,
  type Result,
} from '@espalier/domain'
import { withFields } from './fields.ts'
import type { NodeRecord } from './node-record.ts'
import type { NodeTable } from './node-table.ts'
import {
  isStructural,
  type NodeRequest,
  type Operation,
  type OperationAnswer,
  readAnsweredValues,
} from './operations.ts'
import { createPendingEdit, type PendingEdit, PendingEdits } from './pending-edits.ts'
import { predict, type Prediction } from './predict.ts'
import { findSiblingPlaces, selectIntendedDiffs, withPlaces } from './sibling-places.ts'

/** Makes one request part of an edit. If it is refused, the whole edit should be. */
export type Step = (request: NodeRequest) => Result<readonly NodeDiff[], EditRefusal>

export interface Attempted<Value> {
  readonly value: Value
  /** The intended changes, with the sibling places of moved nodes. */
  readonly steps: readonly { readonly operationId: string; readonly diffs: readonly NodeDiff[] }[]
}

/** An operation that was rolled back without a rejection, because it depended on a rejected one. */
export interface Dropped {
  readonly operationId: string
  readonly text: string
}

/** The version of a node that was missing from the whole list, so that every received version is later. */
const goneVersion = 0

const toDeletedNode = (node: NodeRecord): NodeRecord => ({ ...node, isDeleted: true, version: goneVersion })

interface Unsure {
  /** The last state received from the server. */
  readonly sure: NodeRecord
  readonly mark: number
}

interface Made {
  readonly one: PendingEdit
  readonly diffs: readonly NodeDiff[]
}

export interface Answered {
  readonly operationId: string
  readonly answer: OperationAnswer
}

/** Holds the stored state, as far as it is known, with the pending operations applied to it. */
export class OptimisticStore {
  readonly #present: NodeTable
  readonly #overlay: PendingEdits
  readonly #newOperationId: () => string
  /** Nodes whose stored state is derived from an answer and has not been received. */
  readonly #unsure = new Map<NodeId, Unsure>()
  /** Nodes that the server has sent, whether or not that changed them here. */
  #received = new Set<NodeId>()
  #marks = 0

  constructor(present: NodeTable, newOperationId: () => string) {
    this.#present = present
    this.#overlay = new PendingEdits(present)
    this.#newOperationId = newOperationId
  }

  get pending(): readonly PendingEdit[] {
    return this.#overlay.pending
  }

  get isUnsure(): boolean {
    return this.#unsure.size > 0
  }

  /** Applies all steps or none. */
  attempt<Value>(edit: (step: Step) => Result<Value, string>): Result<Attempted<Value>, string> {
    const made: Made[] = []
    const result = edit((request) => this.#step(request, made))
    if (result.ok) {
      const steps = made.map(({ one, diffs }) => ({ operationId: one.operation.id, diffs }))
      return accept({ value: result.value, steps })
    }
    this.#overlay.drop(made.map(({ one }) => one))
    for (const { one } of made.toReversed()) for (const id of one.patches.keys()) this.#overlay.refresh(id)
    return refuse(result.reason)
  }

  #step(request: NodeRequest, made: Made[]): Result<readonly NodeDiff[], EditRefusal> {
    const predicted = predict(this.#present, request)
    if (!predicted.ok) return predicted
    const { diffs } = predicted.value
    if (diffs.length === 0) return accept(diffs)
    const one = createPendingEdit(
      { id: this.#newOperationId(), request: withPredictedPosition(request, predicted.value) },
      false,
    )
    const meant = selectIntendedDiffs(request, diffs)
    const before = findSiblingPlaces(this.#present, meant)
    this.#overlay.add(one, predicted.value)
    made.push({ one, diffs: withPlaces(meant, before, findSiblingPlaces(this.#present, meant)) })
    return accept(diffs)
  }

  /** Restores an operation that was stored over a reload. */
  restore(operation: Operation): void {
    const one = createPendingEdit(operation, true)
    one.isOutdated = true
    this.#overlay.addAgain(one)
  }

  answered(answers: readonly Answered[]): void {
    const touched = new Set<NodeId>()
    const known = new Map<NodeId, NodeRecord>()
    for (const { operationId, answer } of answers) {
      const one = this.#overlay.remove(operationId)
      if (one === undefined) continue
      for (const id of one.patches.keys()) touched.add(id)
      this.#learn(known, one, answer)
    }
    for (const id of known.keys()) {
      touched.add(id)
      this.#received.add(id)
    }
    this.#overlay.store([...known.values()], touched)
  }

  /** Adds the state that an answer implies to the known stored state. */
  #learn(known: Map<NodeId, NodeRecord>, one: PendingEdit, answer: OperationAnswer): void {
    const unsure = this.#unsure
    const mark = this.#marks
    const latest = (id: NodeId): NodeRecord | undefined => known.get(id) ?? this.#overlay.stored(id)
    if (answer.kind === 'node') {
      const { node } = answer
      const before = latest(node.id)
      const sure = unsure.get(node.id)?.sure ?? before ?? toDeletedNode(node)
      if (node.version >= (before?.version ?? goneVersion)) known.set(node.id, node)
      if (one.isOutdated && sure.version === goneVersion) unsure.set(node.id, { sure, mark })
      else if (known.get(node.id) === node) unsure.delete(node.id)
    }
    for (const [id, values] of readAnsweredValues(answer, one.patches)) {
      const before = latest(id)
      if (before === undefined) continue
      unsure.set(id, { sure: unsure.get(id)?.sure ?? before, mark })
      if (!one.disturbed.has(id)) known.set(id, withFields(before, values))
    }
  }

  /** Rolls an operation back. Returns the unsent operations behind it that are impossible without it. */
  refused(operationId: string): readonly Dropped[] {
    const index = this.pending.findIndex(({ operation }) => operation.id === operationId)
    const one = this.#overlay.remove(operationId)
    if (one === undefined) return []
    if (!isStructural(one.operation.request) || index >= this.pending.length) {
      for (const id of one.patches.keys()) this.#overlay.refresh(id)
      return []
    }
    const gone = this.#overlay.rebase([]).filter((unfit) => !unfit.one.isSent)
    this.#overlay.drop(gone.map((unfit) => unfit.one))
    return gone.map((unfit) => ({ operationId: unfit.one.operation.id, text: editRefusalTexts[unfit.reason] }))
  }

  /** Takes over the server's nodes; the later version of each stays. */
  confirm(nodes: readonly NodeRecord[]): void {
    for (const { id } of nodes) this.#received.add(id)
    this.#takeNews(nodes.filter((node) => this.#isNews(node)))
  }

  /** Marks nodes as deleted when no version is known: any version received later counts. */
  confirmGone(ids: readonly NodeId[]): void {
    for (const one of this.pending) one.isOutdated = true
    this.#takeNews(
      ids.flatMap((id) => {
        const node = this.#overlay.stored(id)
        return node === undefined ? [] : [toDeletedNode(node)]
      }),
    )
  }

  #isNews({ id, version }: NodeRecord): boolean {
    const doubted = this.#unsure.get(id)
    if (doubted !== undefined) return version >= doubted.sure.version
    return version > (this.#overlay.stored(id)?.version ?? -1)
  }

  #takeNews(news: readonly NodeRecord[]): void {
    if (news.length === 0) return
    const ids = news.map(({ id }) => id)
    for (const id of ids) {
      this.#received.add(id)
      this.#unsure.delete(id)
      for (const one of this.pending) if (one.patches.has(id)) one.disturbed.add(id)
    }
    this.#overlay.store(news, ids)
  }

  /** Returns the last state of a node that the server has sent, even of a deleted one. */
  confirmed(id: NodeId): NodeRecord | undefined {
    return this.#unsure.get(id)?.sure ?? this.#overlay.stored(id)
  }

  /** Returns the nodes that the server has sent since the last call. */
  takeReceived(): readonly NodeId[] {
    const ids = [...this.#received]
    this.#received = new Set()
    return ids
  }

  /** Starts a new mark: a request sent now will include everything answered before it. */
  mark(): number {
    this.#marks += 1
    return this.#marks
  }

  /** Everything up to this mark has been received: derived states that were not confirmed did not happen. */
  settle(mark: number): void {
    const settled = [...this.#unsure.values()].filter((one) => one.mark < mark)
    this.#takeNews(settled.map(({ sure }) => sure))
  }
}

/** Adds the predicted position to a request between neighbors: it counts if both have moved away. */
function withPredictedPosition(request: NodeRequest, { diffs, createdNode }: Prediction): NodeRequest {
  if (request.kind === 'create') {
    const { place } = request
    const isBeside = place.afterId !== undefined || place.beforeId !== undefined
    return isBeside && createdNode !== null
      ? { ...request, place: { ...place, position: createdNode.position } }
      : request
  }
  if (request.kind !== 'update') return request
  const { change } = request
  const position = diffs.find(({ id }) => id === request.id)?.after['position']
  const isBeside = change.afterId !== undefined || change.beforeId !== undefined
  return isBeside && typeof position === 'number' ? { ...request, change: { ...change, position } } : request
}
