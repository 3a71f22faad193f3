import type { Api } from '@espalier/schema'
import {
  acceptInviteMutation,
  accountQuery,
  accountUsageQuery,
  inviteToBetaMutation,
} from '@espalier/schema/documents/account'
import { type ApiResult, mapApiResult } from '../graphql/api-result.ts'
import { handledByCaller, failingSilently } from '../graphql/own-codes.ts'
import { sendOperation } from '../graphql/send-operation.ts'
import type { Account } from './account-store.ts'

export type LimitUsage = Api.Usage

/** Facts for the account's own person: how much of each limit is used, and when it will be deleted. */
export interface AccountNotices {
  readonly usage: readonly LimitUsage[]
  /** Null: nobody asked for it. */
  readonly deletionDueAt: number | null
}

/** Empty when the request fails. */
export async function fetchAccountNotices(): Promise<AccountNotices> {
  const result = await sendOperation(accountUsageQuery, {}, { context: failingSilently })
  return result.ok ? result.value.account : { usage: [], deletionDueAt: null }
}

/** The dialog shows these errors itself and stays open. */
const inviteHandled = { context: handledByCaller('UPSTREAM_FAILED', 'RATE_LIMITED', 'INTERNAL') }

export const inviteToBeta = async (emails: readonly string[]): Promise<ApiResult<boolean>> =>
  mapApiResult(await sendOperation(inviteToBetaMutation, { emails }, inviteHandled), (sent) => sent.inviteToBeta)

export const acceptInvite = async (invite: string): Promise<ApiResult<boolean>> =>
  mapApiResult(await sendOperation(acceptInviteMutation, { invite }), (sent) => sent.acceptInvite)

/** Null: it could not be read. */
export async function fetchAccount(isQuiet: boolean): Promise<Account | null> {
  const result = await sendOperation(accountQuery, {}, isQuiet ? { context: failingSilently } : {})
  return result.ok ? result.value.account : null
}
