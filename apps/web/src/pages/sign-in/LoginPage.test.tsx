import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  errorMessage,
  errorReply,
  flowBody,
  inputNodeBody,
  providerNodeBody,
  sessionBody,
} from '../../testing/identity-stand-in.ts'
import { createSignInFixture, scriptSignedIn, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { LoginPage } from './LoginPage.tsx'

const init = 'GET /self-service/login/browser'
const byId = 'GET /self-service/login/flows'
const submit = 'POST /self-service/login'
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  fixture.service.on(init, { status: 200, body: loginFlow() })
})
afterEach(() => fixture.service.close())

const fields = [
  inputNodeBody('default', 'identifier', { value: '' }),
  inputNodeBody('password', 'password', { type: 'password' }),
  inputNodeBody('password', 'method', { type: 'submit', value: 'password' }),
]
const loginFlow = (parts: Parameters<typeof flowBody>[2] = {}) =>
  flowBody(fixture.service.base, 'login', { nodes: [providerNodeBody('provider', 1010002), ...fields], ...parts })
const open = (path = '/login') => fixture.open(path, { '/login': LoginPage })
const accept = () => {
  scriptSignedIn(fixture.service)
  return { status: 200, body: { session: sessionBody() } }
}
async function logIn(path?: string) {
  const page = open(path)
  await page.fill('Email', ' Ada@example.com ')
  await page.fill('Password', 'correct horse')
  await page.user.click(screen.getByRole('button', { name: 'Log in' }))
  return page
}
const begun = { status: 303, headers: { location: 'http://localhost:3000/projects?trial=1' } }
async function choose(path?: string) {
  const page = open(path)
  await page.user.click(await screen.findByRole('button', { name: 'Sign in with Google' }))
}
const arriveAt = (path: string) => screen.findByText(`You are at ${path}`)

describe('password login', () => {
  it('sends the four fields of the protocol and goes to /projects', async () => {
    fixture.service.on(submit, accept)
    await logIn()
    await arriveAt('/projects')
    expect(fixture.service.requestsTo(submit)).toEqual([
      expect.objectContaining({
        query: { flow: 'login-flow' },
        body: {
          identifier: 'Ada@example.com',
          password: 'correct horse',
          csrf_token: 'csrf-of-login-flow',
          method: 'password',
        },
      }),
    ])
  })
  it('shows the error message and the first ui message of a 400 and keeps the typed values', async () => {
    const messages = [errorMessage(4000006, 'Wrong credentials'), errorMessage(1, 'and more')]
    fixture.service.on(submit, { status: 400, body: { ...loginFlow({ messages }), error: { message: 'Refused.' } } })
    await logIn()
    const alert = await screen.findByText('Refused. Wrong credentials')
    expect(alert).toHaveProperty('role', 'alert')
    await waitFor(() => expect(document.activeElement).toBe(alert))
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse')
  })
  it('shows both messages of a 400 whose body is not a complete flow', async () => {
    const ui = { messages: [errorMessage(4000006, 'Wrong credentials'), errorMessage(1, 'and more')] }
    const error = { code: 400, message: 'Refused.', reason: 'A reason' }
    fixture.service.on(submit, { status: 400, body: { error, ui } })
    await logIn()
    expect((await screen.findByText('Refused. Wrong credentials')).getAttribute('role')).toBe('alert')
  })
  it('shows only the message of the latest attempt', async () => {
    const messages = [errorMessage(4000006, 'Wrong credentials')]
    const slow = errorReply(429, 'Too Many Requests', null)
    fixture.service.on(submit, { status: 400, body: loginFlow({ messages }) }, slow)
    const page = await logIn()
    await screen.findByText('Wrong credentials')
    await page.user.click(screen.getByRole('button', { name: 'Log in' }))
    await screen.findByText(/^Error: server responded with 429/)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })
  it('shows the message of a field at the field', async () => {
    const nodes = [
      inputNodeBody('default', 'identifier', {}, [errorMessage(4000002, 'Identifier is missing')]),
      ...fields,
    ]
    fixture.service.on(submit, { status: 400, body: loginFlow({ nodes }) })
    await logIn()
    const error = await screen.findByText('Identifier is missing')
    const email = screen.getByLabelText('Email')
    expect(email.getAttribute('aria-describedby')).toBe(error.id)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(email))
  })
  it.each([
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
  ])('shows a %i with its status text', async (status, text) => {
    fixture.service.on(submit, { status, body: '' })
    await logIn()
    expect(await screen.findByText(`Error: server responded with ${status} ${text}`)).toBeTruthy()
  })

  it.each([
    ['1', '1 second'],
    ['90', '2 minutes'],
  ])('says after a 429 with Retry-After %s when to try again', async (after, wait) => {
    fixture.service.on(submit, { ...errorReply(429, 'Too Many Requests', null), headers: { 'retry-after': after } })
    await logIn()
    const text = `Error: server responded with 429 Too Many Requests. Too many attempts: try again in ${wait}.`
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('uses a new flow after a 403 for a stale token', async () => {
    fixture.service.on(submit, errorReply(403, 'Forbidden', 'security_csrf_violation'), accept)
    const page = await logIn()
    await screen.findByText('Error: server responded with 403 Forbidden')
    fixture.service.on(init, { status: 200, body: loginFlow({ id: 'second' }) })
    expect(fixture.service.requestsTo(init)).toHaveLength(2)
    await page.user.click(screen.getByRole('button', { name: 'Log in' }))
    await arriveAt('/projects')
  })

  it('uses the replacement flow after a 410', async () => {
    const messages = [errorMessage(4010001, 'The form ran out')]
    fixture.service.on(byId, { status: 200, body: loginFlow({ id: 'second', messages }) })
    fixture.service.on(submit, errorReply(410, 'Gone', 'self_service_flow_expired', { use_flow_id: 'second' }), accept)
    const page = await logIn()
    await screen.findByText('Error: server responded with 410 Gone')
    expect(screen.getByText('The form ran out')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Log in' }))
    await arriveAt('/projects')
    expect(fixture.service.requestsTo(submit).map((one) => one.query['flow'])).toEqual(['login-flow', 'second'])
  })

  it('does not submit a login with an empty field', async () => {
    const page = open()
    await page.user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(screen.getByText('Please enter your email')).toBeTruthy()
    expect(screen.getByText('Please enter your password')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(fixture.service.requestsTo(submit)).toEqual([])
  })

  it('submits a login once however often it is pressed', async () => {
    fixture.service.on(submit, accept)
    const page = open()
    await page.fill('Email', 'ada@example.com')
    await page.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}{Enter}{Enter}')
    await arriveAt('/projects')
    expect(fixture.service.requestsTo(submit)).toHaveLength(1)
  })

  it('shows the password on demand', async () => {
    const page = open()
    expect(screen.getAllByLabelText(/password/i)).toHaveLength(1)
    await page.user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text')
    await page.user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password')
  })
})

describe('login without a flow', () => {
  it("shows 'Missing valid authConfig' and opens a flow on a retry", async () => {
    fixture.service.on(init, { status: 502, body: '' }, { status: 200, body: loginFlow() })
    const page = open()
    expect(await screen.findByText('Missing valid authConfig')).toBeTruthy()
    expect(screen.getByText('Error: server responded with 502 Bad Gateway')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Sign in with Google' })
    expect(screen.queryByText('Missing valid authConfig')).toBeNull()
  })

  it("shows 'Missing valid authConfig' on submit too", async () => {
    fixture.service.on(init, { status: 502, body: '' })
    await logIn()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Missing valid authConfig'))
  })
})

describe('next and plan of a login', () => {
  it('stores next, passes it to the service, and follows it once', async () => {
    fixture.service.on(submit, accept)
    await logIn('/login?next=%2Ftree%2F1%23node%3D2')
    await arriveAt('/tree/1')
    expect(fixture.service.requestsTo(init)[0]?.query).toEqual({ return_to: 'http://localhost:3000/tree/1#node=2' })
    expect(sessionStorage.getItem('next')).toBeNull()
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'leads a hostile next %s to /projects',
    async (next) => {
      fixture.service.on(submit, accept)
      await logIn(`/login?next=${encodeURIComponent(next)}`)
      await arriveAt('/projects')
      expect(fixture.visitedUrls).toEqual([])
      expect(fixture.service.requestsTo(init)[0]?.query).toEqual({ return_to: 'http://localhost:3000/projects' })
    },
  )

  it('passes plan and dummy to the service and leads a plan to the trial', async () => {
    fixture.service.on(submit, accept)
    fixture.service.on('POST /trial', begun)
    await logIn('/login?plan=pro&dummy=7')
    await arriveAt('/projects?trial=1')
    expect(fixture.service.requestsTo(init)[0]?.query).toEqual({
      plan: 'pro',
      dummy: '7',
      return_to: 'http://localhost:3000/login',
    })
  })

  it('restores the plan from the flow after a social sign-in, also in the sign-up link', async () => {
    fixture.service.on('POST /trial', begun)
    const requestUrl = `${fixture.service.base}/self-service/login/browser?plan=pro`
    fixture.service.on(byId, { status: 200, body: loginFlow({ requestUrl }) })
    fixture.service.on(submit, accept)
    await logIn('/login?flow=login-flow')
    await arriveAt('/projects?trial=1')
  })

  it('does not announce a trial that could not begin', async () => {
    fixture.service.on(submit, accept)
    fixture.service.on('POST /trial', { status: 409 })
    await logIn('/login?plan=pro')
    await arriveAt('/projects')
  })

  it('keeps a plan in the tab only for the return from a social provider', async () => {
    fixture.service.on(init, errorReply(400, 'Bad Request', 'session_already_available'))
    fixture.service.on('POST /trial', begun)
    scriptSignedIn(fixture.service)
    sessionStorage.setItem('plan', 'pro')
    open('/login')
    await arriveAt('/projects?trial=1')
    expect(sessionStorage.getItem('plan')).toBeNull()
  })

  it('passes the plan to the sign-up link', async () => {
    open('/login?plan=pro')
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register?plan=pro')
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/recovery')
  })

  it('follows a return_to of the flow only on our own hosts', async () => {
    fixture.service.on(byId, { status: 200, body: loginFlow({ extra: { return_to: 'https://evil.example/' } }) })
    fixture.service.on(submit, accept)
    await logIn('/login?flow=login-flow')
    await arriveAt('/projects')
  })
})

describe('existing session', () => {
  const available = errorReply(400, 'Bad Request', 'session_already_available')

  it('redirects to /projects with an existing session', async () => {
    scriptSignedIn(fixture.service)
    fixture.service.on(init, available)
    open('/login?plan=pro')
    await arriveAt('/projects')
    // A stranger's link must not use up the person's only trial.
    expect(fixture.service.requestsTo('POST /trial')).toEqual([])
  })

  it('redirects to a stored next with an existing session', async () => {
    scriptSignedIn(fixture.service)
    fixture.service.on(init, available)
    sessionStorage.setItem('next', '/user')
    open()
    await arriveAt('/user')
  })

  it('notices a sign-in in another tab', async () => {
    const messages = [errorMessage(4000001, 'A session exists')]
    fixture.service.on(submit, () => {
      scriptSignedIn(fixture.service)
      return { status: 400, body: loginFlow({ messages }) }
    })
    await logIn()
    await arriveAt('/projects')
  })
})

describe('flow in the address', () => {
  it('fetches the flow in the address and shows its messages', async () => {
    const messages = [errorMessage(4000001, 'Google said no')]
    fixture.service.on(byId, { status: 200, body: loginFlow({ id: 'given', messages }) })
    open('/login?flow=given')
    expect(await screen.findByText('Google said no')).toBeTruthy()
    expect(fixture.service.requestsTo(init)).toEqual([])
  })

  it('removes a rejected flow from the address and starts one new flow', async () => {
    fixture.service.on(byId, errorReply(404, 'Not Found', null))
    const page = open('/login?flow=stale&plan=pro')
    await screen.findByRole('button', { name: 'Sign in with Google' })
    await waitFor(() => expect(page.here()).toBe('/login?plan=pro'))
    expect(fixture.service.requestsTo(init)).toHaveLength(1)
  })

  it('asks for the password of the account that a social one is linked to', async () => {
    const nodes = [
      inputNodeBody('default', 'identifier', { type: 'hidden', value: 'ada@example.com' }),
      inputNodeBody('password', 'password', { type: 'password' }),
      providerNodeBody('provider', 1010018, 'hub', 'Hub'),
    ]
    const messages = [{ id: 1010016, text: 'Log in to link Google', type: 'info' as const }]
    fixture.service.on(byId, { status: 200, body: loginFlow({ nodes, messages }) })
    fixture.service.on(submit, accept)
    const page = open('/login?flow=login-flow&no_org_ui=true')
    expect((await screen.findByText('Log in to link Google')).role).toBe('status')
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    expect([email.value, email.readOnly]).toEqual(['ada@example.com', true])
    expect(screen.getByRole('button', { name: 'Sign in with Hub' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull()
    await page.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    await arriveAt('/projects')
    expect(fixture.service.requestsTo(submit)[0]?.body).toMatchObject({ identifier: 'ada@example.com' })
  })

  it('returns to the service after confirming the identity, whatever next is stored', async () => {
    const interrupted = `${fixture.service.base}/self-service/settings?flow=s1`
    const nodes = [
      inputNodeBody('default', 'identifier', { type: 'hidden', value: 'ada@example.com' }),
      ...fields.slice(1),
    ]
    fixture.service.on(byId, {
      status: 200,
      body: loginFlow({ nodes, extra: { refresh: true, return_to: interrupted } }),
    })
    fixture.service.on(submit, accept)
    sessionStorage.setItem('next', '/tree/1')
    const page = open('/login?flow=login-flow')
    await screen.findByRole('heading', { name: "Confirm it's you" })
    await page.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(fixture.visitedUrls).toEqual([interrupted]))
  })

  it('offers another person a logout when the identity has to be confirmed', async () => {
    fixture.service.on(byId, { status: 200, body: loginFlow({ extra: { refresh: true } }) })
    const logout_url = `${fixture.service.base}/self-service/logout?token=t`
    fixture.service.on('GET /self-service/logout/browser', { status: 200, body: { logout_url } })
    fixture.service.on('GET /self-service/logout', { status: 204 })
    const page = open('/login?flow=login-flow')
    await page.user.click(await screen.findByRole('button', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Log in' })
    expect(page.here()).toBe('/login')
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeTruthy()
  })
})

describe('social sign-in', () => {
  const leave = errorReply(422, 'Unprocessable Entity', 'browser_location_change_required', {
    redirect_browser_to: 'https://idp.example/auth',
  })

  it('sends only the provider and leaves for it', async () => {
    fixture.service.on(submit, leave)
    await choose()
    await waitFor(() => expect(fixture.visitedUrls).toEqual(['https://idp.example/auth']))
    expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({ provider: 'google' })
  })

  it('passes next in the flow and leaves none behind', async () => {
    fixture.service.on(init, { status: 200, body: loginFlow({ extra: { return_to: 'http://localhost:3000/tree/1' } }) })
    fixture.service.on(submit, leave)
    await choose('/login?next=/tree/1')
    await waitFor(() => expect(fixture.visitedUrls).toHaveLength(1))
    expect(sessionStorage.getItem('next')).toBeNull()
  })

  it('retries once with a new flow after a 410 on a social sign-in', async () => {
    fixture.service.on(init, { status: 200, body: loginFlow() }, { status: 200, body: loginFlow({ id: 'second' }) })
    fixture.service.on(submit, errorReply(410, 'Gone', 'self_service_flow_expired'), leave)
    await choose('/login?plan=pro')
    await waitFor(() => expect(fixture.visitedUrls).toEqual(['https://idp.example/auth']))
    expect(fixture.service.requestsTo(submit).map((one) => one.query['flow'])).toEqual(['login-flow', 'second'])
    expect(fixture.service.requestsTo(init)[1]?.query['plan']).toBe('pro')
    expect(sessionStorage.getItem('plan')).toBe('pro')
  })

  it('shows why a social sign-in cannot begin', async () => {
    fixture.service.on(submit, errorReply(404, 'Not Found', null))
    await choose()
    expect(await screen.findByText('Error: server responded with 404 Not Found')).toBeTruthy()
  })
})
