import type { EditableFields, NodeId } from '@espalier/domain'
import type { NodeFields } from './node-record.ts'

/** Where a new node shall stand, as the API takes it. */
export interface NodePlace {
  readonly parentId?: NodeId
  readonly childId?: NodeId
  readonly position?: number
  readonly afterId?: NodeId
  readonly beforeId?: NodeId
}

/** What a new node is besides its place. */
export interface NewContents extends EditableFields {
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

export const idsIn = (request: NodeRequest): readonly NodeId[] =>
  request.kind === 'update-many' ? request.ids : [request.id]
