export const cookieNames = {
  session: 'ory_kratos_session',
  continuity: 'ory_kratos_continuity',
  /** Names the person of the session, so that a page knows whose copy it may show before the server has answered. */
  person: 'espalier_person',
} as const

/**
 * Parses names and values as they were sent; the first of two equal names counts, as the more specific path comes
 * first.
 */
function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, at)).trim()
    if (name !== '' && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}

/** The cookies of one request and those that its response will set. */
export interface Cookies {
  get(name: string): string | undefined
  /** Without an age it is a session cookie. */
  set(name: string, value: string, maxAgeSeconds?: number): void
  /** Sets a cookie that scripts of the page can read, so its value must be no secret. */
  setReadable(name: string, value: string, maxAgeSeconds: number): void
  clear(name: string): void
  headers(): string[]
}

export function createCookies(header: string | undefined, secure: boolean): Cookies {
  const current = parseCookies(header)
  const pending = new Map<string, string>()
  const write = (name: string, value: string, maxAge?: number, isReadable = false) => {
    const age = maxAge === undefined ? [] : [`Max-Age=${Math.max(0, Math.floor(maxAge))}`]
    const flags = [...(isReadable ? [] : ['HttpOnly']), ...(secure ? ['Secure'] : []), 'SameSite=Lax']
    pending.set(name, [`${name}=${value}`, ...age, 'Path=/', ...flags].join('; '))
  }
  return {
    get: (name) => current.get(name),
    set(name, value, maxAgeSeconds) {
      current.set(name, value)
      write(name, value, maxAgeSeconds)
    },
    setReadable(name, value, maxAgeSeconds) {
      current.set(name, value)
      write(name, value, maxAgeSeconds, true)
    },
    clear(name) {
      current.delete(name)
      write(name, '', 0)
    },
    headers: () => [...pending.values()],
  }
}

/** The headers that may carry a session, from an HTTP request or a socket upgrade. */
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
