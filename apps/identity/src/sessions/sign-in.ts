import type { Core } from '../core/core.ts'
import type { Flow } from '../protocol/flow.ts'
import type { Visit } from '../core/visit.ts'
import { cookieNames } from '../protocol/cookies.ts'
import type { IdentityRecord } from '../identities/identity.ts'
import { rememberDevice } from './known-devices.ts'
import type { AuthenticationMethod, SessionRecord } from '../identities/session.ts'
import { deleteSessions, insertSession, renewSession, type IssuedSession } from '../storage/session-store.ts'

export interface SessionRequest {
  readonly identity: IdentityRecord
  readonly methods: readonly AuthenticationMethod[]
  readonly flow: Flow
  readonly provenBy?: string
}

/** A refresh or a second step by the same person keeps the session; everybody else gets a new session and a new CSRF token. */
export async function issueSession(core: Core, visit: Visit, wanted: SessionRequest): Promise<SessionRecord> {
  const { identity, methods, flow, provenBy } = wanted
  const current = await visit.session()
  const { sessionMs } = core.lifespans
  let issued: IssuedSession
  const isContinued = flow.refresh || flow.requestedAal === 'aal2'
  if (current !== null && isContinued && current.identity.id === identity.id) {
    issued = await renewSession(core.db, current, methods, sessionMs, visit.now)
  } else {
    if (current !== null) await endSessions(core, { identityId: current.identity.id, only: current.id })
    const { device, now } = visit
    const session = { identity, methods, device, lifespanMs: sessionMs, now }
    issued = await insertSession(core.db, { ...session, ...(provenBy !== undefined && { provenBy }) })
    visit.csrf.rotate()
  }
  visit.cookies.set(cookieNames.session, issued.token, sessionMs / 1000)
  visit.cookies.setReadable(cookieNames.person, identity.id, sessionMs / 1000)
  rememberDevice(core, visit, identity.id)
  core.options.audit({
    kind: 'sign-in',
    identityId: identity.id,
    sessionId: issued.session.id,
    method: methods.map(({ method }) => method).join('+'),
    address: visit.device.address,
  })
  return issued.session
}

/** Ends sessions on the server and notifies the holders of their sockets. */
export async function endSessions(
  core: Core,
  which: { readonly identityId: string; readonly only?: string; readonly except?: string },
): Promise<string[]> {
  const ended = await deleteSessions(core.db, which)
  if (ended.length > 0) core.options.onSessionsEnded(ended)
  return ended
}

/** Sets the cookie again with the remaining lifetime of the session. */
export function reissueSessionCookie(visit: Visit, session: SessionRecord): void {
  const token = visit.cookies.get(cookieNames.session)
  if (token === undefined) return
  const seconds = (session.expiresAt.getTime() - visit.now.getTime()) / 1000
  visit.cookies.set(cookieNames.session, token, seconds)
  visit.cookies.setReadable(cookieNames.person, session.identity.id, seconds)
}

/** Sets the cookie that names the person if it is missing, as in a session that is older than this cookie. */
export function repairPersonCookie(visit: Visit, session: SessionRecord): void {
  const { cookies, now } = visit
  if (cookies.get(cookieNames.session) === undefined || cookies.get(cookieNames.person) === session.identity.id) return
  const seconds = (session.expiresAt.getTime() - now.getTime()) / 1000
  cookies.setReadable(cookieNames.person, session.identity.id, seconds)
}
