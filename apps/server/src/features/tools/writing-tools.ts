import { toPlainText } from '@espalier/domain'
import {
  toolAddCommentMutation,
  toolClaimNodeMutation,
  toolDeleteBranchMutation,
  toolDeleteNodeMutation,
  toolUpdateNodeMutation,
} from '@espalier/schema/documents/tools'
import { ApiError } from '../../api/errors.ts'
import type { ArgumentSchema, Tool, ToolCall } from '../../api/tool.ts'
import type { Database } from '../../database/database.ts'
import { toolTexts } from '../../texts/tools.ts'
import type { Writes } from '../projects/index.ts'
import { addOutline, type OutlineEntry } from './add-outline.ts'
import { createIdShortener, findNodeId } from './short-ids.ts'

const { arguments: words } = toolTexts
const nodeId = { type: 'string', description: words.nodeId } as const
const mostUpdates = 50
const mostEntries = 500

const outlineEntry: ArgumentSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', description: words.title },
    body: { type: 'string', description: words.body },
    children: { type: 'array', description: words.children, items: { $ref: '#/$defs/entry' } },
  },
  required: ['title'],
}

interface ToolsOptions {
  readonly database: Database
  readonly writes: Writes
}

/** The tools that change a plan. */
export const createWritingTools = ({ database, writes }: ToolsOptions): readonly Tool[] => [
  {
    name: 'claim_node',
    description: toolTexts.claimNode,
    role: 'editor',
    input: { type: 'object', properties: { nodeId }, required: ['nodeId'] },
    run: (args, call) => claimNode(database, call, String(args['nodeId'])),
  },
  {
    name: 'add_nodes',
    description: toolTexts.addNodes,
    role: 'editor',
    input: {
      type: 'object',
      properties: {
        projectId: { type: 'string', description: words.projectId },
        parentId: { type: 'string', description: words.parentId },
        nodes: {
          type: 'array',
          description: words.nodes,
          items: { $ref: '#/$defs/entry' },
          minItems: 1,
          maxItems: mostEntries,
        },
      },
      required: ['projectId', 'nodes'],
      $defs: { entry: outlineEntry },
    },
    run: (args, call) => addNodes({ database, writes }, call, args as unknown as AddArguments),
  },
  {
    name: 'update_nodes',
    description: toolTexts.updateNodes,
    role: 'editor',
    isDestructive: true,
    input: {
      type: 'object',
      properties: {
        updates: {
          type: 'array',
          description: words.updates,
          minItems: 1,
          maxItems: mostUpdates,
          items: {
            type: 'object',
            properties: {
              nodeId,
              data: { type: 'object', description: words.data, properties: {}, additionalProperties: true },
            },
            required: ['nodeId', 'data'],
          },
        },
      },
      required: ['updates'],
    },
    run: (args, call) => updateNodes(database, call, args['updates'] as readonly UpdateArguments[]),
  },
  {
    name: 'move_node',
    description: toolTexts.moveNode,
    role: 'editor',
    input: {
      type: 'object',
      properties: {
        nodeId,
        parentId: { type: 'string', description: words.newParentId },
        afterId: { type: 'string', description: words.afterId },
        beforeId: { type: 'string', description: words.beforeId },
      },
      required: ['nodeId'],
    },
    run: (args, call) => moveNode(database, call, args as unknown as MoveArguments),
  },
  {
    name: 'delete_node',
    description: toolTexts.deleteNode,
    role: 'editor',
    isDestructive: true,
    input: {
      type: 'object',
      properties: { nodeId, withChildren: { type: 'boolean', description: words.withChildren } },
      required: ['nodeId'],
    },
    run: (args, call) => deleteNode(database, call, args as unknown as DeleteArguments),
  },
  {
    name: 'add_comment',
    description: toolTexts.addComment,
    role: 'proposer',
    input: {
      type: 'object',
      properties: {
        nodeId,
        body: { type: 'string', description: words.comment },
        parentId: { type: 'string', description: words.thread },
      },
      required: ['nodeId', 'body'],
    },
    run: (args, call) => addComment(database, call, args as unknown as CommentArguments),
  },
]

async function claimNode(database: Database, call: ToolCall, given: string): Promise<object> {
  const id = await findNodeId(database, call, given)
  const { claimNode: node } = await call.query(toolClaimNodeMutation, { id })
  const shorten = await createIdShortener(database, [id])
  const { projectId, status, dueDate, priority } = node
  const texts = { title: toPlainText(node.title), body: toPlainText(node.body) }
  return { node: { id: shorten(id), projectId, ...texts, status, dueDate, priority } }
}

interface AddArguments {
  readonly projectId: string
  readonly parentId?: string
  readonly nodes: readonly OutlineEntry[]
}

/** The cost of a node is that of an operation which adds one. */
const workPerNode = 5

async function addNodes({ database, writes }: ToolsOptions, call: ToolCall, args: AddArguments): Promise<object> {
  const parentId = args.parentId === undefined ? null : await findNodeId(database, call, args.parentId)
  const count = countEntries(args.nodes)
  if (count > mostEntries) throw new ApiError('BAD_USER_INPUT', toolTexts.errors.tooManyNodes(mostEntries))
  const request = { projectId: args.projectId, parentId, nodes: args.nodes }
  const added = await call.admit(count * workPerNode, () => addOutline(writes, call.viewer, request))
  const shorten = await createIdShortener(
    database,
    added.map(({ id }) => id),
  )
  return { nodes: added.map(({ id, title }) => ({ id: shorten(id), title })) }
}

const countEntries = (entries: readonly OutlineEntry[]): number =>
  entries.reduce((sum, { children = [] }) => sum + 1 + countEntries(children), 0)

interface UpdateArguments {
  readonly nodeId: string
  readonly data: Readonly<Record<string, unknown>>
}

async function updateNodes(database: Database, call: ToolCall, updates: readonly UpdateArguments[]): Promise<object> {
  // Every id is looked up first, so that a wrong one changes nothing.
  const found: { readonly id: string; readonly given: string; readonly data: object }[] = []
  for (const { nodeId: given, data } of updates) {
    const id = await findNodeId(database, call, given)
    found.push({ id, given, data: await findIdsIn(database, call, data) })
  }
  const updated: { readonly id: string; readonly title: string; readonly status: string }[] = []
  for (const { id, given, data } of found) {
    try {
      updated.push((await call.query(toolUpdateNodeMutation, { id, data })).updateNode)
    } catch (error) {
      if (!(error instanceof ApiError) || updated.length === 0) throw error
      const { code, message, details } = error
      throw new ApiError(code, toolTexts.errors.partlyDone(updated.length, found.length, given, message), details)
    }
  }
  return { nodes: await listShort(database, updated) }
}

const idFields = ['parentId', 'afterId', 'beforeId'] as const
const idListFields = ['parentIds', 'blockedByIds', 'addBlockedByIds', 'removeBlockedByIds'] as const

/** Nodes may be named by prefixes inside the data as well. What has another form is left to the API to refuse. */
async function findIdsIn(database: Database, call: ToolCall, data: UpdateArguments['data']): Promise<object> {
  const known: Record<string, unknown> = {}
  for (const name of idFields) {
    const given = data[name]
    if (typeof given === 'string') known[name] = await findNodeId(database, call, given)
  }
  for (const name of idListFields) {
    const given = data[name]
    if (!Array.isArray(given)) continue
    const ids: unknown[] = []
    for (const one of given) ids.push(typeof one === 'string' ? await findNodeId(database, call, one) : one)
    known[name] = ids
  }
  return { ...data, ...known }
}

interface MoveArguments {
  readonly nodeId: string
  readonly parentId?: string
  readonly afterId?: string
  readonly beforeId?: string
}

async function moveNode(database: Database, call: ToolCall, args: MoveArguments): Promise<object> {
  const { nodeId: given, parentId, ...siblings } = args
  if (parentId === undefined && siblings.afterId === undefined && siblings.beforeId === undefined)
    throw new ApiError('BAD_USER_INPUT', toolTexts.errors.nothingToMove, { field: 'parentId' })
  const id = await findNodeId(database, call, given)
  const isRoot = parentId === 'root'
  const named = { ...siblings, ...(parentId !== undefined && !isRoot && { parentId }) }
  const data = { ...(await findIdsIn(database, call, named)), ...(isRoot && { parentId: null }) }
  const { updateNode: node } = await call.query(toolUpdateNodeMutation, { id, data })
  return { nodes: await listShort(database, [node]) }
}

interface DeleteArguments {
  readonly nodeId: string
  readonly withChildren?: boolean
}

async function deleteNode(database: Database, call: ToolCall, args: DeleteArguments): Promise<object> {
  const id = await findNodeId(database, call, args.nodeId)
  const deletedIds =
    args.withChildren === true
      ? (await call.query(toolDeleteBranchMutation, { id })).deleteNodeWithChildren
      : [(await call.query(toolDeleteNodeMutation, { id })).deleteNode.at(-1)?.id ?? id]
  const shown = deletedIds.slice(0, mostEntries)
  const shorten = await createIdShortener(database, shown)
  return { count: deletedIds.length, nodes: shown.map((one) => ({ id: shorten(one) })) }
}

interface CommentArguments {
  readonly nodeId: string
  readonly body: string
  readonly parentId?: string
}

async function addComment(database: Database, call: ToolCall, args: CommentArguments): Promise<object> {
  const id = await findNodeId(database, call, args.nodeId)
  const { body, parentId = null } = args
  const { addComment: comment } = await call.query(toolAddCommentMutation, { nodeId: id, body, parentId })
  const shorten = await createIdShortener(database, [id])
  return { comment: { id: comment.id, nodeId: shorten(id) } }
}

async function listShort(
  database: Database,
  nodes: readonly { readonly id: string; readonly title: string; readonly status: string }[],
): Promise<readonly object[]> {
  const shorten = await createIdShortener(
    database,
    nodes.map(({ id }) => id),
  )
  return nodes.map(({ id, title, status }) => ({ id: shorten(id), title: toPlainText(title), status }))
}
