import type { Api } from '@espalier/contract'

import { askedFields, askedFieldsBelow } from '../../transport/graphql/selection.ts'
import type { Slice } from '../../transport/graphql/slice.ts'
import { callerOf, type Writes } from '../projects/index.ts'
import { createNode } from './create-node.ts'
import { deleteNode, deleteNodeWithChildren } from './delete-nodes.ts'
import { nodeTypeDefs } from './node-type-defs.ts'
import { changesAfter, nodesAsText, nodesOf, type Reading } from './read-nodes.ts'
import { updateNode, updateNodeBatch } from './update-nodes.ts'

export interface NodesOptions extends Reading {
  readonly writes: Writes
}

interface NodesArgs {
  readonly projectId: string
  readonly includeDeleted?: boolean | null
}

export const nodesSlice = (options: NodesOptions): Slice => ({
  name: 'nodes',
  typeDefs: nodeTypeDefs,
  written: {
    nodes: (fields, { projectId, includeDeleted }: NodesArgs, context) =>
      nodesAsText(options, context, { projectId, includeDeleted: includeDeleted ?? false, fields }),
  },
  resolvers: {
    Query: {
      nodes: (_parent: unknown, { projectId, includeDeleted }: NodesArgs, context, details) => {
        const fields = askedFields(details)
        return nodesOf(options, context, { projectId, includeDeleted: includeDeleted ?? false, fields })
      },
      changes: (_parent: unknown, args: { projectId: string; after: number }, context, details) =>
        changesAfter(options, context, { ...args, fields: askedFieldsBelow(details, 'nodes') }),
    },
    Mutation: {
      createNode: (_parent: unknown, { data }: { data: Api.NodeCreate }, context, field) =>
        createNode(options.writes, callerOf(context, field), data),
      updateNode: (_parent: unknown, args: { id: string; data: Api.NodeUpdate }, context, field) =>
        updateNode(options.writes, callerOf(context, field), args),
      updateNodeBatch: (_parent: unknown, args: { ids: string[]; data: Api.NodeBatchUpdate }, context, field) =>
        updateNodeBatch(options.writes, callerOf(context, field), args),
      deleteNode: (_parent: unknown, { id }: { id: string }, context, field) =>
        deleteNode(options.writes, callerOf(context, field), id),
      deleteNodeWithChildren: (_parent: unknown, { id }: { id: string }, context, field) =>
        deleteNodeWithChildren(options.writes, callerOf(context, field), id),
    },
  },
})
