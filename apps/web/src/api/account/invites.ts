import type { ApiResult } from '../graphql/api-result.ts'
import { pageConfig } from '../session/page-config.ts'
import { forgetInvite, readPendingInvite } from '../session/pending-sign-in.ts'
import { auth } from '../session/session.ts'

export { readInvitedEmail, rememberInvite, readPendingInvite } from '../session/pending-sign-in.ts'

// The GraphQL client is heavy, so the sign-in pages must not load it.
export const inviteToBeta = async (emails: readonly string[]): Promise<ApiResult<boolean>> =>
  (await import('./account-requests.ts')).inviteToBeta(emails)

/** Uses the invite that this tab was opened with, if any. Returns the reason to show when it grants no access. */
export async function acceptPendingInvite(): Promise<string | null> {
  const invite = readPendingInvite()
  const state = auth.get()
  if (invite === null || state.kind !== 'person') return null
  // The server would reject the invite now, so it is kept until the address is verified.
  if (pageConfig().features.verifyEmail && state.person.unverifiedEmail !== undefined) return null
  const answer = await (await import('./account-requests.ts')).acceptInvite(invite)
  // An invite without an answer is kept for the next attempt.
  if (answer.ok || (answer.code === 'BAD_USER_INPUT' && !answer.isWholeRequest)) forgetInvite()
  if (answer.ok) await auth.check()
  const isIn = state.person.status === 'active'
  return answer.ok || answer.isReported || isIn ? null : answer.message
}
