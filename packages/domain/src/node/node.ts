export type NodeId = string
export type ProjectId = string

/** The fields of a node that structural rules need. */
export interface GraphNode {
  readonly id: NodeId
  readonly projectId: ProjectId
  /** All parents; the first is the primary one. */
  readonly parentIds: readonly NodeId[]
  /** The nodes that must be done before this one can start. Deleted ones stay in the list and block nothing. */
  readonly blockedByIds: readonly NodeId[]
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

/** Returns every list that contains a node; none once it is deleted. */
export function getListIds(node: GraphNode): readonly ListId[] {
  if (node.isDeleted) return []
  if (node.parentIds.length === 0) return [null]
  return node.parentIds.length === 1 ? node.parentIds : [...new Set(node.parentIds)]
}

/** Written field by field, because spreading makes relabeling many siblings twice as slow. */
export const withPosition = (
  { id, projectId, parentIds, blockedByIds, isDeleted }: GraphNode,
  position: number,
): GraphNode => ({
  id,
  projectId,
  parentIds,
  blockedByIds,
  position,
  isDeleted,
})

export const sameIds = (left: readonly NodeId[], right: readonly NodeId[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

const hexColor = /^#[0-9a-f]{6}$/iu

/** Only a plain hex color is valid: anything else could inject styles into everybody's page. */
export const isHexColor = (value: string): boolean => hexColor.test(value)
