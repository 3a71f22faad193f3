import { accept, type NodeDiff, type NodeId, refuse, type Refusal, refusals, type Result } from '@espalier/domain'
import { type Answer, toldBy } from './answer.ts'
import { sameStructure, withFields } from './fields.ts'
import type { NodeRecord } from './node-record.ts'
import { foresee, type Pending, pendingOf } from './pending.ts'
import { meantBy, placesOf, withPlaces } from './places.ts'
import { predict, type Prediction } from './predict.ts'
import type { Present } from './present.ts'
import { isStructural, type NodeRequest, type Operation } from './request.ts'

/** Makes one request part of an edit; refused, the whole edit should be. */
export type Step = (request: NodeRequest) => Result<readonly NodeDiff[], Refusal>

export interface Attempted<Value> {
  readonly value: Value
  /** What was meant by them, with the places of what was moved. */
  readonly steps: readonly { readonly operationId: string; readonly diffs: readonly NodeDiff[] }[]
}

/** An operation that is taken back although nobody refused it: what it built on is gone. */
export interface Dropped {
  readonly operationId: string
  readonly text: string
}

/** What is stored, as far as it is known, and laid over it the operations that are on their way. */
export interface Copy {
  readonly pending: readonly Pending[]
  /** Of some nodes, what is stored follows from an answer without having been told. */
  readonly isUnsure: boolean
  /** All steps or none. */
  attempt<Value>(edit: (step: Step) => Result<Value, string>): Result<Attempted<Value>, string>
  /** Puts an operation back that was kept over a reload. */
  restore(operation: Operation): void
  answered(answers: readonly { readonly operationId: string; readonly answer: Answer }[]): void
  refused(operationId: string): readonly Dropped[]
  /** Takes in nodes as the server has them; of each, the later version stays. */
  confirm(nodes: readonly NodeRecord[]): void
  /** These are deleted, by a way that tells no version: whatever is told of them next counts. */
  confirmGone(ids: readonly NodeId[]): void
  /** What is stored of a node; undefined: nothing. */
  stored(id: NodeId): NodeRecord | undefined
  /** Whoever asks the server now will hear of everything answered until now. */
  mark(): number
  /** All that has changed until that mark has been told: what only seemed to follow did not happen. */
  settle(mark: number): void
}

/** Of a node that was missing from the whole list: every version that is told of it is later. */
const goneVersion = 0

const goneFrom = (node: NodeRecord): NodeRecord => ({ ...node, isDeleted: true, version: goneVersion })

interface Unsure {
  /** The last state that was told. */
  readonly sure: NodeRecord
  readonly mark: number
}

export function createCopy(present: Present, newOperationId: () => string): Copy {
  let pending: Pending[] = []
  /** What is stored of the nodes that operations are laid over; null: not there yet. */
  const under = new Map<NodeId, NodeRecord | null>()
  const unsure = new Map<NodeId, Unsure>()
  let marks = 0

  const stored = (id: NodeId): NodeRecord | undefined => {
    const kept = under.get(id)
    return kept === undefined ? present.record(id) : (kept ?? undefined)
  }

  function store(node: NodeRecord): void {
    if (under.has(node.id)) under.set(node.id, node)
    else present.put(node)
  }

  function lay(one: Pending, prediction: Prediction): void {
    foresee(one, prediction)
    for (const id of one.patches.keys()) if (!under.has(id)) under.set(id, present.record(id) ?? null)
    if (prediction.born !== null) present.put(prediction.born)
    for (const [id, values] of one.patches) {
      const node = present.record(id)
      if (node !== undefined) present.put(withFields(node, values))
    }
  }

  /** A request that has come true already, by an event that was faster than its answer, is no refusal. */
  function layAgain(one: Pending): Refusal | null {
    const { request } = one.operation
    const predicted = predict(present, request)
    if (predicted.ok) lay(one, predicted.value)
    else foresee(one, null)
    return predicted.ok || hasHappened(present, request) ? null : predicted.reason
  }

  /** Computes a node anew from what is stored and what is on its way. */
  function refresh(id: NodeId): void {
    const base = under.get(id)
    if (base === undefined) return
    let node: NodeRecord | undefined = base ?? undefined
    let isTouched = false
    for (const { patches, born } of pending) {
      const values = patches.get(id)
      if (values === undefined) continue
      isTouched = true
      if (node === undefined && born?.id === id) node = born
      if (node !== undefined) node = withFields(node, values)
    }
    if (!isTouched) under.delete(id)
    if (node === undefined) present.forget(id)
    else present.put(node)
  }

  /** Lifts everything off, changes what is stored, and decides anew. Answers those that the rules now refuse. */
  function rebase(change: () => void): readonly { readonly one: Pending; readonly reason: Refusal }[] {
    for (const [id, node] of under) {
      if (node === null) present.forget(id)
      else present.put(node)
    }
    under.clear()
    change()
    return pending.flatMap((one) => {
      const reason = layAgain(one)
      return reason === null ? [] : [{ one, reason }]
    })
  }

  /** Where the structure stays as it is shown, nothing has to be decided anew. */
  function storeAll(nodes: readonly NodeRecord[], touched: Iterable<NodeId>): void {
    const isMoved = nodes.some((node) => {
      const shown = present.record(node.id)
      return shown === undefined || !sameStructure(shown, node)
    })
    if (isMoved && pending.some(({ operation }) => isStructural(operation.request))) {
      rebase(() => nodes.forEach(store))
      return
    }
    nodes.forEach(store)
    for (const id of touched) refresh(id)
  }

  function isNews({ id, version }: NodeRecord): boolean {
    const doubted = unsure.get(id)
    return doubted === undefined ? version > (stored(id)?.version ?? -1) : version >= doubted.sure.version
  }

  function takeNews(news: readonly NodeRecord[]): void {
    if (news.length === 0) return
    const ids = news.map(({ id }) => id)
    for (const id of ids) {
      unsure.delete(id)
      for (const one of pending) if (one.patches.has(id)) one.disturbed.add(id)
    }
    storeAll(news, ids)
  }

  function take(operationId: string): Pending | undefined {
    const one = pending.find(({ operation }) => operation.id === operationId)
    if (one !== undefined) pending = pending.filter((other) => other !== one)
    return one
  }

  /** Adds to what is known to be stored what an answer says. */
  function learn(known: Map<NodeId, NodeRecord>, one: Pending, answer: Answer): void {
    const latest = (id: NodeId): NodeRecord | undefined => known.get(id) ?? stored(id)
    if (answer.kind === 'node') {
      const { node } = answer
      const before = latest(node.id)
      const isGone = before === undefined || before.version === goneVersion
      if (node.version >= (before?.version ?? goneVersion)) known.set(node.id, node)
      if (one.isOutdated && isGone) unsure.set(node.id, { sure: before ?? goneFrom(node), mark: marks })
      else if (known.get(node.id) === node) unsure.delete(node.id)
    }
    for (const [id, values] of toldBy(answer, one.patches)) {
      const before = latest(id)
      if (before === undefined) continue
      unsure.set(id, { sure: unsure.get(id)?.sure ?? before, mark: marks })
      if (!one.disturbed.has(id)) known.set(id, withFields(before, values))
    }
  }

  return {
    get pending() {
      return pending
    },
    get isUnsure() {
      return unsure.size > 0
    },
    stored,
    attempt(edit) {
      const made: { readonly one: Pending; readonly diffs: readonly NodeDiff[] }[] = []
      const result = edit((request) => {
        const predicted = predict(present, request)
        if (!predicted.ok) return predicted
        const { diffs } = predicted.value
        if (diffs.length === 0) return accept(diffs)
        const one = pendingOf({ id: newOperationId(), request: placed(request, predicted.value) }, false)
        const meant = meantBy(request, diffs)
        const before = placesOf(present, meant)
        lay(one, predicted.value)
        pending.push(one)
        made.push({ one, diffs: withPlaces(meant, before, placesOf(present, meant)) })
        return accept(diffs)
      })
      if (result.ok) {
        const steps = made.map(({ one, diffs }) => ({ operationId: one.operation.id, diffs }))
        return accept({ value: result.value, steps })
      }
      const undone = new Set(made.map(({ one }) => one))
      pending = pending.filter((one) => !undone.has(one))
      for (const { one } of made.toReversed()) for (const id of one.patches.keys()) refresh(id)
      return refuse(result.reason)
    },
    restore(operation) {
      const one = pendingOf(operation, true)
      one.isOutdated = true
      layAgain(one)
      pending.push(one)
    },
    answered(answers) {
      const touched = new Set<NodeId>()
      const known = new Map<NodeId, NodeRecord>()
      for (const { operationId, answer } of answers) {
        const one = take(operationId)
        if (one === undefined) continue
        for (const id of one.patches.keys()) touched.add(id)
        learn(known, one, answer)
      }
      for (const id of known.keys()) touched.add(id)
      storeAll([...known.values()], touched)
    },
    refused(operationId) {
      const index = pending.findIndex(({ operation }) => operation.id === operationId)
      const one = take(operationId)
      if (one === undefined) return []
      if (!isStructural(one.operation.request) || index >= pending.length) {
        for (const id of one.patches.keys()) refresh(id)
        return []
      }
      return dropRefused()
    },
    confirm(nodes) {
      takeNews(nodes.filter(isNews))
    },
    confirmGone(ids) {
      for (const one of pending) one.isOutdated = true
      takeNews(
        ids.flatMap((id) => {
          const node = stored(id)
          return node === undefined ? [] : [goneFrom(node)]
        }),
      )
    },
    mark: () => (marks += 1),
    settle(mark) {
      const settled = [...unsure.values()].filter((one) => one.mark < mark)
      takeNews(settled.map(({ sure }) => sure))
    },
  }

  /** What waits behind a refused operation and cannot hold without it goes too, unless it is under way already. */
  function dropRefused(): readonly Dropped[] {
    const gone = rebase(() => {}).filter(({ one }) => !one.isSent)
    const ones = new Set(gone.map(({ one }) => one))
    pending = pending.filter((one) => !ones.has(one))
    return gone.map(({ one, reason }) => ({ operationId: one.operation.id, text: refusals[reason].text }))
  }
}

/** Where it shall stand between neighbours, the foreseen number goes along: it counts once both have gone elsewhere. */
function placed(request: NodeRequest, { diffs, born }: Prediction): NodeRequest {
  if (request.kind === 'create') {
    const { place } = request
    const isBeside = place.afterId !== undefined || place.beforeId !== undefined
    return isBeside && born !== null ? { ...request, place: { ...place, position: born.position } } : request
  }
  if (request.kind !== 'update') return request
  const { change } = request
  const position = diffs.find(({ id }) => id === request.id)?.after['position']
  const isBeside = change.afterId !== undefined || change.beforeId !== undefined
  return isBeside && typeof position === 'number' ? { ...request, change: { ...change, position } } : request
}

function hasHappened(present: Present, request: NodeRequest): boolean {
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
