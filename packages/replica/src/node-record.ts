import type { NodeId, NodeStatus, NodeStyle, NodeType, ProjectId } from '@espalier/domain'

/** A node as the API gives it. */
export interface NodeRecord {
  readonly id: NodeId
  readonly projectId: ProjectId
  /** All parents, the primary one first. */
  readonly parentIds: readonly NodeId[]
  readonly projectLink: ProjectId | null
  readonly title: string
  readonly body: string
  readonly status: NodeStatus
  readonly position: number
  readonly hideChildren: boolean
  readonly isDeleted: boolean
  readonly style: NodeStyle
  readonly type: NodeType
  readonly externalKey: string | null
  readonly version: number
}

/** What a person changes of a node, its place aside. */
export interface NodeFields {
  readonly title?: string
  readonly body?: string
  readonly status?: NodeStatus
  readonly hideChildren?: boolean
  readonly backgroundColor?: string
  readonly projectLink?: ProjectId | null
}
