import { nodeFields as table } from '@espalier/domain'
import type { LiveField } from './transport.ts'

// Without fragments and without `__typename`: with it the server would build every node in its engine instead of passing
// on what the database wrote.
const nodeFields = table.pageSelection

const projectFields = `
  id
  title
  body
  status
  completionStatus
  owner
  layout
  sharing {
    generalAccess
    users
  }
  nodeLinks {
    id
    title
    project {
      id
      title
    }
  }
  integrationSettings {
    jiraSync
  }
  seq
  updatedAt
`

/** The GraphQL documents of an open project, each by the field that it asks for. */
export const projectDocuments = {
  project: `query Project($id: ID!) { project(id: $id) { ${projectFields} } }`,
  nodes: `query Nodes($projectId: ID!) { nodes(projectId: $projectId) { ${nodeFields} } }`,
  changes: `query Changes($projectId: ID!, $after: Int!) {
  changes(projectId: $projectId, after: $after) { seq complete nodes { ${nodeFields} } }
}`,
  updateProject: `mutation UpdateProject($id: ID!, $data: ProjectUpdate!) {
  updateProject(id: $id, data: $data) { ${projectFields} }
}`,
  createNode: `mutation CreateNode($data: NodeCreate!) { createNode(data: $data) { ${nodeFields} } }`,
  updateNode: `mutation UpdateNode($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { ${nodeFields} } }`,
  updateNodeBatch: `mutation UpdateNodeBatch($ids: [ID!]!, $data: NodeBatchUpdate!) { updateNodeBatch(ids: $ids, data: $data) }`,
  deleteNode: `mutation DeleteNode($id: ID!) { deleteNode(id: $id) { id after } }`,
  deleteNodeWithChildren: `mutation DeleteNodeWithChildren($id: ID!) { deleteNodeWithChildren(id: $id) }`,
  showSelection: `mutation ShowSelection($projectId: ID!, $nodeIds: [ID!]!) {
  showSelection(projectId: $projectId, nodeIds: $nodeIds)
}`,
} as const

export const liveDocuments: Readonly<Record<LiveField, string>> = {
  nodeCreated: `subscription NodeCreated($projectId: ID!) { nodeCreated(projectId: $projectId) { ${nodeFields} } }`,
  nodeUpdated: `subscription NodeUpdated($projectId: ID!) { nodeUpdated(projectId: $projectId) { ${nodeFields} } }`,
  nodeBatchUpdated: `subscription NodeBatchUpdated($projectId: ID!) {
  nodeBatchUpdated(projectId: $projectId) { ${nodeFields} }
}`,
  projectUpdated: `subscription ProjectUpdated($projectId: ID!) {
  projectUpdated(projectId: $projectId) { ${projectFields} }
}`,
  projectSessions: `subscription ProjectSessions($projectId: ID!) {
  projectSessions(projectId: $projectId) { id email picture firstname lastname colour nodeIds }
}`,
}
