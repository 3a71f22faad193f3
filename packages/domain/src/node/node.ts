export type NodeId = string
export type ProjectId = string

/** What the rules of structure need to know of a node. */
export interface GraphNode {
  readonly id: NodeId
  readonly projectId: ProjectId
  /** All parents; the first is the primary one. */
  readonly parentIds: readonly NodeId[]
  readonly position: number
  readonly isDeleted: boolean
}

/** The list a node is ordered in: the children of one parent, or (null) the roots. */
export type ListId = NodeId | null

/** The virtual parent that shows the projects linking here. It is never stored. */
export const nodeLinksId = 'node_links'

const nodeTypes = ['standard', 'node_links'] as const
export type NodeType = (typeof nodeTypes)[number]
export const isNodeType = (value: unknown): value is NodeType => (nodeTypes as readonly unknown[]).includes(value)

export const newNodeTitle = 'New node'

export const getPrimaryParent = (node: Pick<GraphNode, 'parentIds'>): NodeId | null => node.parentIds[0] ?? null

/** Every list a node stands in; none once it is deleted. */
export function getListIds(node: GraphNode): readonly ListId[] {
  if (node.isDeleted) return []
  if (node.parentIds.length === 0) return [null]
  return node.parentIds.length === 1 ? node.parentIds : [...new Set(node.parentIds)]
}

/** Written out field by field: copied by spreading, relabelling many siblings takes twice the time. */
export const withPosition = ({ id, projectId, parentIds, isDeleted }: GraphNode, position: number): GraphNode => ({
  id,
  projectId,
  parentIds,
  position,
  isDeleted,
})

export const sameIds = (left: readonly NodeId[], right: readonly NodeId[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

const hexColor = /^#[0-9a-f]{6}$/iu

/** Only a plain hex colour: anything else would be a stranger's style sheet on everybody's page. */
export const isHexColor = (value: string): boolean => hexColor.test(value)
