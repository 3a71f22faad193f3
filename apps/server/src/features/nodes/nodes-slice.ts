import type { Api } from '@espalier/contract'

import { readSelectedFields, readSelectedFieldsBelow } from '../../transport/graphql/selection.ts'
import type { Slice } from '../../transport/graphql/slice.ts'
import { readCaller, type Writes } from '../projects/index.ts'
import { createNode } from './create-node.ts'
import { deleteNode, deleteNodeWithChildren } from './delete-nodes.ts'
import { nodeTypeDefs } from './node-type-defs.ts'
import { readChangesAfter, readProjectNodesAsText, readProjectNodes, type NodesReaderOptions } from './read-nodes.ts'
import { updateNode, updateNodeBatch } from './update-nodes.ts'

export interface NodesOptions extends NodesReaderOptions {
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
      readProjectNodesAsText(options, context, { projectId, includeDeleted: includeDeleted ?? false, fields }),
  },
  resolvers: {
    Query: {
      nodes: (_parent: unknown, { projectId, includeDeleted }: NodesArgs, context, details) => {
        const fields = readSelectedFields(details)
        return readProjectNodes(options, context, { projectId, includeDeleted: includeDeleted ?? false, fields })
      },
      changes: (_parent: unknown, args: { projectId: string; after: number }, context, details) =>
        readChangesAfter(options, context, { ...args, fields: readSelectedFieldsBelow(details, 'nodes') }),
    },
    Mutation: {
      createNode: (_parent: unknown, { data }: { data: Api.NodeCreate }, context, field) =>
        createNode(options.writes, readCaller(context, field), data),
      updateNode: (_parent: unknown, args: { id: string; data: Api.NodeUpdate }, context, field) =>
        updateNode(options.writes, readCaller(context, field), args),
      updateNodeBatch: (_parent: unknown, args: { ids: string[]; data: Api.NodeBatchUpdate }, context, field) =>
        updateNodeBatch(options.writes, readCaller(context, field), args),
      deleteNode: (_parent: unknown, { id }: { id: string }, context, field) =>
        deleteNode(options.writes, readCaller(context, field), id),
      deleteNodeWithChildren: (_parent: unknown, { id }: { id: string }, context, field) =>
        deleteNodeWithChildren(options.writes, readCaller(context, field), id),
    },
  },
})
