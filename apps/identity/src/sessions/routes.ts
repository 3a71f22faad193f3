import { isUuid } from '@espalier/domain'
import type { Core } from '../core/core.ts'
import { respondJson, type VisitResponse, type VisitRoute, type Visit } from '../core/visit.ts'
import { httpErrors } from '../protocol/errors.ts'
import { toSessionView, type SessionRecord } from '../identities/session.ts'
import { ensureSecondStep } from './second-step.ts'
import { endSessions, repairPersonCookie } from './sign-in.ts'
import { listSessions } from '../storage/session-store.ts'
import { errorTexts } from '../texts/errors.ts'

export const sessionRoutes = (core: Core): readonly VisitRoute[] => [
  { methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH'], path: '/sessions/whoami', json: 'always', run: respondWhoami },
  { methods: ['GET'], path: '/sessions', json: 'always', run: (visit) => listOtherSessions(core, visit) },
  { methods: ['DELETE'], path: '/sessions', json: 'always', run: (visit) => endOtherSessions(core, visit) },
  { methods: ['DELETE'], path: '/sessions/:id', json: 'always', run: (visit) => endOneSession(core, visit) },
]

async function requireSession(visit: Visit): Promise<SessionRecord> {
  const session = await visit.session()
  if (session === null) throw httpErrors.noSession()
  ensureSecondStep(visit, session)
  return session
}

async function respondWhoami(visit: Visit): Promise<VisitResponse> {
  const session = await requireSession(visit)
  repairPersonCookie(visit, session)
  return {
    kind: 'json',
    status: 200,
    body: toSessionView(session, visit.base),
    headers: { 'x-kratos-authenticated-identity-id': session.identity.id },
  }
}

async function listOtherSessions(core: Core, visit: Visit): Promise<VisitResponse> {
  const session = await requireSession(visit)
  const all = await listSessions(core.db, session.identity, visit.now)
  return respondJson(all.filter(({ id }) => id !== session.id).map((other) => toSessionView(other, visit.base)))
}

async function endOtherSessions(core: Core, visit: Visit): Promise<VisitResponse> {
  const session = await requireSession(visit)
  const ended = await endSessions(core, { identityId: session.identity.id, except: session.id })
  return respondJson({ count: ended.length })
}

async function endOneSession(core: Core, visit: Visit): Promise<VisitResponse> {
  const session = await requireSession(visit)
  const id = visit.params['id'] ?? ''
  if (!isUuid(id)) throw httpErrors.malformed(errorTexts.request.noSessionId)
  if (id === session.id) throw httpErrors.malformed(errorTexts.request.ownSession)
  const ended = await endSessions(core, { identityId: session.identity.id, only: id })
  if (ended.length === 0) throw httpErrors.notFound()
  return { kind: 'empty', status: 204 }
}
