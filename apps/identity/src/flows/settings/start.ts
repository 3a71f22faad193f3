import type { Core } from '../../core.ts'
import { HttpError, httpErrors } from '../../forms/refusal.ts'
import { findFlow } from '../../storage/flows.ts'
import type { SessionRecord } from '../../sessions/session.ts'
import { isFlowExpired, type Flow } from '../flow.ts'
import { beginFlow, expiredFlowError, respondWithFlow, readReturnTo } from '../kind.ts'
import { respondJson, respondRedirect, withQuery, type VisitResponse, type Visit } from '../visit.ts'
import { settingsFlow } from './flow.ts'

export async function startSettings(core: Core, visit: Visit): Promise<VisitResponse> {
  const returnTo = readReturnTo(visit)
  const session = await visit.session()
  if (session === null) {
    if (visit.wantsJson)
      throw new HttpError(401, { ...httpErrors.sessionInactive().parts, root: { CredentialsMissing: false } })
    const login = `${visit.base}/self-service/login/browser`
    return respondRedirect(returnTo === null ? login : withQuery(login, { return_to: returnTo }))
  }
  const flow = await beginFlow(core, visit, settingsFlow, { returnTo, identityId: session.identity.id })
  return respondWithFlow(core, visit, settingsFlow, flow)
}

/** Nobody else's settings: 403 where the session is another person's than the flow. */
export function ensureFlowOwner(flow: Flow, session: SessionRecord): void {
  if (flow.identityId !== session.identity.id) throw httpErrors.identityMismatch()
}

export async function fetchSettingsFlow(core: Core, visit: Visit): Promise<VisitResponse> {
  visit.csrf.ensureCookie()
  const session = await visit.session()
  if (session === null) return respondWithoutSession(visit)
  const flow = await findFlow(core.db, 'settings', visit.query.get('id') ?? '')
  if (flow === null) throw httpErrors.notFound()
  ensureFlowOwner(flow, session)
  if (isFlowExpired(flow, visit.now)) throw expiredFlowError(visit, settingsFlow, flow)
  return respondJson(await settingsFlow.view(core, visit, flow))
}

/** A browser is sent to sign in, a script is told. */
export function respondWithoutSession(visit: Visit): VisitResponse {
  if (visit.isJsonClient) throw httpErrors.noSession()
  return respondRedirect(visit.pages.login, 302)
}
