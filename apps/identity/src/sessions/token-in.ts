import { cookieNames, parseCookies } from '../forms/cookies.ts'

/** The headers that may bear a session, as HTTP and a socket's upgrade have them. */
export interface SessionHeaders {
  readonly cookie?: string | undefined
  readonly authorization?: string | undefined
  readonly 'x-session-token'?: string | readonly string[] | undefined
}

export function readSessionToken(headers: SessionHeaders): string | null {
  const header = headers['x-session-token']
  if (typeof header === 'string' && header !== '') return header
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer
  return parseCookies(headers.cookie).get(cookieNames.session) ?? null
}
