import { getArray, getObject, getString, isJsonFields } from '../../platform/json.ts'
import { type FlowResult, type IdentityFailure, readFlowResult, readIdentityFailure } from './flow-result.ts'
import type { Flow } from './flow.ts'
import { type HttpReply, parseHttpUrl, sendRequest } from './request.ts'

/** The signed-in person as the identity service describes them. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly picture: string | null
  /** 'active' grants product access by itself. */
  readonly status: string | null
  /** The address that awaits verification: the one the person wants to change to, else an unverified current one. */
  readonly unverifiedEmail?: string
}

/** Null: the body is not a session. */
export function readPerson(session: unknown): Person | null {
  const identity = getObject(session, 'identity')
  const id = getString(identity, 'id')
  if (id === null) return null
  const traits = getObject(identity, 'traits')
  const metadata = getObject(identity, 'metadata_public')
  const unverified = getArray(identity, 'verifiable_addresses').findLast(
    (one) => isJsonFields(one) && one['verified'] === false,
  )
  const unverifiedEmail = getString(unverified, 'value')
  return {
    id,
    email: getString(traits, 'email') ?? '',
    firstname: getString(traits, 'firstname') ?? '',
    lastname: getString(traits, 'lastname') ?? '',
    picture: getString(metadata, 'picture'),
    status: getString(metadata, 'status'),
    ...(unverifiedEmail !== null && { unverifiedEmail }),
  }
}

export type FlowKind = 'login' | 'registration' | 'settings' | 'recovery' | 'verification'

/** Parameters to start a flow with; the service keeps unknown ones in the flow's request_url. */
export interface StartQuery {
  readonly plan?: string | null
  readonly dummy?: string | null
  readonly return_to?: string | null
}

/** The session of this browser; a failure means neither signed in nor signed out. */
export type WhoamiResult =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'anonymous' }
  | IdentityFailure

export type FlowErrorReport =
  | { readonly kind: 'found'; readonly message: string; readonly reason: string | null }
  | { readonly kind: 'unknown' }
  | IdentityFailure

export interface IdentityClient {
  whoami(): Promise<WhoamiResult>
  startFlow(flow: FlowKind, query?: StartQuery): Promise<FlowResult>
  fetchFlow(flow: FlowKind, id: string): Promise<FlowResult>
  submitFlow(flow: Flow, payload: object): Promise<FlowResult>
  /** Ends the session on the server. It is no failure when there is none. */
  logOut(): Promise<{ readonly kind: 'ended' } | IdentityFailure>
  fetchError(id: string): Promise<FlowErrorReport>
}

/**
 * Talks to the identity service behind `{base}`, which is resolved at each call because the configuration may load
 * later.
 */
export function createIdentityClient(base: () => string | Promise<string>): IdentityClient {
  const get = async (path: string, query: object = {}): Promise<HttpReply> =>
    sendRequest(`${await base()}${path}${toQueryString(query)}`)
  return {
    whoami: async () => readWhoami(await get('/sessions/whoami')),
    startFlow: async (flow, query = {}) => readFlowResult(await get(`/self-service/${flow}/browser`, query)),
    fetchFlow: async (flow, id) => readFlowResult(await get(`/self-service/${flow}/flows`, { id })),
    submitFlow: async (flow, payload) => readFlowResult(await sendRequest(flow.action, payload)),
    logOut: async () => endSession(await get('/self-service/logout/browser')),
    fetchError: async (id) => readFlowErrorReport(await get('/self-service/errors', { id })),
  }
}

function toQueryString(query: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' && value !== '') params.set(name, value)
  return params.size === 0 ? '' : `?${params}`
}

function readWhoami(reply: HttpReply): WhoamiResult {
  if (reply.kind === 'network') return reply
  if (reply.status === 401) return { kind: 'anonymous' }
  const person = reply.status === 200 ? readPerson(reply.body) : null
  return person === null ? readIdentityFailure(reply) : { kind: 'person', person }
}

async function endSession(started: HttpReply): Promise<{ readonly kind: 'ended' } | IdentityFailure> {
  if (started.kind === 'network') return started
  if (started.status === 401) return { kind: 'ended' }
  const url = started.status === 200 ? parseHttpUrl(getString(started.body, 'logout_url')) : null
  if (url === null) return readIdentityFailure(started)
  const ended = await sendRequest(url)
  if (ended.kind === 'network') return ended
  return ended.status < 300 || ended.status === 401 ? { kind: 'ended' } : readIdentityFailure(ended)
}

function readFlowErrorReport(reply: HttpReply): FlowErrorReport {
  if (reply.kind === 'network') return reply
  if (reply.status === 404 || reply.status === 400) return { kind: 'unknown' }
  const error = getObject(reply.body, 'error')
  const message = reply.status === 200 ? getString(error, 'message') : null
  return message === null ? readIdentityFailure(reply) : { kind: 'found', message, reason: getString(error, 'reason') }
}
