import { timingSafeEqual } from 'node:crypto'
import type { Core } from '../core/core.ts'
import { readReturnTo, resolveReturnTo } from '../core/flow-lifecycle.ts'
import {
  respondJson,
  respondRedirect,
  type Visit,
  type VisitResponse,
  type VisitRoute,
  withQuery,
} from '../core/visit.ts'
import { cookieNames } from '../protocol/cookies.ts'
import { type Sealer, toAlphanumeric } from '../protocol/crypto.ts'
import { HttpError, httpErrors } from '../protocol/errors.ts'
import { endSessions } from '../sessions/sign-in.ts'
import { errorTexts } from '../texts/errors.ts'

const logoutPurpose = 'logout'
const formatLogoutToken = (digest: Buffer): string => `ory_lo_${toAlphanumeric(digest)}`

/** Derives the logout token from the session, so that nothing has to be stored. */
const createLogoutToken = (sealer: Sealer, sessionId: string): string =>
  formatLogoutToken(sealer.sign(logoutPurpose, sessionId))

function isValidLogoutToken(sealer: Sealer, sessionId: string, token: string): boolean {
  const given = Buffer.from(token)
  return sealer.signatures(logoutPurpose, sessionId).some((digest) => {
    const expected = Buffer.from(formatLogoutToken(digest))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

async function startLogout(core: Core, visit: Visit): Promise<VisitResponse> {
  const session = await visit.session()
  if (session === null) throw httpErrors.sessionInactive()
  const returnTo = readReturnTo(visit)
  const token = createLogoutToken(core.sealer, session.id)
  const parameters = returnTo === null ? {} : { return_to: returnTo }
  return respondJson({
    logout_url: withQuery(`${visit.base}/self-service/logout`, { token, ...parameters }),
    logout_token: token,
  })
}

async function submitLogout(core: Core, visit: Visit): Promise<VisitResponse> {
  const token = visit.query.get('token')
  if (token === null || token === '') throw httpErrors.malformed('A logout must bear its token.')
  const returnTo = readReturnTo(visit)
  const session = await visit.session()
  if (session === null) throw httpErrors.noSession()
  if (!isValidLogoutToken(core.sealer, session.id, token)) {
    throw new HttpError(403, { reason: errorTexts.logoutTokenWrong })
  }
  await endSessions(core, { identityId: session.identity.id, only: session.id })
  visit.cookies.clear(cookieNames.session)
  visit.cookies.clear(cookieNames.person)
  visit.csrf.rotate()
  const { address } = visit.device
  core.options.audit({ kind: 'logout', identityId: session.identity.id, sessionId: session.id, address })
  return visit.wantsJson ? { kind: 'empty', status: 204 } : respondRedirect(resolveReturnTo(visit, returnTo))
}

export const logoutRoutes = (core: Core): readonly VisitRoute[] => [
  { methods: ['GET'], path: '/self-service/logout/browser', json: 'speaks', run: (visit) => startLogout(core, visit) },
  { methods: ['GET'], path: '/self-service/logout', json: 'speaks', run: (visit) => submitLogout(core, visit) },
]
