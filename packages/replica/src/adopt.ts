import type { NodeId, NodeStyle, ProjectId } from '@espalier/domain'
import type { NodeRecord } from './node-record.ts'

/** A node as an answer holds it, of a project that is known. */
export type SentNode = Omit<NodeRecord, 'projectId'>

/**
 * Makes records of sent nodes. A parsed answer holds a colour and a style anew for each node: of 10,000 nodes that is more
 * than their texts, so equal ones are shared.
 */
export function adopter(projectId: ProjectId): (sent: SentNode) => NodeRecord {
  const styles = new Map<string, NodeStyle>()
  const noParents: readonly NodeId[] = []
  const styleOf = ({ backgroundColor, processing }: NodeStyle): NodeStyle => {
    const key = processing ? `${backgroundColor}!` : backgroundColor
    const known = styles.get(key) ?? { backgroundColor, processing }
    styles.set(key, known)
    return known
  }
  return (sent) => ({
    id: sent.id,
    projectId,
    parentIds: sent.parentIds.length === 0 ? noParents : sent.parentIds,
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
