import { blockerInputs, type FieldValues, type NodeDiff, type NodeId, sameValue } from '@espalier/domain'
import { plainDiff, toChange } from './fields.ts'
import type { NodeFields, NodeRecord } from './node-record.ts'

/** The place of a new node, in the API's form. */
export interface NodePlace {
  readonly parentId?: NodeId
  readonly childId?: NodeId
  readonly position?: number
  readonly afterId?: NodeId
  readonly beforeId?: NodeId
}

/** A new node's content without its placement. */
export type NewContents = NodeFields & {
  readonly title: string
  readonly backgroundColor: string
}

/** The changed fields of an update; omitted ones stay. */
export interface NodeChange extends NodeFields {
  readonly parentIds?: readonly NodeId[]
  readonly position?: number
  readonly afterId?: NodeId
  readonly beforeId?: NodeId
  readonly isDeleted?: boolean
}

/** One change in the form that is sent. It is plain JSON, because it is stored over a reload. */
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

const placing = ['parentIds', 'position', 'afterId', 'beforeId', 'isDeleted'] as const

const movesNodes = (change: NodeChange): boolean => placing.some((field) => change[field] !== undefined)

/** Returns whether the rules of the graph decide about it. */
export const changesStructure = (change: NodeChange): boolean =>
  movesNodes(change) || blockerInputs.some((input) => change[input] !== undefined)

/** Returns whether it creates, moves or deletes nodes. */
export const isMove = (request: NodeRequest): boolean =>
  request.kind === 'update' || request.kind === 'update-many' ? movesNodes(request.change) : true

/** Returns whether it does so, or changes what waits for what. */
export const isStructural = (request: NodeRequest): boolean =>
  request.kind === 'update' || request.kind === 'update-many' ? changesStructure(request.change) : true

/** Returns whether it sets a status or a stage, which follow each other. */
export const setsStage = (request: NodeRequest): boolean =>
  'change' in request && (request.change.status !== undefined || request.change.stageId !== undefined)

export const getRequestIds = (request: NodeRequest): readonly NodeId[] =>
  request.kind === 'update-many' ? request.ids : [request.id]

/** More ids than this would not fit into one request. */
const mostIds = 20_000

interface Bundle {
  readonly ids: Set<string>
  readonly change: NodeChange
}

/**
 * Returns as few requests as possible for these changes. Structural changes keep their order, because a node can return
 * only below parents that exist again; other fields of different nodes can be sent in any order.
 */
export function toRequests(diffs: readonly NodeDiff[]): readonly NodeRequest[] {
  const bundles: Bundle[] = []
  for (const { id, after } of diffs.map(plainDiff)) {
    const change: NodeChange = toChange(after)
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
  // A position belongs to one node: if two nodes got the same one, the server would move the second.
  if (change.position !== undefined) return undefined
  const isFree = !changesStructure(change)
  for (const bundle of bundles.toReversed()) {
    if (isSame(bundle.change, change)) return bundle.ids.size < mostIds ? bundle : undefined
    if (!isFree || bundle.ids.has(id) || changesStructure(bundle.change)) return undefined
  }
  return undefined
}

/** A field that one of them clears and the other leaves out makes a difference. */
const isSame = (left: NodeChange, right: NodeChange): boolean => sameValue(left, right)

/** The server's answer to an operation. */
export type OperationAnswer =
  /** Answer to createNode and updateNode. */
  | { readonly kind: 'node'; readonly node: NodeRecord }
  /** Answer to updateNodeBatch. */
  | { readonly kind: 'done' }
  /** Answer to deleteNode. */
  | { readonly kind: 'changes'; readonly changes: readonly ChangeRecord[] }
  /** Answer to deleteNodeWithChildren. */
  | { readonly kind: 'deleted'; readonly ids: readonly NodeId[] }

export interface ChangeRecord {
  readonly id: NodeId
  readonly after: FieldValues
}

/** Returns the values that the answer implies for nodes it contains no version of, given the prediction. */
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
