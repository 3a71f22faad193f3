import type { EditableFields, PageNode } from '@espalier/domain'

/** A node as the API gives it. */
export type NodeRecord = PageNode

/** What a person changes of a node, its place aside. */
export type NodeFields = EditableFields
