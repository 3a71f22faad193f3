import { getPrimaryParent, type GraphNode, type NodeStatus, type NodeType, type Transition } from '@espalier/domain'

/** A node as it is stored. */
export interface NodeRecord extends GraphNode {
  readonly projectLink: string | null
  readonly title: string
  readonly body: string
  readonly status: NodeStatus
  readonly hideChildren: boolean
  readonly style: { readonly backgroundColor: string; readonly processing: boolean }
  readonly type: NodeType
  readonly externalKey: string | null
  readonly transitions: readonly Transition[]
  readonly version: number
}

/** What the change log keeps of a node's change: the fields that changed. A new node has them all. */
export type NodePatch = Partial<NodeRecord> & Pick<NodeRecord, 'id' | 'version'>

/** A node as the API has it. */
export interface NodeView extends NodeRecord {
  readonly parentId: string | null
}

export const toNodeView = (node: NodeRecord): NodeView => ({ ...node, parentId: getPrimaryParent(node) })

/** The fields of a node in the API, each as SQL. */
const sqlByNodeField = {
  id: 'id',
  projectId: 'project_id',
  parentId: 'parent_ids[1]',
  parentIds: 'parent_ids',
  projectLink: 'project_link',
  title: 'title',
  body: 'body',
  status: 'status',
  position: 'position',
  hideChildren: 'hide_children',
  isDeleted: 'is_deleted',
  style: `json_build_object('backgroundColor', background_color, 'processing', processing)`,
  type: 'type',
  externalKey: 'external_key',
  transitions: 'transitions',
  version: 'version',
} as const satisfies Record<keyof NodeView, string>

export type NodeField = keyof typeof sqlByNodeField

export const isNodeField = (name: string): name is NodeField => Object.hasOwn(sqlByNodeField, name)

/** A row of `nodes` as the API's JSON, with these fields. The names come from the table above, never from a caller. */
export const buildNodeJson = (fields: readonly NodeField[]): string =>
  `json_build_object(${fields.map((field) => `'${field}', ${sqlByNodeField[field]}`).join(', ')})::text as node`

export const nodeJsonSql = buildNodeJson(Object.keys(sqlByNodeField).filter(isNodeField))
