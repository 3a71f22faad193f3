import type { Core } from '../../core.ts'
import { Refusal, refusals } from '../../forms/refusal.ts'
import { findFlow } from '../../storage/flows.ts'
import type { SessionRecord } from '../../sessions/session.ts'
import { isExpired, type Flow } from '../flow.ts'
import { beginFlow, goneFlow, presentFlow, requestedReturn } from '../kind.ts'
import { json, redirect, withQuery, type Answer, type Visit } from '../visit.ts'
import { settings } from './flow.ts'

export async function startSettings(core: Core, visit: Visit): Promise<Answer> {
  const returnTo = requestedReturn(visit)
  const session = await visit.session()
  if (session === null) {
    if (visit.wantsJson)
      throw new Refusal(401, { ...refusals.sessionInactive().parts, root: { CredentialsMissing: false } })
    const login = `${visit.base}/self-service/login/browser`
    return redirect(returnTo === null ? login : withQuery(login, { return_to: returnTo }))
  }
  const flow = await beginFlow(core, visit, settings, { returnTo, identityId: session.identity.id })
  return presentFlow(core, visit, settings, flow)
}

/** Nobody else's settings: 403 where the session is another person's than the flow. */
export function ensureOwner(flow: Flow, session: SessionRecord): void {
  if (flow.identityId !== session.identity.id) throw refusals.identityMismatch()
}

export async function fetchSettings(core: Core, visit: Visit): Promise<Answer> {
  visit.csrf.prepare()
  const session = await visit.session()
  if (session === null) return withoutSession(visit)
  const flow = await findFlow(core.db, 'settings', visit.query.get('id') ?? '')
  if (flow === null) throw refusals.notFound()
  ensureOwner(flow, session)
  if (isExpired(flow, visit.now)) throw goneFlow(visit, settings, flow)
  return json(await settings.view(core, visit, flow))
}

/** A browser is sent to sign in, a script is told. */
export function withoutSession(visit: Visit): Answer {
  if (visit.isJson) throw refusals.noSession()
  return redirect(visit.pages.login, 302)
}
