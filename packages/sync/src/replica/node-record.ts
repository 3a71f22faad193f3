import type { EditableFields, NodeId, NodeStyle, PageNode, ProjectId, SetChanges } from '@espalier/domain'

/** A node in the shape of the API. */
export type NodeRecord = PageNode

/**
 * The fields of a node that a person can change, except its place. Own fields are a patch, in which null removes a
 * value.
 */
export type NodeFields = EditableFields & SetChanges

/** A node of a known project, as an answer contains it. */
export type SentNode = Omit<NodeRecord, 'projectId' | 'fields'> & { readonly fields: unknown }

type Adopted = { -readonly [Field in keyof NodeRecord]: NodeRecord[Field] }

/**
 * Turns sent nodes into records without copying them, which would create ten thousand more objects for a large project.
 * A parsed answer has a separate color and style object for each node, larger than its texts, so equal ones are shared,
 * and so are empty lists.
 */
export function createNodeReader(projectId: ProjectId): (sent: SentNode) => NodeRecord {
  const styles = new Map<string, NodeStyle>()
  const noIds: readonly NodeId[] = []
  const noValues: NodeRecord['fields'] = {}
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
    if (sent.parentIds.length === 0) record.parentIds = noIds
    if (sent.assigneeIds.length === 0) record.assigneeIds = noIds
    if (sent.tagIds.length === 0) record.tagIds = noIds
    if (Object.keys(record.fields).length === 0) record.fields = noValues
    return record
  }
}
