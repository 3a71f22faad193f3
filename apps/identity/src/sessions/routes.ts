import type { Core } from '../core.ts'
import { json, type Answer, type Route, type Visit } from '../flows/visit.ts'
import { refusals } from '../forms/refusal.ts'
import { isUuid } from '../storage/ids.ts'
import { sessionView, type SessionRecord } from './session.ts'
import { endSessions } from './sign-in.ts'
import { listSessions } from './store.ts'

export const sessionRoutes = (core: Core): readonly Route[] => [
  { methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH'], path: '/sessions/whoami', json: 'always', run: whoami },
  { methods: ['GET'], path: '/sessions', json: 'always', run: (visit) => listOthers(core, visit) },
  { methods: ['DELETE'], path: '/sessions', json: 'always', run: (visit) => endOthers(core, visit) },
  { methods: ['DELETE'], path: '/sessions/:id', json: 'always', run: (visit) => endOne(core, visit) },
]

async function requireSession(visit: Visit): Promise<SessionRecord> {
  const session = await visit.session()
  if (session === null) throw refusals.noSession()
  return session
}

async function whoami(visit: Visit): Promise<Answer> {
  const session = await requireSession(visit)
  return {
    kind: 'json',
    status: 200,
    body: sessionView(session, visit.base),
    headers: { 'x-kratos-authenticated-identity-id': session.identity.id },
  }
}

async function listOthers(core: Core, visit: Visit): Promise<Answer> {
  const session = await requireSession(visit)
  const all = await listSessions(core.db, session.identity, visit.now)
  return json(all.filter(({ id }) => id !== session.id).map((other) => sessionView(other, visit.base)))
}

async function endOthers(core: Core, visit: Visit): Promise<Answer> {
  const session = await requireSession(visit)
  const ended = await endSessions(core, { identityId: session.identity.id, except: session.id })
  return json({ count: ended.length })
}

async function endOne(core: Core, visit: Visit): Promise<Answer> {
  const session = await requireSession(visit)
  const id = visit.params['id'] ?? ''
  if (!isUuid(id)) throw refusals.malformed('The address must name a session.')
  if (id === session.id) throw refusals.malformed('The session in use is ended by logging out.')
  const ended = await endSessions(core, { identityId: session.identity.id, only: id })
  if (ended.length === 0) throw refusals.notFound()
  return { kind: 'empty', status: 204 }
}
