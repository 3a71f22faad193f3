import type { PageConfig } from '@espalier/schema'
import { afterEach, vi } from 'vitest'
import { setPageConfig } from '../api/session/page-config.ts'
import { lastPerson } from '../api/session/last-person.ts'
import { auth } from '../api/session/session.ts'

export interface RecordedCall {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly credentials: string | undefined
  readonly signal: AbortSignal | null
  readonly body: unknown
}

type ReplyHandler = (call: RecordedCall) => Response | Promise<Response>

/** Stubs the server: replies by path, everything else is 404. It records all requests. */
export function stubNetwork(replies: Readonly<Record<string, ReplyHandler>>) {
  const calls: RecordedCall[] = []
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const call: RecordedCall = {
      url: new URL(input, window.location.origin),
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      credentials: init.credentials,
      signal: init.signal ?? null,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    calls.push(call)
    const reply = replies[call.url.pathname]
    return reply === undefined ? jsonResponse(404, { error: { code: 404, message: 'Not found' } }) : reply(call)
  })
  return { calls, to: (path: string) => calls.filter((call) => call.url.pathname === path) }
}

export const jsonResponse = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export const whoamiPath = '/identity/sessions/whoami'

export const signedInReply = (status: string | null, traits: object = {}): ReplyHandler => {
  const identity = {
    id: 'b1f5c7d2-0000-4000-8000-000000000001',
    traits: { email: 'ada@example.com', firstname: 'Ada', lastname: 'Byron', ...traits },
    metadata_public: status === null ? null : { status },
  }
  return () => jsonResponse(200, { id: 'a-session', active: true, identity })
}

export const signedOutReply: ReplyHandler = () =>
  jsonResponse(401, { error: { code: 401, status: 'Unauthorized', message: 'No session' } })

interface NamedOperation {
  readonly operationName: string
}

/** The API of a person with an account and no project. */
export const accountReply =
  (subscription: { status: string; trial_end: number | null } | null): ReplyHandler =>
  (call) =>
    jsonResponse(
      200,
      (call.body as readonly NamedOperation[]).map(({ operationName }) => {
        if (operationName === 'Projects') return { data: { projects: [] } }
        if (operationName === 'Account') return { data: { account: { id: 'account-1', subscription } } }
        return { data: null, errors: [{ message: 'Project not found', extensions: { code: 'NOT_FOUND' } }] }
      }),
    )

export const defaultPageConfig: PageConfig = {
  productName: 'Espalier',
  hosts: ['localhost:3000', 'app.example.com', 'api.example.com'],
  signup: 'open',
  socialProviders: [],
  features: { billing: 'local', trialDays: 14, ai: 'outline', feedback: 'builtin', outbox: false },
}

/** Resets the page to the state after loading its configuration, in a browser that nobody has used yet. */
export function resetPage(config: Partial<PageConfig> = {}): void {
  lastPerson.forget()
  setPageConfig({ ...defaultPageConfig, ...config })
  auth.clear()
}

afterEach(() => {
  vi.unstubAllGlobals()
  auth.clear()
})
