import { randomUUID } from 'node:crypto'

import { nodeFields } from '@espalier/domain'
import type { NodeView } from '../database/nodes.ts'
import type { GraphqlAnswer } from '../transport/graphql/engine.ts'
import type { Viewer } from '../api/viewer.ts'
import type { ProjectServer, RequestIds } from './project-world.ts'

export const allNodeFields = `parentId ${nodeFields.wholeSelection}`

export const nodeDocuments = {
  createProject: `mutation ($data: ProjectInput!) { createProject(data: $data) { id seq } }`,
  nodes: `query ($projectId: ID!, $includeDeleted: Boolean) {
    nodes(projectId: $projectId, includeDeleted: $includeDeleted) { ${allNodeFields} } }`,
  changes: `query ($projectId: ID!, $after: Int!) {
    changes(projectId: $projectId, after: $after) { seq complete nodes { ${allNodeFields} } } }`,
  createNode: `mutation ($data: NodeCreate!) { createNode(data: $data) { ${allNodeFields} } }`,
  updateNode: `mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { ${allNodeFields} } }`,
  updateNodeBatch: `mutation ($ids: [ID!]!, $data: NodeBatchUpdate!) { updateNodeBatch(ids: $ids, data: $data) }`,
  deleteNode: `mutation ($id: ID!) { deleteNode(id: $id) { id before after } }`,
  deleteNodeWithChildren: `mutation ($id: ID!) { deleteNodeWithChildren(id: $id) }`,
} as const

/** A person who works in one project. */
export interface NodeClient {
  readonly projectId: string
  add(data?: object, sending?: RequestIds): Promise<NodeView>
  change(id: string, data: object): Promise<NodeView>
  list(includeDeleted?: boolean): Promise<NodeView[]>
  node(id: string): Promise<NodeView>
  changes(after: number): Promise<{ seq: number; complete: boolean; nodes: NodeView[] }>
  seq(): Promise<number>
  try(
    mutation: keyof typeof nodeDocuments,
    variables: Record<string, unknown>,
    sending?: RequestIds,
  ): Promise<GraphqlAnswer>
}

export async function openTestProject(server: ProjectServer, viewer: Viewer, title = 'Plan'): Promise<NodeClient> {
  const made = await server.get<{ createProject: { id: string } }>(viewer, nodeDocuments.createProject, {
    data: { title },
  })
  return createNodeClient(server, viewer, made.createProject.id)
}

export function createNodeClient(server: ProjectServer, viewer: Viewer, projectId: string): NodeClient {
  const get = async <Answered>(
    name: keyof typeof nodeDocuments,
    variables: Record<string, unknown>,
    sending?: RequestIds,
  ) => (await server.get<Record<string, Answered>>(viewer, nodeDocuments[name], variables, sending))[name] as Answered
  const list = (includeDeleted = false) => get<NodeView[]>('nodes', { projectId, includeDeleted })
  const changes = (after: number) =>
    get<{ seq: number; complete: boolean; nodes: NodeView[] }>('changes', { projectId, after })
  return {
    projectId,
    add: (data = {}, sending) => get<NodeView>('createNode', { data: { projectId, ...data } }, sending),
    change: (id, data) => get<NodeView>('updateNode', { id, data }),
    list,
    async node(id) {
      const found = (await list(true)).find((node) => node.id === id)
      if (found === undefined) throw new Error('there is no such node')
      return found
    },
    changes,
    seq: async () => (await changes(0)).seq,
    try: (mutation, variables, sending) => server.ask(viewer, nodeDocuments[mutation], variables, sending),
  }
}

export const createOperationIds = (): Required<RequestIds> => ({ clientId: 'tab', operationId: randomUUID() })
