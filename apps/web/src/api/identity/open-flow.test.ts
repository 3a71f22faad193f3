import { afterEach, beforeEach, expect, it } from 'vitest'
import { errorReply, flowBody, type IdentityStandIn, startIdentityStandIn } from '../../testing/identity-stand-in.ts'
import { createIdentityClient, type IdentityClient } from './identity-client.ts'
import { openFlow, submitWithRenewal } from './open-flow.ts'

const init = 'GET /self-service/login/browser'
const byId = 'GET /self-service/login/flows'
const submit = 'POST /self-service/login'
let service: IdentityStandIn
let identity: IdentityClient

beforeEach(async () => {
  service = await startIdentityStandIn()
  identity = createIdentityClient(() => service.base)
})
afterEach(() => service.close())

const flow = (id: string) => ({ status: 200, body: flowBody(service.base, 'login', { id }) })
const open = (flowId: string | null, query = {}) => openFlow(identity, { kind: 'login', flowId, query })

it('fetches the flow named in the address instead of starting a new one', async () => {
  service.on(byId, flow('given'))
  expect(await open('given')).toMatchObject({ kind: 'opened', isReplacement: false, flow: { id: 'given' } })
  expect(service.requestsTo(init)).toEqual([])
})

it.each([400, 403, 404, 410])('starts a new flow after a %i for an existing flow id', async (status) => {
  service.on(byId, errorReply(status, 'No', null))
  service.on(init, flow('fresh'))
  expect(await open('stale')).toMatchObject({ kind: 'opened', isReplacement: true, flow: { id: 'fresh' } })
})

it.each([429, 500, 503])('keeps the flow id after a %i', async (status) => {
  service.on(byId, errorReply(status, 'Later', null))
  expect(await open('given')).toMatchObject({ kind: 'failed', answer: { status } })
  expect(service.requestsTo(init)).toEqual([])
})

it('treats session_already_available as signed in', async () => {
  service.on(init, errorReply(400, 'Bad Request', 'session_already_available'))
  expect(await open(null)).toEqual({ kind: 'already-signed-in' })
})

it('drops a forbidden return_to and keeps the plan', async () => {
  service.on(init, errorReply(400, 'Bad Request', 'self_service_flow_return_to_forbidden'), flow('fresh'))
  const opening = await open(null, { plan: 'pro', return_to: 'https://elsewhere.example/' })
  expect(opening).toMatchObject({ kind: 'opened' })
  expect(service.requestsTo(init).map((one) => one.query)).toEqual([
    { plan: 'pro', return_to: 'https://elsewhere.example/' },
    { plan: 'pro' },
  ])
})

it('needs a session for a settings flow', async () => {
  service.on('GET /self-service/settings/browser', errorReply(401, 'Unauthorized', 'session_inactive'))
  expect(await openFlow(identity, { kind: 'settings', flowId: null })).toEqual({ kind: 'signed-out' })
})

const leave = errorReply(422, 'Unprocessable Entity', 'browser_location_change_required', {
  redirect_browser_to: 'https://idp.example/auth',
})
const expired = (useFlowId?: string) =>
  errorReply(410, 'Gone', 'self_service_flow_expired', useFlowId ? { use_flow_id: useFlowId } : {})

async function socialSubmit() {
  service.on(init, flow('first'), flow('second'))
  const first = await open(null)
  if (first.kind !== 'opened') throw new Error('no flow')
  return submitWithRenewal(identity, first.flow, { provider: 'google' }, { kind: 'login', query: { plan: 'pro' } })
}
const flowsPosted = () => service.requestsTo(submit).map((one) => one.query['flow'])

it('retries an expired social submission once with a new flow and its plan', async () => {
  service.on(submit, expired(), leave)
  expect(await socialSubmit()).toEqual({ kind: 'redirect', to: 'https://idp.example/auth' })
  expect(flowsPosted()).toEqual(['first', 'second'])
  expect(service.requestsTo(init)[1]?.query).toEqual({ plan: 'pro' })
})

it('uses the replacement flow that the service names', async () => {
  service.on(byId, flow('replacement'))
  service.on(submit, expired('replacement'), leave)
  await socialSubmit()
  expect(flowsPosted()).toEqual(['first', 'replacement'])
})

it('does not retry after a second 410', async () => {
  service.on(submit, expired())
  expect(await socialSubmit()).toMatchObject({ kind: 'gone' })
  expect(flowsPosted()).toEqual(['first', 'second'])
})
