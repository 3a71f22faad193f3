import { getObject, getString } from '../../platform/json.ts'
import { type FlowResult, readFlowResult } from './flow-result.ts'
import type { Flow } from './flow.ts'
import { type IdentityFailure, readIdentityFailure } from './identity-failure.ts'
import { type HttpReply, parseHttpUrl, sendRequest } from './request.ts'
import { readSession, type WhoamiResult } from './whoami.ts'

export type FlowKind = 'login' | 'registration' | 'settings' | 'recovery' | 'verification'

/** Parameters to start a flow with; the service keeps unknown ones in the flow's request_url. */
export interface StartQuery {
  readonly plan?: string | null
  readonly dummy?: string | null
  readonly return_to?: string | null
  /** The second step of a sign-in. */
  readonly aal?: 'aal2'
}

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
    whoami: async () => readSession(await base()),
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
