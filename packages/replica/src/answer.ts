import type { FieldValues, NodeId } from '@espalier/domain'
import type { NodeRecord } from './node-record.ts'

/** What the server answered to an operation. */
export type Answer =
  /** createNode, updateNode. */
  | { readonly kind: 'node'; readonly node: NodeRecord }
  /** updateNodeBatch. */
  | { readonly kind: 'done' }
  /** deleteNode. */
  | { readonly kind: 'changes'; readonly changes: readonly ChangeRecord[] }
  /** deleteNodeWithChildren. */
  | { readonly kind: 'deleted'; readonly ids: readonly NodeId[] }

export interface ChangeRecord {
  readonly id: NodeId
  readonly after: FieldValues
}

/** What the answer says of each node that it brings no version of, given what was foreseen. */
export function toldBy(answer: Answer, foreseen: ReadonlyMap<NodeId, FieldValues>): ReadonlyMap<NodeId, FieldValues> {
  switch (answer.kind) {
    case 'node':
      return new Map([...foreseen].filter(([id]) => id !== answer.node.id))
    case 'done':
      return foreseen
    case 'changes':
      return new Map(answer.changes.map(({ id, after }) => [id, after]))
    case 'deleted': {
      const gone = new Set(answer.ids)
      const stayed = [...foreseen].filter(([id, values]) => values['isDeleted'] !== true && !gone.has(id))
      return new Map([...stayed, ...answer.ids.map((id): [NodeId, FieldValues] => [id, { isDeleted: true }])])
    }
  }
}
