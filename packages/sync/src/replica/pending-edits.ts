import type { EditRefusal, FieldValues, NodeDiff, NodeId } from '@espalier/domain'
import { sameBlockers, sameStructure, withFields } from './fields.ts'
import type { NodeRecord } from './node-record.ts'
import type { NodeTable } from './node-table.ts'
import { isStructural, type NodeRequest, type Operation, setsStage } from './operations.ts'
import { predict, type Prediction } from './predict.ts'

/** A pending operation and its effect on the stored nodes. */
export interface PendingEdit {
  readonly operation: Operation
  /** True if it may have reached the server: then only an answer rolls it back. */
  isSent: boolean
  /** The changed fields by node. Empty while the rules refuse it. */
  patches: ReadonlyMap<NodeId, FieldValues>
  born: NodeRecord | null
  /** Nodes that were changed by others meanwhile: only the server knows the effect of this operation on them. */
  readonly disturbed: Set<NodeId>
  /** True if everything was read again while it was in flight: its answer may be older than that. */
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
  pending.born = prediction?.createdNode ?? null
}

/** An operation that the rules refuse in the current state. */
interface Unfit {
  readonly one: PendingEdit
  readonly reason: EditRefusal
}

/** Holds the stored nodes and the pending operations; together they make up what is shown. */
export class PendingEdits {
  readonly #present: NodeTable
  /** The stored state of nodes with pending operations; null if the node does not exist yet. */
  readonly #under = new Map<NodeId, NodeRecord | null>()
  #pending: PendingEdit[] = []

  constructor(present: NodeTable) {
    this.#present = present
  }

  get pending(): readonly PendingEdit[] {
    return this.#pending
  }

  /** Returns the stored state of a node; undefined if there is none. */
  stored(id: NodeId): NodeRecord | undefined {
    const kept = this.#under.get(id)
    return kept === undefined ? this.#present.record(id) : (kept ?? undefined)
  }

  add(one: PendingEdit, prediction: Prediction): void {
    this.#lay(one, prediction)
    this.#pending.push(one)
  }

  /** Adds an operation that was already decided elsewhere. */
  addAgain(one: PendingEdit): void {
    this.#layAgain(one)
    this.#pending.push(one)
  }

  remove(operationId: string): PendingEdit | undefined {
    const one = this.#pending.find(({ operation }) => operation.id === operationId)
    if (one !== undefined) this.drop([one])
    return one
  }

  /** Drops operations without recomputing nodes, which is left to the caller. */
  drop(ones: Iterable<PendingEdit>): void {
    const gone = new Set(ones)
    this.#pending = this.#pending.filter((one) => !gone.has(one))
  }

  /** Recomputes a node from its stored state and the pending operations. */
  refresh(id: NodeId): void {
    const base = this.#under.get(id)
    if (base === undefined) return
    let node: NodeRecord | undefined = base ?? undefined
    let isTouched = false
    for (const { patches, born: createdNode } of this.#pending) {
      const values = patches.get(id)
      if (values === undefined) continue
      isTouched = true
      if (node === undefined && createdNode?.id === id) node = createdNode
      if (node !== undefined) node = withFields(node, values)
    }
    if (!isTouched) this.#under.delete(id)
    if (node === undefined) this.#present.forget(id)
    else this.#present.put(node)
  }

  /**
   * Removes all pending operations, changes the stored state, and applies them again. Returns those that the rules now
   * refuse.
   */
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

  /** Pending operations are decided again only if what they depend on changes: the structure, blockers or stages. */
  store(nodes: readonly NodeRecord[], touched: Iterable<NodeId>): void {
    const isDifferent = (isSame: (shown: NodeRecord, node: NodeRecord) => boolean): boolean =>
      nodes.some((node) => {
        const shown = this.#present.record(node.id)
        return shown === undefined || !isSame(shown, node)
      })
    const isPending = (depends: (request: NodeRequest) => boolean): boolean =>
      this.#pending.some(({ operation }) => depends(operation.request))
    if ((isPending(isStructural) && isDifferent(sameLinks)) || (isPending(setsStage) && isDifferent(sameStage))) {
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
    if (prediction.createdNode !== null) present.put(prediction.createdNode)
    for (const [id, values] of one.patches) {
      const node = present.record(id)
      if (node !== undefined) present.put(withFields(node, values))
    }
  }

  /** A request that an event has already fulfilled before its answer arrived is not a refusal. */
  #layAgain(one: PendingEdit): EditRefusal | null {
    const { request } = one.operation
    const predicted = predict(this.#present, request)
    if (predicted.ok) this.#lay(one, predicted.value)
    else applyPrediction(one, null)
    return predicted.ok || hasHappened(this.#present, request) ? null : predicted.reason
  }
}

const sameLinks = (left: NodeRecord, right: NodeRecord): boolean =>
  sameStructure(left, right) && sameBlockers(left, right)

const sameStage = (left: NodeRecord, right: NodeRecord): boolean =>
  left.status === right.status && left.stageId === right.stageId

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
