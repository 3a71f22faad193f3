import type { FieldValues, NodeDiff, NodeId } from '@espalier/domain'
import type { NodeRecord } from './node-record.ts'
import type { Prediction } from './predict.ts'
import type { Operation } from './request.ts'

/** An operation that is on its way, with what it does to the nodes beneath it. */
export interface Pending {
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

export const pendingOf = (operation: Operation, isSent: boolean): Pending => ({
  operation,
  isSent,
  patches: new Map(),
  born: null,
  disturbed: new Set(),
  isOutdated: false,
})

const patchesOf = (diffs: readonly NodeDiff[]): ReadonlyMap<NodeId, FieldValues> =>
  new Map(diffs.map(({ id, after }) => [id, after]))

export function foresee(pending: Pending, prediction: Prediction | null): void {
  pending.patches = patchesOf(prediction?.diffs ?? [])
  pending.born = prediction?.born ?? null
}
