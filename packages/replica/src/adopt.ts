import type { NodeId, NodeStyle, ProjectId } from '@espalier/domain'
import type { NodeRecord } from './node-record.ts'

/** A node as an answer holds it, of a project that is known. */
export type SentNode = Omit<NodeRecord, 'projectId'>

/**
 * Makes records of sent nodes. A parsed answer holds every id, colour and style anew for each node that names it:
 * of 10,000 nodes that is more than their texts, so equal ones are shared.
 */
export function adopter(projectId: ProjectId): (sent: SentNode) => NodeRecord {
  const styles = new Map<string, NodeStyle>()
  const ids = new Map<NodeId, NodeId>()
  const noParents: readonly NodeId[] = []
  const shared = (id: NodeId): NodeId => {
    const known = ids.get(id)
    if (known === undefined) ids.set(id, id)
    return known ?? id
  }
  const styleOf = ({ backgroundColor, processing }: NodeStyle): NodeStyle => {
    const key = processing ? `${backgroundColor}!` : backgroundColor
    const known = styles.get(key) ?? { backgroundColor, processing }
    styles.set(key, known)
    return known
  }
  return (sent) => ({
    id: shared(sent.id),
    projectId,
    parentIds: sent.parentIds.length === 0 ? noParents : sent.parentIds.map(shared),
    projectLink: sent.projectLink,
    title: sent.title,
    body: sent.body,
    status: sent.status,
    position: sent.position,
    hideChildren: sent.hideChildren,
    isDeleted: sent.isDeleted,
    style: styleOf(sent.style),
    type: sent.type,
    externalKey: sent.externalKey,
    version: sent.version,
  })
}
