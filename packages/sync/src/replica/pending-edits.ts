import type { EditRefusal, FieldValues, NodeDiff, NodeId } from '@espalier/domain'
import { sameStructure, withFields } from './fields.ts'
import type { NodeRecord } from './node-record.ts'
import type { NodeTable } from './node-table.ts'
import { isStructural, type NodeRequest, type Operation } from './operations.ts'
import { predict, type Prediction } from './predict.ts'

/** An operation that is on its way, with what it does to the nodes beneath it. */
export interface PendingEdit {
  readonly operation: Operation
  /** It may have reached the server: only an answer takes it back. */
  isSent: boolean
  /** What it changes, by node. Empty while the rules refuse it. */
  patches: ReadonlyMap<NodeId, FieldValues>
  born: NodeRecord | null
  /** Nodes that news of others came for meanwhile: what this operation made of them is known only to the server. */
  readonly disturbed: Set<NodeId>
  /** Everything was read anew while it was under way: its answer may be older than that. */
  isOutdated: boolean
}

export const createPendingEdit = (operation: Operation, isSent: boolean): PendingEdit => ({
  operation,
  isSent,
  patches: new Map(),
  born: null,
  disturbed: new Set(),
  isOutdated: false,
})

const toPatches = (diffs: readonly NodeDiff[]): ReadonlyMap<NodeId, FieldValues> =>
  new Map(diffs.map(({ id, after }) => [id, after]))

function applyPrediction(pending: PendingEdit, prediction: Prediction | null): void {
  pending.patches = toPatches(prediction?.diffs ?? [])
  pending.born = prediction?.born ?? null
}

/** An operation that the rules refuse as things now stand. */
interface Unfit {
  readonly one: PendingEdit
  readonly reason: EditRefusal
}

/** What is stored, beneath the operations that are on their way; together they are what is shown. */
export class PendingEdits {
  readonly #present: NodeTable
  /** What is stored of the nodes that operations are laid over; null: not there yet. */
  readonly #under = new Map<NodeId, NodeRecord | null>()
  #pending: PendingEdit[] = []

  constructor(present: NodeTable) {
    this.#present = present
  }

  get pending(): readonly PendingEdit[] {
    return this.#pending
  }

  /** What is stored of a node; undefined: nothing. */
  stored(id: NodeId): NodeRecord | undefined {
    const kept = this.#under.get(id)
    return kept === undefined ? this.#present.record(id) : (kept ?? undefined)
  }

  add(one: PendingEdit, prediction: Prediction): void {
    this.#lay(one, prediction)
    this.#pending.push(one)
  }

  /** As `add`, of an operation that was decided on elsewhere. */
  addAgain(one: PendingEdit): void {
    this.#layAgain(one)
    this.#pending.push(one)
  }

  take(operationId: string): PendingEdit | undefined {
    const one = this.#pending.find(({ operation }) => operation.id === operationId)
    if (one !== undefined) this.drop([one])
    return one
  }

  /** Nothing is shown anew: that is for the caller to do. */
  drop(ones: Iterable<PendingEdit>): void {
    const gone = new Set(ones)
    this.#pending = this.#pending.filter((one) => !gone.has(one))
  }

  /** Computes a node anew from what is stored and what is on its way. */
  refresh(id: NodeId): void {
    const base = this.#under.get(id)
    if (base === undefined) return
    let node: NodeRecord | undefined = base ?? undefined
    let isTouched = false
    for (const { patches, born } of this.#pending) {
      const values = patches.get(id)
      if (values === undefined) continue
      isTouched = true
      if (node === undefined && born?.id === id) node = born
      if (node !== undefined) node = withFields(node, values)
    }
    if (!isTouched) this.#under.delete(id)
    if (node === undefined) this.#present.forget(id)
    else this.#present.put(node)
  }

  /** Lifts everything off, changes what is stored, and decides anew. Answers those that the rules now refuse. */
  rebase(nodes: readonly NodeRecord[]): readonly Unfit[] {
    for (const [id, node] of this.#under) {
      if (node === null) this.#present.forget(id)
      else this.#present.put(node)
    }
    this.#under.clear()
    for (const node of nodes) this.#store(node)
    return this.#pending.flatMap((one) => {
      const reason = this.#layAgain(one)
      return reason === null ? [] : [{ one, reason }]
    })
  }

  /** Where the structure stays as it is shown, nothing has to be decided anew. */
  store(nodes: readonly NodeRecord[], touched: Iterable<NodeId>): void {
    const isMoved = nodes.some((node) => {
      const shown = this.#present.record(node.id)
      return shown === undefined || !sameStructure(shown, node)
    })
    if (isMoved && this.#pending.some(({ operation }) => isStructural(operation.request))) {
      this.rebase(nodes)
      return
    }
    for (const node of nodes) this.#store(node)
    for (const id of touched) this.refresh(id)
  }

  #store(node: NodeRecord): void {
    if (this.#under.has(node.id)) this.#under.set(node.id, node)
    else this.#present.put(node)
  }

  #lay(one: PendingEdit, prediction: Prediction): void {
    const present = this.#present
    applyPrediction(one, prediction)
    for (const id of one.patches.keys()) {
      if (!this.#under.has(id)) this.#under.set(id, present.record(id) ?? null)
    }
    if (prediction.born !== null) present.put(prediction.born)
    for (const [id, values] of one.patches) {
      const node = present.record(id)
      if (node !== undefined) present.put(withFields(node, values))
    }
  }

  /** A request that has come true already, by an event that was faster than its answer, is no refusal. */
  #layAgain(one: PendingEdit): EditRefusal | null {
    const { request } = one.operation
    const predicted = predict(this.#present, request)
    if (predicted.ok) this.#lay(one, predicted.value)
    else applyPrediction(one, null)
    return predicted.ok || hasHappened(this.#present, request) ? null : predicted.reason
  }
}

function hasHappened(present: NodeTable, request: NodeRequest): boolean {
  switch (request.kind) {
    case 'create':
      return present.record(request.id) !== undefined
    case 'delete':
    case 'delete-branch':
      return present.record(request.id)?.isDeleted === true
    default:
      return false
  }
}
