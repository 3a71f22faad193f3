import { primaryParentOf, type GraphNode, type NodeStatus, type NodeType, type Transition } from '@espalier/domain'

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

export const nodeView = (node: NodeRecord): NodeView => ({ ...node, parentId: primaryParentOf(node) })

/** A row of `nodes` as the API's JSON. */
export const nodeJson = `json_build_object(
  'id', id, 'projectId', project_id, 'parentId', parent_ids[1], 'parentIds', parent_ids, 'projectLink', project_link,
  'title', title, 'body', body, 'status', status, 'position', position, 'hideChildren', hide_children,
  'isDeleted', is_deleted, 'style', json_build_object('backgroundColor', background_color, 'processing', processing),
  'type', type, 'externalKey', external_key, 'transitions', transitions, 'version', version)::text as node`
