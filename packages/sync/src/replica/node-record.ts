import type { EditableFields, NodeId, NodeStyle, PageNode, ProjectId } from '@espalier/domain'

/** A node in the shape of the API. */
export type NodeRecord = PageNode

/** The fields of a node that a person can change, except its place. */
export type NodeFields = EditableFields

/** A node of a known project, as an answer contains it. */
export type SentNode = Omit<NodeRecord, 'projectId'>

type Adopted = { -readonly [Field in keyof NodeRecord]: NodeRecord[Field] }

/**
 * Turns sent nodes into records without copying them, which would create ten thousand more objects for a large project.
 * A parsed answer has a separate color and style object for each node, larger than its texts, so equal ones are shared.
 */
export function createNodeReader(projectId: ProjectId): (sent: SentNode) => NodeRecord {
  const styles = new Map<string, NodeStyle>()
  const noParents: readonly NodeId[] = []
  const shareStyle = (style: NodeStyle): NodeStyle => {
    const key = style.processing ? `${style.backgroundColor}!` : style.backgroundColor
    const known = styles.get(key)
    if (known === undefined) styles.set(key, style)
    return known ?? style
  }
  return (sent) => {
    const record = sent as Adopted
    record.projectId = projectId
    record.style = shareStyle(sent.style)
    if (sent.parentIds.length === 0) record.parentIds = noParents
    return record
  }
}
