import type { Api } from '@espalier/schema'
import {
  type BlockerChoice,
  blockerInputs,
  type EditRefusal,
  editRefusalCodes,
  editRefusalTexts,
  type GraphView,
  nestFields,
  type NodeField,
  nodeFields,
  readNodeField,
  type Result,
  type SetChanges,
  setNameByInput,
  type StructureUpdate,
} from '@espalier/domain'

import { sanitizeInput } from '../../security/sanitize-input.ts'
import { ApiError } from '../../api/errors.ts'
import {
  badInputError,
  sanitizeBody,
  textLimits,
  requireMaxLength,
  type NodeFields,
  type RequestedFields,
} from '../projects/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'

/** The inputs that lead to a refusal of bad input, where there is only one. */
const refusedFields: Readonly<Partial<Record<EditRefusal, string>>> = {
  'blocker-missing': 'blockedByIds',
  'too-many-blockers': 'addBlockedByIds',
}

/** An edit that a rule of the graph refuses, with the rule's own name for the reason. */
export class EditRefusedError extends ApiError {
  readonly reason: EditRefusal

  constructor(reason: EditRefusal) {
    const field = refusedFields[reason]
    super(editRefusalCodes[reason], editRefusalTexts[reason], field === undefined ? {} : { field })
    this.reason = reason
  }
}

/** Returns the value of an accepted rule; a refusal is thrown in the API's format. */
export function requireAccepted<Value>(decided: Result<Value, EditRefusal>): Value {
  if (decided.ok) return decided.value
  throw new EditRefusedError(decided.reason)
}

export const nodeNotFoundError = (): ApiError => new ApiError('NOT_FOUND', editRefusalTexts['node-missing'])

/** Escaping makes a text longer, so its length is checked before and after. */
export async function readNodeTitle(given: string): Promise<string> {
  const title = await sanitizeInput(requireMaxLength(given, textLimits.nodeTitle, 'title'), 'title')
  return requireMaxLength(title, textLimits.nodeTitle, 'title')
}

const settableFields = nodeFields.all.filter(({ merge }) => merge === 'last-writer' || merge === 'server')
const fieldsByInput = {
  create: settableFields.filter(({ inputs }) => inputs.includes('create')),
  update: settableFields.filter(({ inputs }) => inputs.includes('update')),
  batch: settableFields.filter(({ inputs }) => inputs.includes('batch')),
}

/** Reads the fields and the inputs that change a part of a list. */
export async function readRequestedFields(data: object, input: keyof typeof fieldsByInput): Promise<RequestedFields> {
  return { ...(await readNodeFields(data, input)), ...readSetChanges(data) }
}

function readSetChanges(data: object): SetChanges {
  const changes: Record<string, unknown> = {}
  for (const [input, name] of setNameByInput) {
    const given = Object.hasOwn(data, input) ? (data as Readonly<Record<string, unknown>>)[input] : null
    if (given == null) continue
    const field = nodeFields.byName.get(name)
    const value = field?.parse(given)
    if (value === undefined) throw badInputError(field?.inputFault ?? projectErrorTexts.badField(input), input)
    changes[input] = value
  }
  return changes
}

const blockersField = nodeFields.byName.get('blockedByIds')

/** Reads the inputs that change the blockers of a node; null if there are none. */
export function readBlockerChoice(data: BlockerChoice): BlockerChoice | null {
  const given = blockerInputs.filter((input) => data[input] != null)
  if (given.length === 0) return null
  const entries = given.map((input) => {
    const value = blockersField?.parse(data[input])
    if (value === undefined) throw badInputError(blockersField?.inputFault ?? projectErrorTexts.badField(input), input)
    return [input, value]
  })
  return Object.fromEntries(entries) as BlockerChoice
}

/** Refuses new blockers that are not living nodes of the project. The node itself is left to the rules. */
export function requireKnownBlockers(graph: GraphView, ids: readonly string[], choice: BlockerChoice): void {
  for (const input of ['blockedByIds', 'addBlockedByIds'] as const) {
    const isKnown = (blockerId: string): boolean =>
      graph.node(blockerId)?.isDeleted === false ||
      ids.includes(blockerId) ||
      ids.every((id) => graph.node(id)?.blockedByIds.includes(blockerId))
    if (!(choice[input] ?? []).every(isKnown)) throw badInputError(editRefusalTexts['blocker-missing'], input)
  }
}

/** Omitted fields stay unchanged, and so do null fields for which null has no meaning. */
async function readNodeFields(data: object, input: keyof typeof fieldsByInput): Promise<NodeFields> {
  const values = new Map<NodeField, unknown>()
  for (const field of fieldsByInput[input]) {
    const given = readNodeField(data, field)
    if (given === undefined || (given === null && !field.isNullable)) continue
    values.set(field, given === null ? null : await readFieldValue(field, given))
  }
  return nestFields([...values.keys()], (field) => values.get(field)) as NodeFields
}

async function readFieldValue(field: NodeField, given: unknown): Promise<unknown> {
  const { name, within, label, isRichText, inputFault = projectErrorTexts.badField(label) } = field
  const value = field.parse(given)
  if (value === undefined) throw badInputError(inputFault, within === undefined ? name : `${within}.${name}`)
  if (!isRichText) return value
  return name === 'title' ? readNodeTitle(String(value)) : sanitizeBody(String(value), name)
}

const toLowerCaseId = <Id extends string | null | undefined>(id: Id) => id?.toLowerCase() ?? id

/** Returns the structural part of the update; null if it has none. */
export function readStructureUpdate(data: Api.NodeUpdate): StructureUpdate | null {
  const { parentId, parentIds, afterId, beforeId, position, isDeleted } = data
  const blockers = readBlockerChoice(data)
  const hasNoStructure =
    blockers === null &&
    parentId === undefined &&
    parentIds === undefined &&
    [afterId, beforeId, position, isDeleted].every((value) => value == null)
  if (hasNoStructure) return null
  return {
    parentId: toLowerCaseId(parentId),
    parentIds: parentIds?.map((id) => id.toLowerCase()) ?? parentIds,
    afterId: toLowerCaseId(afterId),
    beforeId: toLowerCaseId(beforeId),
    position,
    isDeleted,
    ...blockers,
  }
}
