import type { Core } from '../../core.ts'
import { cookieNames } from '../../forms/cookies.ts'
import { HttpError, httpErrors } from '../../forms/refusal.ts'
import { endSessions } from '../../sessions/sign-in.ts'
import { resolveReturnTo, readReturnTo } from '../kind.ts'
import { respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { isValidLogoutToken } from './logout-token.ts'

export async function submitLogout(core: Core, visit: Visit): Promise<VisitResponse> {
  const token = visit.query.get('token')
  if (token === null || token === '') throw httpErrors.malformed('A logout must bear its token.')
  const returnTo = readReturnTo(visit)
  const session = await visit.session()
  if (session === null) throw httpErrors.noSession()
  if (!isValidLogoutToken(core.sealer, session.id, token)) {
    throw new HttpError(403, { reason: 'The logout token is not that of this session.' })
  }
  await endSessions(core, { identityId: session.identity.id, only: session.id })
  visit.cookies.clear(cookieNames.session)
  visit.csrf.rotate()
  const { address } = visit.device
  core.options.audit({ kind: 'logout', identityId: session.identity.id, sessionId: session.id, address })
  return visit.wantsJson ? { kind: 'empty', status: 204 } : respondRedirect(resolveReturnTo(visit, returnTo))
}
