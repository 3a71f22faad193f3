import type { Api } from '@espalier/schema'
import {
  type AccountDeletionFields,
  accountDeletionQuery,
  cancelAccountDeletionMutation,
  requestAccountDeletionMutation,
} from '@espalier/schema/documents/account-data'
import { accountDataTexts } from '../../texts/account-data.ts'
import { type ApiResult, createApiFailure, mapApiResult } from '../graphql/api-result.ts'
import { handledByCaller } from '../graphql/own-codes.ts'
import { clientId, pageHeaders } from '../graphql/page-headers.ts'
import { sendOperation } from '../graphql/send-operation.ts'
import { readRestFailure } from '../rest.ts'
import { apiBase, identityBase } from '../session/page-config.ts'
import { currentPersonId } from '../session/session.ts'

export type AccountDeletion = AccountDeletionFields
type ProjectHandover = Api.ProjectHandover

/** Everything of the person in one file. */
export async function downloadAccountData(): Promise<ApiResult<Blob>> {
  const failedText = accountDataTexts.download.failed
  try {
    const answer = await fetch(`${apiBase()}/account-data`, {
      credentials: 'include',
      headers: pageHeaders({ clientId, personId: currentPersonId() }),
    })
    if (!answer.ok) return readRestFailure(answer, await answer.json().catch(() => null), failedText)
    // The whole file is read, so that no part of one is saved.
    return { ok: true, value: await answer.blob() }
  } catch {
    return createApiFailure('UNREACHABLE', failedText)
  }
}

// The form shows these itself. A login that is too old is no reason to leave the page.
const refusalHandled = { context: handledByCaller('FORBIDDEN', 'BAD_USER_INPUT', 'CONFLICT') }

export const fetchAccountDeletion = async (): Promise<ApiResult<AccountDeletion>> =>
  mapApiResult(await sendOperation(accountDeletionQuery, {}), (sent) => sent.accountDeletion)

export const requestAccountDeletion = async (
  projects: readonly ProjectHandover[],
): Promise<ApiResult<AccountDeletion>> =>
  mapApiResult(
    await sendOperation(requestAccountDeletionMutation, { projects }, refusalHandled),
    (sent) => sent.requestAccountDeletion,
  )

export const cancelAccountDeletion = async (): Promise<ApiResult<AccountDeletion>> =>
  mapApiResult(
    await sendOperation(cancelAccountDeletionMutation, {}, refusalHandled),
    (sent) => sent.cancelAccountDeletion,
  )

/** The address at which the person proves who they are once more, and from which they come back to this one. */
export function buildFreshLoginUrl(returnTo: string): string {
  const query = new URLSearchParams({ refresh: 'true', return_to: returnTo })
  return `${identityBase()}/self-service/login/browser?${query}`
}
