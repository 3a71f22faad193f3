import type { Api } from '@espalier/schema'
import { editRefusals, type EditRefusal, type Result, type StructureUpdate } from '@espalier/domain'

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

const hexColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

export function readNodeStyle({ backgroundColor, processing }: Api.NodeStyleInput): NonNullable<NodeFields['style']> {
  if (backgroundColor != null && !hexColor.test(backgroundColor)) {
    throw badInputError('The colour must be written as #rrggbb', 'style.backgroundColor')
  }
  return {
    ...(backgroundColor != null && { backgroundColor: backgroundColor.toLowerCase() }),
    ...(processing != null && { processing }),
  }
}

/** What was left out stays, and so does what is null where null means nothing. */
export const readNodeFields = async (data: Api.NodeUpdate): Promise<NodeFields> => ({
  ...(data.title != null && { title: await readNodeTitle(data.title) }),
  ...(data.body != null && { body: await sanitizeBody(data.body) }),
  ...(data.status != null && { status: data.status }),
  ...(data.hideChildren != null && { hideChildren: data.hideChildren }),
  ...(data.projectLink !== undefined && { projectLink: data.projectLink?.toLowerCase() ?? null }),
  ...(data.style != null && { style: readNodeStyle(data.style) }),
})

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
