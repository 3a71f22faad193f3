import { toPlainText } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import {
  type AccessTokenFields,
  accessTokensQuery,
  createAccessTokenMutation,
  revokeAccessTokenMutation,
  undoTokenHourMutation,
  type UndoTokenHourMutation,
} from '@espalier/schema/documents/access-tokens'
import { searchQuery } from '@espalier/schema/documents/search'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { allHandledByCaller, handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/** A right of a program to act in the name of the person. Its secret is known only when it is created. */
export type AccessToken = AccessTokenFields
export type TokenRole = AccessToken['role']
export type NewAccessToken = Pick<Api.AccessTokenInput, 'name' | 'role' | 'projectId' | 'nodeId' | 'expiresAt'>

export interface CreatedAccessToken {
  readonly token: AccessToken
  readonly secret: string
}

// The form shows these itself. A missing right is no reason to sign in again.
const refusalHandled = { context: handledByCaller('FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT') }

export const fetchAccessTokens = async (): Promise<ApiResult<readonly AccessToken[]>> =>
  mapApiResult(await sendOperation(accessTokensQuery, {}), (sent) => sent.accessTokens)

export const createAccessToken = async (data: NewAccessToken): Promise<ApiResult<CreatedAccessToken>> =>
  mapApiResult(
    await sendOperation(createAccessTokenMutation, { data }, refusalHandled),
    (sent) => sent.createAccessToken,
  )

/** Also succeeds when the token does not exist any more, because the outcome is the same. */
export async function revokeAccessToken(id: string): Promise<ApiResult<boolean>> {
  const answer = await sendOperation(revokeAccessTokenMutation, { id }, refusalHandled)
  if (!answer.ok && answer.code === 'NOT_FOUND') return { ok: true, value: true }
  return mapApiResult(answer, (sent) => sent.revokeAccessToken)
}

/** The result of an undo: a part may have stayed because others have changed it since. */
export type TokenUndo = UndoTokenHourMutation['undoTokenHour']

export const undoTokenHour = async (id: string): Promise<ApiResult<TokenUndo>> =>
  mapApiResult(await sendOperation(undoTokenHourMutation, { id }, refusalHandled), (sent) => sent.undoTokenHour)

/** A node whose branch a token can be limited to. */
export interface BranchChoice {
  readonly id: string
  readonly title: string
}

/** The search is over all projects: as many hits as it gives, because those of other projects are left out. */
const mostHits = 100
const mostChoices = 6

/** Finds nodes of a project by their words. None after a failure: the next letter searches again. */
export async function findBranches(projectId: string, text: string): Promise<readonly BranchChoice[]> {
  const answer = await sendOperation(searchQuery, { text, first: mostHits }, { context: allHandledByCaller })
  if (!answer.ok) return []
  const nodes = answer.value.search.flatMap(({ node, project }) =>
    node === null || project.id !== projectId ? [] : [{ id: node.id, title: toPlainText(node.title) }],
  )
  return [...new Map(nodes.map((node) => [node.id, node])).values()].slice(0, mostChoices)
}
