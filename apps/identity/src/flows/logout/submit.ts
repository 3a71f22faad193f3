import type { Core } from '../../core.ts'
import { cookieNames } from '../../forms/cookies.ts'
import { Refusal, refusals } from '../../forms/refusal.ts'
import { endSessions } from '../../sessions/sign-in.ts'
import { followReturn, requestedReturn } from '../kind.ts'
import { redirect, type Answer, type Visit } from '../visit.ts'
import { isLogoutToken } from './logout-token.ts'

export async function submitLogout(core: Core, visit: Visit): Promise<Answer> {
  const token = visit.query.get('token')
  if (token === null || token === '') throw refusals.malformed('A logout must bear its token.')
  const returnTo = requestedReturn(visit)
  const session = await visit.session()
  if (session === null) throw refusals.noSession()
  if (!isLogoutToken(core.sealer, session.id, token)) {
    throw new Refusal(403, { reason: 'The logout token is not that of this session.' })
  }
  await endSessions(core, { identityId: session.identity.id, only: session.id })
  visit.cookies.clear(cookieNames.session)
  visit.csrf.rotate()
  const { address } = visit.device
  core.options.audit({ kind: 'logout', identityId: session.identity.id, sessionId: session.id, address })
  return visit.wantsJson ? { kind: 'empty', status: 204 } : redirect(followReturn(visit, returnTo))
}
