import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  errorMessage,
  errorReply,
  flowBody,
  type IdentityStandIn,
  inputNodeBody,
  sessionBody,
  startIdentityStandIn,
} from '../../testing/identity-stand-in.ts'
import { readFlow } from './flow.ts'
import { createIdentityClient, type IdentityClient } from './identity-client.ts'

let service: IdentityStandIn
let identity: IdentityClient

beforeEach(async () => {
  service = await startIdentityStandIn()
  identity = createIdentityClient(() => service.base)
})
afterEach(() => service.close())

const loginFlow = () => {
  const flow = readFlow(flowBody(service.base, 'login'))
  if (flow === null) throw new Error('the flow of the test is none')
  return flow
}
const submitted = (answer: Parameters<IdentityStandIn['on']>[1]) => {
  service.on('POST /self-service/login', answer)
  return identity.submitFlow(loginFlow(), { provider: 'google' })
}

const leave = (to: string) =>
  errorReply(422, 'Unprocessable Entity', 'browser_location_change_required', { redirect_browser_to: to })

describe('whoami', () => {
  it('reads the person of a session', async () => {
    const traits = { email: 'Ada@example.com', firstname: 'Ada', lastname: 'Lovelace' }
    service.on('GET /sessions/whoami', {
      status: 200,
      body: sessionBody(traits, { picture: 'p.png', status: 'active' }),
    })
    expect(await identity.whoami()).toEqual({
      kind: 'person',
      person: { id: 'person-1', ...traits, picture: 'p.png', status: 'active' },
    })
    expect(service.requests[0]?.accept).toBe('application/json')
  })

  it('reads a person without names and metadata as one with empty values', async () => {
    service.on('GET /sessions/whoami', { status: 200, body: sessionBody({ email: 'a@example.com' }) })
    expect(await identity.whoami()).toMatchObject({ person: { firstname: '', picture: null, status: null } })
  })

  it('treats only a 401 as anonymous, with or without an error id', async () => {
    service.on('GET /sessions/whoami', errorReply(401, 'Unauthorized', null), { status: 503, body: 'out of order' })
    expect(await identity.whoami()).toEqual({ kind: 'anonymous' })
    expect(await identity.whoami()).toMatchObject({ kind: 'unexpected', status: 503 })
  })

  it('does not treat a session without an identity as signed out', async () => {
    service.on('GET /sessions/whoami', { status: 200, body: { active: true } })
    expect(await identity.whoami()).toMatchObject({ kind: 'unexpected', status: 200 })
  })
})

describe('starting and fetching a flow', () => {
  it('reports a network failure when the service cannot be reached', async () => {
    await service.close()
    expect(await identity.startFlow('login')).toEqual({ kind: 'network' })
  })

  it('passes plan, dummy and return_to and omits missing values', async () => {
    service.on('GET /self-service/login/browser', { status: 200, body: flowBody(service.base, 'login') })
    await identity.startFlow('login', { plan: 'pro', dummy: '1', return_to: 'http://localhost/projects?trial=1' })
    await identity.startFlow('login', { plan: null, dummy: '' })
    expect(service.requests.map((one) => one.query)).toEqual([
      { plan: 'pro', dummy: '1', return_to: 'http://localhost/projects?trial=1' },
      {},
    ])
  })

  it.each(['login', 'registration', 'settings', 'recovery'] as const)('fetches a %s flow by its id', async (kind) => {
    service.on(`GET /self-service/${kind}/flows`, { status: 200, body: flowBody(service.base, kind, { id: 'f 1&2' }) })
    expect(await identity.fetchFlow(kind, 'f 1&2')).toMatchObject({ kind: 'flow', flow: { id: 'f 1&2' } })
    expect(service.requests[0]?.query).toEqual({ id: 'f 1&2' })
  })

  it('reports a body that is not a flow as an unexpected answer', async () => {
    service.on('GET /self-service/login/browser', { status: 200, body: '<html>' }, { status: 200, body: { ui: {} } })
    expect(await identity.startFlow('login')).toMatchObject({ kind: 'unexpected', status: 200 })
    expect(await identity.startFlow('login')).toMatchObject({ kind: 'unexpected', status: 200 })
  })
})

describe('submitting a flow', () => {
  it('posts JSON to the unchanged action address', async () => {
    await submitted({ status: 200, body: { session: sessionBody() } })
    expect(service.requestsTo('POST /self-service/login')).toEqual([
      expect.objectContaining({
        query: { flow: 'login-flow' },
        accept: 'application/json',
        contentType: 'application/json',
        body: { provider: 'google' },
      }),
    ])
  })

  it('reads 200 with a session as signed in, and with only an identity as registered', async () => {
    const next = [{ action: 'redirect_browser_to', redirect_browser_to: 'http://localhost/user' }]
    expect(await submitted({ status: 200, body: { session: sessionBody(), continue_with: next } })).toEqual({
      kind: 'signed-in',
      next: { kind: 'address', url: 'http://localhost/user' },
    })
    expect(await submitted({ status: 200, body: { identity: { id: 'x' } } })).toEqual({ kind: 'registered' })
  })

  it('reads 400 with a flow as refused with its messages', async () => {
    const nodes = [inputNodeBody('password', 'password', {}, [errorMessage(4000032, 'Too short')])]
    const body = flowBody(service.base, 'login', { nodes, messages: [errorMessage(4000006, 'Wrong')] })
    const answer = await submitted({ status: 400, body })
    expect(answer).toMatchObject({ kind: 'refused', message: null, flow: { messages: [{ id: 4000006 }] } })
  })

  it('follows a 422 redirect to http and https addresses only', async () => {
    expect(await submitted(leave('https://idp.example/auth'))).toEqual({
      kind: 'redirect',
      to: 'https://idp.example/auth',
    })
    expect(await submitted(leave('javascript:alert(1)'))).toMatchObject({
      kind: 'error',
      status: 422,
      redirectTo: null,
    })
    expect(await submitted(leave('/relative'))).toMatchObject({ kind: 'error', status: 422 })
  })

  it('reads the replacement flow from a 410', async () => {
    expect(await submitted(errorReply(410, 'Gone', 'self_service_flow_expired', { use_flow_id: 'new' }))).toEqual({
      kind: 'gone',
      useFlowId: 'new',
      status: 410,
      statusText: 'Gone',
    })
  })

  it('reads the seconds to wait from a 429', async () => {
    const slow = { ...errorReply(429, 'Too Many Requests', null), headers: { 'retry-after': '7' } }
    expect(await submitted(slow)).toMatchObject({ kind: 'error', status: 429, retryAfterSeconds: 7 })
  })

  it('reads from a 403 where a stale session can be confirmed', async () => {
    const to = 'http://localhost/identity/self-service/login/browser?refresh=true'
    const stale = errorReply(403, 'Forbidden', 'session_refresh_required', { redirect_browser_to: to })
    expect(await submitted(stale)).toMatchObject({ kind: 'error', id: 'session_refresh_required', redirectTo: to })
  })
})

describe('logging out', () => {
  it('starts the logout, then follows logout_url', async () => {
    const logout_url = `${service.base}/self-service/logout?token=t`
    service.on('GET /self-service/logout/browser', { status: 200, body: { logout_url, logout_token: 't' } })
    service.on('GET /self-service/logout', { status: 204 })
    expect(await identity.logOut()).toEqual({ kind: 'ended' })
    expect(service.requestsTo('GET /self-service/logout')[0]?.query).toEqual({ token: 't' })
  })

  it('treats logging out without a session as ended', async () => {
    service.on('GET /self-service/logout/browser', errorReply(401, 'Unauthorized', 'session_inactive'))
    expect(await identity.logOut()).toEqual({ kind: 'ended' })
  })

  it('does not report a session as ended when the logout failed', async () => {
    const logout_url = `${service.base}/self-service/logout?token=t`
    service.on('GET /self-service/logout/browser', { status: 200, body: { logout_url } })
    service.on('GET /self-service/logout', errorReply(403, 'Forbidden', null))
    expect(await identity.logOut()).toMatchObject({ kind: 'error', status: 403 })
  })
})

describe('flow errors', () => {
  it('reads the message and reason of a flow error and reports an unknown id', async () => {
    const error = { code: 500, message: 'It broke', reason: 'A wire came loose' }
    service.on(
      'GET /self-service/errors',
      { status: 200, body: { id: 'e', error } },
      errorReply(404, 'Not Found', null),
    )
    expect(await identity.fetchError('e')).toEqual({ kind: 'found', message: 'It broke', reason: 'A wire came loose' })
    expect(await identity.fetchError('f')).toEqual({ kind: 'unknown' })
  })
})
