import type { ProjectId } from '@espalier/domain'
import type { NodeRecord, SentNode } from '../replica/node-record.ts'
import type { ChangeRecord, NodeChange, NodeRequest, OperationAnswer } from '../replica/operations.ts'

export interface NodeMutation {
  readonly field: 'createNode' | 'updateNode' | 'updateNodeBatch' | 'deleteNode' | 'deleteNodeWithChildren'
  readonly variables: Readonly<Record<string, unknown>>
}

/** Converts a request to the API's mutation. */
export function toMutation(projectId: ProjectId, request: NodeRequest): NodeMutation {
  switch (request.kind) {
    case 'create': {
      const { backgroundColor, ...contents } = request.contents
      const data = { id: request.id, projectId, ...request.place, ...contents, style: { backgroundColor } }
      return { field: 'createNode', variables: { data } }
    }
    case 'update':
      return { field: 'updateNode', variables: { id: request.id, data: toUpdate(request.change) } }
    case 'update-many': {
      const { afterId: _after, beforeId: _before, ...change } = request.change
      const data = { projectId, ...toUpdate(change) }
      return { field: 'updateNodeBatch', variables: { ids: request.ids, data } }
    }
    case 'delete':
      return { field: 'deleteNode', variables: { id: request.id } }
    case 'delete-branch':
      return { field: 'deleteNodeWithChildren', variables: { id: request.id } }
  }
}

const toUpdate = ({ backgroundColor, ...rest }: NodeChange): object => ({
  ...rest,
  ...(backgroundColor !== undefined && { style: { backgroundColor } }),
})

/** Reads the API's answer to a request. */
export function readAnswer(
  request: NodeRequest,
  value: unknown,
  readNode: (sent: SentNode) => NodeRecord,
): OperationAnswer {
  switch (request.kind) {
    case 'create':
    case 'update':
      return { kind: 'node', node: readNode(value as SentNode) }
    case 'update-many':
      return { kind: 'done' }
    case 'delete':
      return { kind: 'changes', changes: value as readonly ChangeRecord[] }
    case 'delete-branch':
      return { kind: 'deleted', ids: value as readonly string[] }
  }
}
