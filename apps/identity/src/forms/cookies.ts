import fastifyCookie from '@fastify/cookie'

export const cookieNames = {
  session: 'ory_kratos_session',
  continuity: 'ory_kratos_continuity',
} as const

/** The cookies of one request, and those that its answer will set. */
export interface Cookies {
  get(name: string): string | undefined
  /** Without an age the cookie lives as long as the browser. */
  set(name: string, value: string, maxAgeSeconds?: number): void
  clear(name: string): void
  headers(): string[]
}

export function createCookies(header: string | undefined, secure: boolean): Cookies {
  const received = fastifyCookie.parse(header ?? '')
  const current = new Map<string, string | undefined>(Object.entries(received))
  const pending = new Map<string, string>()
  const write = (name: string, value: string, maxAge?: number) => {
    const age = maxAge === undefined ? {} : { maxAge: Math.max(0, Math.floor(maxAge)) }
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, encode: String, ...age } as const
    pending.set(name, fastifyCookie.serialize(name, value, options))
  }
  return {
    get: (name) => current.get(name),
    set(name, value, maxAgeSeconds) {
      current.set(name, value)
      write(name, value, maxAgeSeconds)
    },
    clear(name) {
      current.delete(name)
      write(name, '', 0)
    },
    headers: () => [...pending.values()],
  }
}
