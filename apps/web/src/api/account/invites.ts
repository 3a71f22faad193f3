import type { ApiResult } from '../graphql/api-result.ts'
import { pageConfig } from '../session/page-config.ts'
import { forgetInvite, readPendingInvite } from '../session/pending-sign-in.ts'
import { auth } from '../session/session.ts'

export { readInvitedEmail, rememberInvite, readPendingInvite } from '../session/pending-sign-in.ts'

// The GraphQL client is heavy: the sign-in pages must not carry it.
export const inviteToBeta = async (emails: readonly string[]): Promise<ApiResult<boolean>> =>
  (await import('./account-requests.ts')).inviteToBeta(emails)

/** Uses the invite that this tab came with, if it did. What it answers is to be told: why it does not let anybody in. */
export async function acceptPendingInvite(): Promise<string | null> {
  const invite = readPendingInvite()
  const state = auth.get()
  if (invite === null || state.kind !== 'person') return null
  // It would be refused: it is kept until the address is verified.
  if (pageConfig().features.verifyEmail && state.person.unverifiedEmail !== undefined) return null
  const answer = await (await import('./account-requests.ts')).acceptInvite(invite)
  // One that was not answered is kept for the next time.
  if (answer.ok || (answer.code === 'BAD_USER_INPUT' && !answer.isWholeRequest)) forgetInvite()
  if (answer.ok) await auth.check()
  const isIn = state.person.status === 'active'
  return answer.ok || answer.isReported || isIn ? null : answer.message
}
