import { getArray, getString } from '../../platform/json.ts'
import { type IdentityFailure, readIdentityFailure } from './identity-failure.ts'
import { type HttpReply, sendRequest } from './request.ts'

/** A browser in which the person is logged in. */
export interface OwnSession {
  readonly id: string
  readonly isCurrent: boolean
  readonly authenticatedAt: number
  readonly userAgent: string
  readonly address: string
}

function readOwnSession(session: unknown, isCurrent: boolean): OwnSession[] {
  const id = getString(session, 'id')
  if (id === null) return []
  const device = getArray(session, 'devices')[0]
  return [
    {
      id,
      isCurrent,
      authenticatedAt: Date.parse(getString(session, 'authenticated_at') ?? ''),
      userAgent: getString(device, 'user_agent') ?? '',
      address: getString(device, 'ip_address') ?? '',
    },
  ]
}

const isDone = (reply: HttpReply): reply is Extract<HttpReply, { kind: 'answered' }> =>
  reply.kind === 'answered' && reply.status >= 200 && reply.status < 300

/** The session of this browser first, then the others. */
export async function fetchSessions(
  base: string,
): Promise<{ readonly kind: 'sessions'; readonly sessions: readonly OwnSession[] } | IdentityFailure> {
  const [own, others] = await Promise.all([sendRequest(`${base}/sessions/whoami`), sendRequest(`${base}/sessions`)])
  if (!isDone(own)) return readIdentityFailure(own)
  if (!isDone(others)) return readIdentityFailure(others)
  const listed = Array.isArray(others.body) ? others.body : []
  return {
    kind: 'sessions',
    sessions: [...readOwnSession(own.body, true), ...listed.flatMap((one) => readOwnSession(one, false))],
  }
}

/** Ends one other session, or all others if none is named. Null: it is done. */
export async function endSessions(base: string, id?: string): Promise<IdentityFailure | null> {
  const path = id === undefined ? '/sessions' : `/sessions/${encodeURIComponent(id)}`
  const reply = await sendRequest(base + path, undefined, 'DELETE')
  // Another tab may have ended it before.
  const isGone = reply.kind === 'answered' && reply.status === 404
  return isDone(reply) || isGone ? null : readIdentityFailure(reply)
}
