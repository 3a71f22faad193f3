import { type Answer, type Failure, readAnswer, readFailure } from './answer.ts'
import type { Flow } from './flow.ts'
import { httpUrl } from './http-url.ts'
import { objectAt, textAt } from './json.ts'
import { type Person, readPerson } from './person.ts'
import { type Reply, request } from './request.ts'

export type FlowKind = 'login' | 'registration' | 'settings' | 'recovery' | 'verification'

/** What a flow may be started with; the service keeps what it does not know in the flow's request_url. */
export interface StartQuery {
  readonly plan?: string | null
  readonly dummy?: string | null
  readonly return_to?: string | null
}

/** Whose session this browser holds; a failure means neither signed in nor signed out. */
export type Presence = { readonly kind: 'person'; readonly person: Person } | { readonly kind: 'anonymous' } | Failure

export type ErrorReport =
  | { readonly kind: 'found'; readonly message: string; readonly reason: string | null }
  | { readonly kind: 'unknown' }
  | Failure

export interface IdentityClient {
  whoami(): Promise<Presence>
  start(flow: FlowKind, query?: StartQuery): Promise<Answer>
  fetch(flow: FlowKind, id: string): Promise<Answer>
  submit(flow: Flow, payload: object): Promise<Answer>
  /** Ends the session on the server. Ending none is no failure. */
  logOut(): Promise<{ readonly kind: 'ended' } | Failure>
  errorById(id: string): Promise<ErrorReport>
}

/** The identity service behind `{base}`, which is asked for at each call because the configuration may come later. */
export function createIdentityClient(base: () => string | Promise<string>): IdentityClient {
  const get = async (path: string, query: object = {}): Promise<Reply> =>
    request(`${await base()}${path}${queryOf(query)}`)
  return {
    whoami: async () => readPresence(await get('/sessions/whoami')),
    start: async (flow, query = {}) => readAnswer(await get(`/self-service/${flow}/browser`, query)),
    fetch: async (flow, id) => readAnswer(await get(`/self-service/${flow}/flows`, { id })),
    submit: async (flow, payload) => readAnswer(await request(flow.action, payload)),
    logOut: async () => endSession(await get('/self-service/logout/browser')),
    errorById: async (id) => readErrorReport(await get('/self-service/errors', { id })),
  }
}

function queryOf(query: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' && value !== '') params.set(name, value)
  return params.size === 0 ? '' : `?${params}`
}

function readPresence(reply: Reply): Presence {
  if (reply.kind === 'network') return reply
  if (reply.status === 401) return { kind: 'anonymous' }
  const person = reply.status === 200 ? readPerson(reply.body) : null
  return person === null ? readFailure(reply) : { kind: 'person', person }
}

async function endSession(started: Reply): Promise<{ readonly kind: 'ended' } | Failure> {
  if (started.kind === 'network') return started
  if (started.status === 401) return { kind: 'ended' }
  const url = started.status === 200 ? httpUrl(textAt(started.body, 'logout_url')) : null
  if (url === null) return readFailure(started)
  const ended = await request(url)
  if (ended.kind === 'network') return ended
  return ended.status < 300 || ended.status === 401 ? { kind: 'ended' } : readFailure(ended)
}

function readErrorReport(reply: Reply): ErrorReport {
  if (reply.kind === 'network') return reply
  if (reply.status === 404 || reply.status === 400) return { kind: 'unknown' }
  const error = objectAt(reply.body, 'error')
  const message = reply.status === 200 ? textAt(error, 'message') : null
  return message === null ? readFailure(reply) : { kind: 'found', message, reason: textAt(error, 'reason') }
}
