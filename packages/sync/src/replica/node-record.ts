import type { EditableFields, NodeId, NodeStyle, PageNode, ProjectId } from '@espalier/domain'

/** A node as the API gives it. */
export type NodeRecord = PageNode

/** What a person changes of a node, its place aside. */
export type NodeFields = EditableFields

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
