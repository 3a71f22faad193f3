import type { Api } from '@espalier/schema'
import { updateProjectMutation } from '@espalier/schema/documents/projects'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/** The form shows why a view was refused; a lost right to change it is no reason to sign in again. */
const refusalsHandled = { context: handledByCaller('BAD_USER_INPUT', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT') }

/** Names only what changes, so that two people lose nothing of each other. The open project learns of it live. */
async function changeViews(projectId: string, viewChanges: Api.SavedViewChanges): Promise<ApiResult<true>> {
  const result = await sendOperation(updateProjectMutation, { id: projectId, data: { viewChanges } }, refusalsHandled)
  return mapApiResult(result, () => true as const)
}

/** Adds a view, or replaces the one with its id. */
export const saveView = (projectId: string, view: Api.SavedViewInput): Promise<ApiResult<true>> =>
  changeViews(projectId, { put: [view] })

export const deleteView = (projectId: string, id: string): Promise<ApiResult<true>> =>
  changeViews(projectId, { remove: [id] })
