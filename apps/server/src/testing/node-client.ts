import { randomUUID } from 'node:crypto'

import type { NodeView } from '../database/node-record.ts'
import type { Answer } from '../transport/graphql/engine.ts'
import type { Viewer } from '../transport/viewer.ts'
import type { ProjectServer, Sending } from './project-world.ts'

export const nodeFields = `id projectId parentId parentIds projectLink title body status position hideChildren isDeleted
  style { backgroundColor processing } type externalKey transitions { dt from to } version`

export const documents = {
  createProject: `mutation ($data: ProjectInput!) { createProject(data: $data) { id seq } }`,
  nodes: `query ($projectId: ID!, $includeDeleted: Boolean) {
    nodes(projectId: $projectId, includeDeleted: $includeDeleted) { ${nodeFields} } }`,
  changes: `query ($projectId: ID!, $after: Int!) {
    changes(projectId: $projectId, after: $after) { seq complete nodes { ${nodeFields} } } }`,
  createNode: `mutation ($data: NodeCreate!) { createNode(data: $data) { ${nodeFields} } }`,
  updateNode: `mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { ${nodeFields} } }`,
  updateNodeBatch: `mutation ($ids: [ID!]!, $data: NodeBatchUpdate!) { updateNodeBatch(ids: $ids, data: $data) }`,
  deleteNode: `mutation ($id: ID!) { deleteNode(id: $id) { id before after } }`,
  deleteNodeWithChildren: `mutation ($id: ID!) { deleteNodeWithChildren(id: $id) }`,
} as const

/** A person at work in one project. */
export interface NodeClient {
  readonly projectId: string
  add(data?: object, sending?: Sending): Promise<NodeView>
  change(id: string, data: object): Promise<NodeView>
  list(includeDeleted?: boolean): Promise<NodeView[]>
  node(id: string): Promise<NodeView>
  changes(after: number): Promise<{ seq: number; complete: boolean; nodes: NodeView[] }>
  seq(): Promise<number>
  try(mutation: keyof typeof documents, variables: Record<string, unknown>, sending?: Sending): Promise<Answer>
}

export async function openProject(server: ProjectServer, viewer: Viewer, title = 'Plan'): Promise<NodeClient> {
  const made = await server.get<{ createProject: { id: string } }>(viewer, documents.createProject, { data: { title } })
  return inProject(server, viewer, made.createProject.id)
}

export function inProject(server: ProjectServer, viewer: Viewer, projectId: string): NodeClient {
  const get = async <Answered>(name: keyof typeof documents, variables: Record<string, unknown>, sending?: Sending) =>
    (await server.get<Record<string, Answered>>(viewer, documents[name], variables, sending))[name] as Answered
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
    try: (mutation, variables, sending) => server.ask(viewer, documents[mutation], variables, sending),
  }
}

export const newOperation = (): Required<Sending> => ({ clientId: 'tab', operationId: randomUUID() })
