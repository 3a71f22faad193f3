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

/** A node as an answer holds it, of a project that is known. */
export type SentNode = Omit<NodeRecord, 'projectId'>

type Adopted = { -readonly [Field in keyof NodeRecord]: NodeRecord[Field] }

/**
 * Makes records of sent nodes, of the answer's own objects: to open a project would else make ten thousand more of them. A
 * parsed answer holds a colour and a style anew for each node, which is more than their texts, so equal ones are shared.
 */
export function createNodeReader(projectId: ProjectId): (sent: SentNode) => NodeRecord {
  const styles = new Map<string, NodeStyle>()
  const noParents: readonly NodeId[] = []
  const styleOf = (style: NodeStyle): NodeStyle => {
    const key = style.processing ? `${style.backgroundColor}!` : style.backgroundColor
    const known = styles.get(key)
    if (known === undefined) styles.set(key, style)
    return known ?? style
  }
  return (sent) => {
    const record = sent as Adopted
    record.projectId = projectId
    record.style = styleOf(sent.style)
    if (sent.parentIds.length === 0) record.parentIds = noParents
    return record
  }
}
