export const nodeTypeDefs = `
enum NodeType { standard node_links }
enum TransitionState { todo progress done deleted }

extend type Query {
  nodes(projectId: ID!, includeDeleted: Boolean = false): [Node!]!
  "What changed after a sequence number, for a client that was away. complete false: the gap is too old, read nodes anew."
  changes(projectId: ID!, after: Int!): Changes!
}

extend type Mutation {
  createNode(data: NodeCreate!): Node!
  updateNode(id: ID!, data: NodeUpdate!): Node!
  "The same fields to many nodes of one project (the spec's IDs), all or nothing."
  updateNodeBatch(ids: [ID!]!, data: NodeBatchUpdate!): Boolean!
  "Deletes one node; its children move up to its parents. Every changed node is a record, children first, the deleted node last, so that the reverse order undoes it."
  deleteNode(id: ID!): [ChangeRecord!]!
  "Deletes the node and what hangs from it alone: a descendant with another living parent stays and loses the link (announced as nodeBatchUpdated, to the caller too; undo restores it). Returns the deleted ids."
  deleteNodeWithChildren(id: ID!): [ID!]!
}

type Changes { seq: Int! complete: Boolean! nodes: [Node!]! }

type Node {
  id: ID!
  projectId: ID!
  "The primary parent: the first of parentIds."
  parentId: ID
  parentIds: [ID!]!
  projectLink: ID
  title: String!
  body: String!
  status: NodeStatus!
  "Order among siblings, from 0 to 10000; equal ones by id."
  position: Float!
  hideChildren: Boolean!
  isDeleted: Boolean!
  style: NodeStyle!
  type: NodeType!
  "The issue in the tracker, if the node has one."
  externalKey: String
  transitions: [Transition!]!
  "Grows by one with every stored change of the node: the later of two versions is the one to keep."
  version: Int!
}
type NodeStyle { backgroundColor: String! processing: Boolean! }
"from is deleted in a node's first entry: leaving deleted is being created. Undelete adds {from: deleted, to: its status}."
type Transition { dt: Millis! from: TransitionState! to: TransitionState! }
type ChangeRecord { id: ID! before: JSON! after: JSON! }

input NodeCreate {
  "May be given by the client, so that it can draw the node before the answer: a UUID that is not in use."
  id: ID
  projectId: ID!
  "The new node's parent. Neither parentId nor childId: a root."
  parentId: ID
  "The new node goes between this node and its primary parent; above a root, it is the new root."
  childId: ID
  "Left out: after the last sibling."
  position: Float
  "The siblings it shall lie between: the server recomputes the position between them as they now are."
  afterId: ID
  beforeId: ID
  title: String
  body: String
  status: NodeStatus
  style: NodeStyleInput
}
input NodeStyleInput { backgroundColor: String processing: Boolean }
"parentIds alone: parentId becomes its first. parentId alone: replaces the primary parent, the others stay (null: a root). Both: parentId moves to the front. The value node_links is stripped."
input NodeUpdate {
  parentId: ID
  parentIds: [ID!]
  afterId: ID
  beforeId: ID
  projectLink: ID
  title: String
  body: String
  status: NodeStatus
  position: Float
  hideChildren: Boolean
  isDeleted: Boolean
  style: NodeStyleInput
}
input NodeBatchUpdate {
  projectId: ID!
  parentId: ID
  parentIds: [ID!]
  projectLink: ID
  title: String
  body: String
  status: NodeStatus
  position: Float
  hideChildren: Boolean
  isDeleted: Boolean
  style: NodeStyleInput
}
`
