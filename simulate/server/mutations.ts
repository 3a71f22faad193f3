import type { NodeChange, NodeRequest } from '@espalier/sync'

interface Mutation {
  readonly field: string
  readonly args: object
}

/** A request as the API takes it. */
export function mutationOf(projectId: string, request: NodeRequest): Mutation {
  switch (request.kind) {
    case 'create': {
      const { backgroundColor, ...contents } = request.contents
      const style = { backgroundColor }
      return {
        field: 'createNode',
        args: { data: { id: request.id, projectId, ...request.place, ...contents, style } },
      }
    }
    case 'update':
      return { field: 'updateNode', args: { id: request.id, data: updateOf(request.change) } }
    case 'update-many': {
      const { afterId: _after, beforeId: _before, ...change } = request.change
      return { field: 'updateNodeBatch', args: { ids: request.ids, data: { projectId, ...updateOf(change) } } }
    }
    case 'delete':
      return { field: 'deleteNode', args: { id: request.id } }
    case 'delete-branch':
      return { field: 'deleteNodeWithChildren', args: { id: request.id } }
  }
}

const updateOf = ({ backgroundColor, ...rest }: NodeChange): object => ({
  ...rest,
  ...(backgroundColor !== undefined && { style: { backgroundColor } }),
})
