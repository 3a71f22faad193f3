import type { Api } from '@espalier/contract'
import { refusals, type Refusal, type Result, type StructureUpdate } from '@espalier/domain'

import { sanitizeInput } from '../../rich-text/sanitize-input.ts'
import { ApiError } from '../../transport/api-error.ts'
import { badInput, readBody, textLimits, withinLength, type NodeFields } from '../projects/index.ts'

/** The value of an accepted rule; a refusal is thrown as the API tells it. */
export function accepted<Value>(decided: Result<Value, Refusal>): Value {
  if (decided.ok) return decided.value
  const { code, text } = refusals[decided.reason]
  throw new ApiError(code, text)
}

export const noSuchNode = (): ApiError => new ApiError('NOT_FOUND', refusals['node-missing'].text)

/** Escaping makes a text longer, so its length is checked before and after. */
export async function readNodeTitle(given: string): Promise<string> {
  const title = await sanitizeInput(withinLength(given, textLimits.nodeTitle, 'title'), 'title')
  return withinLength(title, textLimits.nodeTitle, 'title')
}

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

export function readStyle({ backgroundColor, processing }: Api.NodeStyleInput): NonNullable<NodeFields['style']> {
  if (backgroundColor != null && !colour.test(backgroundColor)) {
    throw badInput('The colour must be written as #rrggbb', 'style.backgroundColor')
  }
  return {
    ...(backgroundColor != null && { backgroundColor: backgroundColor.toLowerCase() }),
    ...(processing != null && { processing }),
  }
}

/** What was left out stays, and so does what is null where null means nothing. */
export const readNodeFields = async (data: Api.NodeUpdate): Promise<NodeFields> => ({
  ...(data.title != null && { title: await readNodeTitle(data.title) }),
  ...(data.body != null && { body: await readBody(data.body) }),
  ...(data.status != null && { status: data.status }),
  ...(data.hideChildren != null && { hideChildren: data.hideChildren }),
  ...(data.projectLink !== undefined && { projectLink: data.projectLink?.toLowerCase() ?? null }),
  ...(data.style != null && { style: readStyle(data.style) }),
})

const lowered = <Id extends string | null | undefined>(id: Id) => id?.toLowerCase() ?? id

/** The part that the rules of structure decide; null where the update says nothing of it. */
export function readStructureUpdate(data: Api.NodeUpdate): StructureUpdate | null {
  const { parentId, parentIds, afterId, beforeId, position, isDeleted } = data
  const saysNothing =
    parentId === undefined &&
    parentIds === undefined &&
    [afterId, beforeId, position, isDeleted].every((value) => value == null)
  if (saysNothing) return null
  return {
    parentId: lowered(parentId),
    parentIds: parentIds?.map((id) => id.toLowerCase()) ?? parentIds,
    afterId: lowered(afterId),
    beforeId: lowered(beforeId),
    position,
    isDeleted,
  }
}
