import { nodeFields as table } from '@espalier/domain'
import { gql } from '../../api/graphql/gql.ts'

// Asked without fragments and past the cache: with `__typename` in it the server would build every node in its engine
// instead of handing on what the database wrote.
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

export const projectQuery = gql`query Project($id: ID!) { project(id: $id) { ${projectFields} } }`
export const nodesQuery = gql`query Nodes($projectId: ID!) { nodes(projectId: $projectId) { ${nodeFields} } }`
export const changesQuery = gql`query Changes($projectId: ID!, $after: Int!) {
  changes(projectId: $projectId, after: $after) { seq complete nodes { ${nodeFields} } }
}`

export const updateProjectMutation = gql`mutation UpdateProject($id: ID!, $data: ProjectUpdate!) {
  updateProject(id: $id, data: $data) { ${projectFields} }
}`
export const createNodeMutation = gql`mutation CreateNode($data: NodeCreate!) { createNode(data: $data) { ${nodeFields} } }`
export const updateNodeMutation = gql`mutation UpdateNode($id: ID!, $data: NodeUpdate!) {
  updateNode(id: $id, data: $data) { ${nodeFields} }
}`
export const updateNodeBatchMutation = gql`
  mutation UpdateNodeBatch($ids: [ID!]!, $data: NodeBatchUpdate!) {
    updateNodeBatch(ids: $ids, data: $data)
  }
`
export const deleteNodeMutation = gql`
  mutation DeleteNode($id: ID!) {
    deleteNode(id: $id) {
      id
      after
    }
  }
`
export const deleteNodeWithChildrenMutation = gql`
  mutation DeleteNodeWithChildren($id: ID!) {
    deleteNodeWithChildren(id: $id)
  }
`

export const nodeCreatedSubscription = gql`subscription NodeCreated($projectId: ID!) {
  nodeCreated(projectId: $projectId) { ${nodeFields} }
}`
export const nodeUpdatedSubscription = gql`subscription NodeUpdated($projectId: ID!) {
  nodeUpdated(projectId: $projectId) { ${nodeFields} }
}`
export const nodeBatchUpdatedSubscription = gql`subscription NodeBatchUpdated($projectId: ID!) {
  nodeBatchUpdated(projectId: $projectId) { ${nodeFields} }
}`
export const projectUpdatedSubscription = gql`subscription ProjectUpdated($projectId: ID!) {
  projectUpdated(projectId: $projectId) { ${projectFields} }
}`
export const projectSessionsSubscription = gql`
  subscription ProjectSessions($projectId: ID!) {
    projectSessions(projectId: $projectId) {
      id
      email
      picture
      firstname
      lastname
      colour
      nodeIds
    }
  }
`
export const showSelectionMutation = gql`
  mutation ShowSelection($projectId: ID!, $nodeIds: [ID!]!) {
    showSelection(projectId: $projectId, nodeIds: $nodeIds)
  }
`
