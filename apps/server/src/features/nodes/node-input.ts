import type { Api } from '@espalier/schema'
import {
  type EditRefusal,
  editRefusals,
  nestFields,
  type NodeField,
  nodeFields,
  readNodeField,
  type Result,
  type StructureUpdate,
} from '@espalier/domain'

import { sanitizeInput } from '../../security/sanitize-input.ts'
import { ApiError } from '../../api/errors.ts'
import { badInputError, sanitizeBody, textLimits, requireMaxLength, type NodeFields } from '../projects/index.ts'

/** The value of an accepted rule; a refusal is thrown as the API tells it. */
export function requireAccepted<Value>(decided: Result<Value, EditRefusal>): Value {
  if (decided.ok) return decided.value
  const { code, text } = editRefusals[decided.reason]
  throw new ApiError(code, text)
}

export const nodeNotFoundError = (): ApiError => new ApiError('NOT_FOUND', editRefusals['node-missing'].text)

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

/** What was left out stays, and so does what is null where null means nothing. */
export async function readNodeFields(data: object, input: keyof typeof fieldsByInput): Promise<NodeFields> {
  const values = new Map<NodeField, unknown>()
  for (const field of fieldsByInput[input]) {
    const given = readNodeField(data, field)
    if (given === undefined || (given === null && !field.isNullable)) continue
    values.set(field, given === null ? null : await readFieldValue(field, given))
  }
  return nestFields([...values.keys()], (field) => values.get(field)) as NodeFields
}

async function readFieldValue(field: NodeField, given: unknown): Promise<unknown> {
  const { name, within, label, isRichText, inputFault = `This is not a valid ${label}` } = field
  const value = field.parse(given)
  if (value === undefined) throw badInputError(inputFault, within === undefined ? name : `${within}.${name}`)
  if (!isRichText) return value
  return name === 'title' ? readNodeTitle(String(value)) : sanitizeBody(String(value), name)
}

const toLowerCaseId = <Id extends string | null | undefined>(id: Id) => id?.toLowerCase() ?? id

/** The part that the rules of structure decide; null where the update says nothing of it. */
export function readStructureUpdate(data: Api.NodeUpdate): StructureUpdate | null {
  const { parentId, parentIds, afterId, beforeId, position, isDeleted } = data
  const saysNothing =
    parentId === undefined &&
    parentIds === undefined &&
    [afterId, beforeId, position, isDeleted].every((value) => value == null)
  if (saysNothing) return null
  return {
    parentId: toLowerCaseId(parentId),
    parentIds: parentIds?.map((id) => id.toLowerCase()) ?? parentIds,
    afterId: toLowerCaseId(afterId),
    beforeId: toLowerCaseId(beforeId),
    position,
    isDeleted,
  }
}
