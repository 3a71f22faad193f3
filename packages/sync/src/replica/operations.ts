import { diffNode, type FieldValues, type NodeDiff, type NodeId } from '@espalier/domain'
import { plainDiff } from './fields.ts'
import type { NodeFields, NodeRecord } from './node-record.ts'

/** Where a new node shall stand, as the API takes it. */
export interface NodePlace {
  readonly parentId?: NodeId
  readonly childId?: NodeId
  readonly position?: number
  readonly afterId?: NodeId
  readonly beforeId?: NodeId
}

/** A new node's content without its placement. */
export interface NewContents extends NodeFields {
  readonly title: string
  readonly backgroundColor: string
}

/** What an update says of a node; what is left out stays. */
export interface NodeChange extends NodeFields {
  readonly parentIds?: readonly NodeId[]
  readonly position?: number
  readonly afterId?: NodeId
  readonly beforeId?: NodeId
  readonly isDeleted?: boolean
}

/** One change as it is sent. Plain JSON: it is kept over a reload. */
export type NodeRequest =
  | { readonly kind: 'create'; readonly id: NodeId; readonly place: NodePlace; readonly contents: NewContents }
  | { readonly kind: 'update'; readonly id: NodeId; readonly change: NodeChange }
  | { readonly kind: 'update-many'; readonly ids: readonly NodeId[]; readonly change: NodeChange }
  | { readonly kind: 'delete'; readonly id: NodeId }
  | { readonly kind: 'delete-branch'; readonly id: NodeId }

export interface Operation {
  readonly id: string
  readonly request: NodeRequest
}

const structural = ['parentIds', 'position', 'afterId', 'beforeId', 'isDeleted'] as const

export const saysStructure = (change: NodeChange): boolean => structural.some((field) => change[field] !== undefined)

/** Whether it makes, moves or deletes nodes. */
export const isStructural = (request: NodeRequest): boolean =>
  request.kind === 'update' || request.kind === 'update-many' ? saysStructure(request.change) : true

export const getRequestIds = (request: NodeRequest): readonly NodeId[] =>
  request.kind === 'update-many' ? request.ids : [request.id]

/** More ids than this would not fit into one request. */
const mostIds = 20_000

interface Bundle {
  readonly ids: Set<string>
  readonly change: NodeChange
}

/**
 * As few requests as will bring these changes about. Structure is kept in its order, because a node may come back only
 * below parents that are back; other fields of different nodes may be told in any order.
 */
export function toRequests(diffs: readonly NodeDiff[]): readonly NodeRequest[] {
  const bundles: Bundle[] = []
  for (const { id, after } of diffs.map(plainDiff)) {
    const change: NodeChange = after
    const bundle = bundleFor(bundles, id, change)
    if (bundle === undefined) bundles.push({ ids: new Set([id]), change })
    else bundle.ids.add(id)
  }
  return bundles.map(({ ids, change }) => {
    const [id = '', ...others] = ids
    return others.length === 0 ? { kind: 'update', id, change } : { kind: 'update-many', ids: [...ids], change }
  })
}

function bundleFor(bundles: readonly Bundle[], id: string, change: NodeChange): Bundle | undefined {
  // A position is a node's own: of two nodes that got the same one, the second would be told to make room.
  if (change.position !== undefined) return undefined
  const isFree = !saysStructure(change)
  for (const bundle of bundles.toReversed()) {
    if (isSame(bundle.change, change)) return bundle.ids.size < mostIds ? bundle : undefined
    if (!isFree || bundle.ids.has(id) || saysStructure(bundle.change)) return undefined
  }
  return undefined
}

const isSame = (left: NodeChange, right: NodeChange): boolean =>
  Object.keys(left).length === Object.keys(right).length && diffNode('', { ...left }, { ...right }) === null

/** What the server answered to an operation. */
export type OperationAnswer =
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
export function readAnsweredValues(
  answer: OperationAnswer,
  foreseen: ReadonlyMap<NodeId, FieldValues>,
): ReadonlyMap<NodeId, FieldValues> {
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
