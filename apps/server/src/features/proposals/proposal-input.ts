import { randomUUID } from 'node:crypto'
import {
  cleanLine,
  cleanText,
  type ProposedOperation,
  proposalLimits,
  proposalTexts,
  proposedOperations,
} from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { coerceInputValue, type GraphQLInputType, type GraphQLSchema, isInputType } from 'graphql'
import { ApiError } from '../../api/errors.ts'
import { type NodeChange, readNodeChange } from '../nodes/index.ts'
import { badInputError, isStoredId } from '../projects/index.ts'
import type { StoredChange } from './store.ts'

type Values = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOperation = (value: unknown): value is ProposedOperation => proposedOperations.some((op) => op === value)

export function readProposalTitle(given: string): string {
  const title = cleanLine(given)
  if (title === '') throw badInputError(proposalTexts.noTitle, 'title')
  if (title.length > proposalLimits.titleCharacters) throw badInputError(proposalTexts.longTitle, 'title')
  return title
}

export function readReason(given: string): string {
  const reason = cleanText(given).trim()
  if (reason.length > proposalLimits.reasonCharacters) throw badInputError(proposalTexts.longReason, 'reason')
  return reason
}

interface ChangesInput {
  readonly projectId: string
  readonly changes: readonly unknown[]
  readonly schema: GraphQLSchema
}

/** Reads the changes of a new proposal. Whether they fit the plan is not decided here. */
export async function readChanges({ projectId, changes, schema }: ChangesInput): Promise<readonly StoredChange[]> {
  if (changes.length === 0 || changes.length > proposalLimits.changes)
    throw badInputError(proposalTexts.badCount, 'changes')
  if (Buffer.byteLength(JSON.stringify(changes)) > proposalLimits.bytes)
    throw badInputError(proposalTexts.tooLarge, 'changes')
  const read: StoredChange[] = []
  const created = new Set<string>()
  for (const [index, change] of changes.entries()) {
    try {
      const one = await readChange(projectId, change, schema)
      if (one.op === 'create' && created.has(one.nodeId)) throw badInputError(proposalTexts.sameNode, 'changes')
      if (one.op === 'create') created.add(one.nodeId)
      read.push(one)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      throw badInputError(proposalTexts.badChange(index + 1, error.message), 'changes')
    }
  }
  return read
}

const refuse = (message: string): ApiError => badInputError(message, 'changes')

async function readChange(projectId: string, change: unknown, schema: GraphQLSchema): Promise<StoredChange> {
  if (!isObject(change) || Object.keys(change).some((key) => !['op', 'id', 'data'].includes(key)))
    throw refuse(proposalTexts.badForm)
  const { op, id, data = {} } = change
  if (!isOperation(op) || !isObject(data)) throw refuse(proposalTexts.badForm)
  const given = id ?? (op === 'create' ? (data['id'] ?? randomUUID()) : undefined)
  if (typeof given !== 'string' || !isStoredId(given)) throw refuse(proposalTexts.badId)
  const nodeId = given.toLowerCase()
  if (op === 'delete') {
    if (Object.keys(data).length > 0) throw refuse(proposalTexts.noDeleteData)
    return { id: randomUUID(), op, nodeId, data: {}, decision: null }
  }
  if (op === 'update' && Object.keys(data).length === 0) throw refuse(proposalTexts.noData)
  if (data['projectLink'] != null) throw refuse(proposalTexts.noLink)
  const coerced = coerceData(schema, op, op === 'create' ? { projectId, ...data } : data)
  if (op === 'create') requireSameIds(coerced, projectId, nodeId)
  const { requested } = (await readNodeChange(op, nodeId, coerced)) as Extract<NodeChange, { op: 'create' | 'update' }>
  // Texts are stored as they would be in a node, so that every screen may show them.
  const { title, body } = requested
  const texts = { ...(title !== undefined && { title }), ...(body !== undefined && { body }) }
  return { id: randomUUID(), op, nodeId, data: { ...(cleanValue(data) as Values), ...texts }, decision: null }
}

function requireSameIds({ id, projectId: named }: Values, projectId: string, nodeId: string): void {
  if (typeof named === 'string' && named.toLowerCase() !== projectId) throw refuse(proposalTexts.otherProject)
  if (typeof id === 'string' && id.toLowerCase() !== nodeId) throw refuse(proposalTexts.otherId)
}

type NodeInput = Omit<Api.NodeCreate, 'projectId'> & Api.NodeUpdate

/** Checks data against the input type of the mutation that would make the change. */
function coerceData(schema: GraphQLSchema, op: 'create' | 'update', data: Values): NodeInput & Values {
  const type = schema.getType(op === 'create' ? 'NodeCreate' : 'NodeUpdate')
  if (!isInputType(type)) throw new Error('the schema has no inputs for nodes')
  const coerced: unknown = coerceInputValue(data, type as GraphQLInputType, (_path, _value, error) => {
    throw refuse(error.message)
  })
  return coerced as NodeInput & Values
}

/** The database cannot store every character that JSON can name. */
function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), cleanValue(one)]))
}

/** Reads a stored change again, to apply it. */
export const readStoredChange = ({ op, nodeId, data }: StoredChange): Promise<NodeChange> =>
  readNodeChange(op, nodeId, data as NodeInput)

/** Reads what decides whether a change fits. Texts always do, and cleaning them costs more than everything else. */
export function readTriedChange({ data: { title: _title, body: _body, ...data }, ...change }: StoredChange) {
  return readStoredChange({ ...change, data })
}
