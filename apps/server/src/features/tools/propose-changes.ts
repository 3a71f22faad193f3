import { randomUUID } from 'node:crypto'
import { isUuid, proposalLimits } from '@espalier/domain'
import { toolCreateProposalMutation } from '@espalier/schema/documents/tools'
import type { Tool, ToolCall } from '../../api/tool.ts'
import type { Database } from '../../database/database.ts'
import { toolTexts } from '../../texts/tools.ts'
import { createIdShortener, findNodeId } from './short-ids.ts'

const { arguments: words } = toolTexts

/** Lets a program suggest changes, which people of the project accept or reject. */
export const createProposalTool = (database: Database): Tool => ({
  name: 'propose_changes',
  description: toolTexts.proposeChanges,
  role: 'proposer',
  input: {
    type: 'object',
    properties: {
      projectId: { type: 'string', description: words.projectId },
      title: { type: 'string', description: words.proposalTitle },
      reason: { type: 'string', description: words.reason },
      changes: {
        type: 'array',
        description: words.changes,
        minItems: 1,
        maxItems: proposalLimits.changes,
        items: {
          type: 'object',
          properties: {
            op: { type: 'string', enum: ['create', 'update', 'delete'] },
            id: { type: 'string', description: words.changeId },
            data: { type: 'object', description: words.changeData, properties: {}, additionalProperties: true },
          },
          required: ['op'],
        },
      },
    },
    required: ['projectId', 'title', 'changes'],
  },
  run: (args, call) => proposeChanges(database, call, args as unknown as ProposalArguments),
})

interface ProposalArguments {
  readonly projectId: string
  readonly title: string
  readonly reason?: string
  readonly changes: readonly ChangeArguments[]
}

interface ChangeArguments {
  readonly op: string
  readonly id?: string
  readonly data?: Readonly<Record<string, unknown>>
}

async function proposeChanges(database: Database, call: ToolCall, args: ProposalArguments): Promise<object> {
  const { projectId, title, reason = '' } = args
  const changes = await nameNodes(args.changes, (id) => findNodeId(database, call, id))
  const { createProposal: made } = await call.query(toolCreateProposalMutation, { projectId, title, reason, changes })
  const shorten = await createIdShortener(
    database,
    made.changes.filter(({ op }) => op !== 'create').map(({ nodeId }) => nodeId),
  )
  return {
    proposal: { id: made.id },
    changes: made.changes.map(({ op, nodeId, problem }) => ({
      op,
      nodeId: shorten(nodeId),
      ...(problem !== null && { problem }),
    })),
  }
}

const idFields = ['parentId', 'childId', 'afterId', 'beforeId'] as const
const idListFields = ['parentIds', 'blockedByIds', 'addBlockedByIds', 'removeBlockedByIds'] as const

/**
 * Gives every node its whole id. A model may call new nodes whatever it likes: each name becomes a fresh id, also where
 * later changes use it.
 */
async function nameNodes(
  changes: readonly ChangeArguments[],
  findId: (id: string) => Promise<string>,
): Promise<readonly object[]> {
  const created = new Map<string, string>()
  const toWhole = async (given: unknown): Promise<unknown> =>
    typeof given === 'string' ? (created.get(given) ?? findId(given)) : given
  const named: object[] = []
  for (const { op, id, data = {} } of changes) {
    const nodeId = op === 'create' ? nameNewNode(created, id) : await toWhole(id)
    const known: Record<string, unknown> = {}
    for (const name of idFields) if (name in data) known[name] = await toWhole(data[name])
    for (const name of idListFields) {
      const list = data[name]
      if (Array.isArray(list)) known[name] = await Promise.all(list.map(toWhole))
    }
    named.push({ op, id: nodeId, ...(op !== 'delete' && { data: { ...data, ...known } }) })
  }
  return named
}

function nameNewNode(created: Map<string, string>, given: string = randomUUID()): string {
  const id = isUuid(given) ? given.toLowerCase() : randomUUID()
  created.set(given, id)
  return id
}
