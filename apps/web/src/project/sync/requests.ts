import type { Api } from '@espalier/schema'
import type { ProjectId } from '@espalier/domain'
import type { OperationAnswer, ChangeRecord, NodeChange, NodeRecord, NodeRequest, SentNode } from '@espalier/sync'
import type { Fields } from '../../api/graphql/ask.ts'
import type { DocumentNode } from '../../api/graphql/gql.ts'
import {
  createNodeMutation,
  deleteNodeMutation,
  deleteNodeWithChildrenMutation,
  updateNodeBatchMutation,
  updateNodeMutation,
} from './documents.ts'

interface Mutation {
  readonly query: DocumentNode
  readonly variables: Fields
}

/** A request as the API takes it. */
export function mutationOf(projectId: ProjectId, request: NodeRequest): Mutation {
  switch (request.kind) {
    case 'create': {
      const { backgroundColor, ...contents } = request.contents
      const style = { backgroundColor }
      const created: Api.NodeCreate = { id: request.id, projectId, ...request.place, ...contents, style }
      return { query: createNodeMutation, variables: { data: created } }
    }
    case 'update':
      return { query: updateNodeMutation, variables: { id: request.id, data: updateOf(request.change) } }
    case 'update-many': {
      const { afterId: _after, beforeId: _before, ...update } = updateOf(request.change)
      const many: Api.NodeBatchUpdate = { projectId, ...update }
      return { query: updateNodeBatchMutation, variables: { ids: request.ids, data: many } }
    }
    case 'delete':
      return { query: deleteNodeMutation, variables: { id: request.id } }
    case 'delete-branch':
      return { query: deleteNodeWithChildrenMutation, variables: { id: request.id } }
  }
}

function updateOf({ backgroundColor, parentIds, ...rest }: NodeChange): Api.NodeUpdate {
  return {
    ...rest,
    ...(parentIds !== undefined && { parentIds: [...parentIds] }),
    ...(backgroundColor !== undefined && { style: { backgroundColor } }),
  }
}

/** What the API answered to a request. */
export function answerTo(request: NodeRequest, fields: Fields, adopt: (sent: SentNode) => NodeRecord): OperationAnswer {
  switch (request.kind) {
    case 'create':
      return { kind: 'node', node: adopt(fields['createNode'] as SentNode) }
    case 'update':
      return { kind: 'node', node: adopt(fields['updateNode'] as SentNode) }
    case 'update-many':
      return { kind: 'done' }
    case 'delete':
      return { kind: 'changes', changes: fields['deleteNode'] as readonly ChangeRecord[] }
    case 'delete-branch':
      return { kind: 'deleted', ids: fields['deleteNodeWithChildren'] as readonly string[] }
  }
}
