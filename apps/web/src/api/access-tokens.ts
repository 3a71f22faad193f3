import type { Api } from '@espalier/schema'
import {
  type AccessTokenFields,
  accessTokensQuery,
  createAccessTokenMutation,
  revokeAccessTokenMutation,
} from '@espalier/schema/documents/access-tokens'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/** What a program can do in the name of the person. Its secret is known only when it is created. */
export type AccessToken = AccessTokenFields
export type TokenRole = AccessToken['role']
export type NewAccessToken = Pick<Api.AccessTokenInput, 'name' | 'role' | 'projectId' | 'expiresAt'>

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
