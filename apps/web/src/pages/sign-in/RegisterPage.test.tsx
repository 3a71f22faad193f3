import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isNewSignUp } from '../../api/session/pending-sign-in.ts'
import {
  errorMessage,
  errorReply,
  flowBody,
  inputNodeBody,
  providerNodeBody,
  sessionBody,
} from '../../testing/identity-stand-in.ts'
import { createSignInFixture, scriptSignedIn, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { RegisterPage } from './RegisterPage.tsx'

const init = 'GET /self-service/registration/browser'
const byId = 'GET /self-service/registration/flows'
const submit = 'POST /self-service/registration'
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  fixture.service.on(init, { status: 200, body: flow() })
})
afterEach(() => fixture.service.close())

const fields = [
  inputNodeBody('default', 'traits.email', { type: 'email' }),
  inputNodeBody('password', 'password', { type: 'password' }),
]
const flow = (parts: Parameters<typeof flowBody>[2] = {}) =>
  flowBody(fixture.service.base, 'registration', {
    nodes: [providerNodeBody('provider', 1040002), ...fields],
    ...parts,
  })
const open = (path = '/register') => fixture.open(path, { '/register': RegisterPage })
const accept = () => {
  scriptSignedIn(fixture.service)
  return { status: 200, body: { identity: { id: 'x' }, session: sessionBody() } }
}
async function signUp(path?: string) {
  const page = open(path)
  await page.fill('Email', 'Ada@example.com')
  await page.fill('Password', 'correct horse')
  await page.user.click(screen.getByRole('button', { name: 'Sign up' }))
  return page
}
const arriveAt = (path: string) => screen.findByText(`You are at ${path}`)

it('focuses the address, which is to be typed first', async () => {
  open()
  expect(document.activeElement).toBe(await screen.findByLabelText('Email'))
})

it('sends the fields of the protocol and goes to /projects', async () => {
  fixture.service.on(submit, accept)
  await signUp()
  await arriveAt('/projects')
  expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({
    'traits.email': 'Ada@example.com',
    password: 'correct horse',
    csrf_token: 'csrf-of-registration-flow',
    method: 'password',
  })
})

it('remembers the sign-up, so that the person can be asked for a name', async () => {
  window.sessionStorage.clear()
  fixture.service.on(submit, accept)
  await signUp()
  await arriveAt('/projects')
  expect(isNewSignUp()).toBe(true)
})

it('leads to the mailed code and remembers the destination', async () => {
  const step = { action: 'show_verification_ui', flow: { id: 'v1', verifiable_address: 'ada@example.com' } }
  fixture.service.on(submit, () => {
    const { status, body } = accept()
    return { status, body: { ...body, continue_with: [step] } }
  })
  await signUp('/register?next=/tree/42')
  await arriveAt('/verification?flow=v1')
  expect(sessionStorage.getItem('next')).toBe('/tree/42')
})

it('passes the plan to the service and leads to the trial', async () => {
  fixture.service.on(submit, accept)
  fixture.service.on('POST /trial', { status: 303, headers: { location: 'http://localhost:3000/projects?trial=1' } })
  await signUp('/register?plan=pro')
  await arriveAt('/projects?trial=1')
  expect(fixture.service.requestsTo(init)[0]?.query).toMatchObject({ plan: 'pro' })
})

it("shows 'Error:' with all ui and node messages of a 400, and field messages at their fields", async () => {
  const nodes = [
    inputNodeBody('default', 'traits.email', { value: 'Ada@example.com' }, [errorMessage(4000040, 'Odd address.')]),
    inputNodeBody('password', 'password', {}, [
      errorMessage(4000032, 'Too short.'),
      errorMessage(4000031, 'Too similar.'),
    ]),
  ]
  const messages = [errorMessage(4000007, 'Already taken.'), errorMessage(1, 'One more.')]
  fixture.service.on(submit, { status: 400, body: flow({ nodes, messages }) })
  await signUp()
  const text = 'Error: Already taken. One more. Odd address. Too short. Too similar.'
  const summary = await screen.findByText(text)
  expect(summary.role).toBe('alert')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  const described = screen.getByLabelText('Password').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Too short. Too similar.')
  expect(screen.getByText('Odd address.').id).toBe(screen.getByLabelText('Email').getAttribute('aria-describedby'))
})

it('requires both fields of the registration', async () => {
  const page = open()
  await page.user.click(screen.getByRole('button', { name: 'Sign up' }))
  expect(screen.getByText('Please enter your email')).toBeTruthy()
  expect(screen.getByText('Please enter a password')).toBeTruthy()
  expect(fixture.service.requestsTo(submit)).toEqual([])
})

it('leads a new person to the login when the service opens no session', async () => {
  fixture.service.on(submit, { status: 200, body: { identity: { id: 'x' } } })
  await signUp()
  await arriveAt('/login')
})

it('leads to /projects with an existing session, on opening and on submitting', async () => {
  fixture.service.on(submit, () => {
    scriptSignedIn(fixture.service)
    return errorReply(400, 'Bad Request', 'session_already_available')
  })
  await signUp()
  await arriveAt('/projects')
})

it('explains a closed registration', async () => {
  fixture.service.on(init, errorReply(400, 'Bad Request', 'self_service_flow_disabled'))
  open()
  expect(await screen.findByText('Missing valid authConfig')).toBeTruthy()
})

it('sends only the provider on a social sign-up and leaves for it', async () => {
  const away = { redirect_browser_to: 'https://idp.example/auth' }
  fixture.service.on(submit, errorReply(422, 'Unprocessable Entity', 'browser_location_change_required', away))
  const page = open()
  await page.user.click(await screen.findByRole('button', { name: 'Sign up with Google' }))
  await waitFor(() => expect(fixture.visitedUrls).toEqual(['https://idp.example/auth']))
  expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({ provider: 'google' })
})

it('sends the email address with a social sign-up that lacks it', async () => {
  const nodes = [
    providerNodeBody('provider', 1040003),
    inputNodeBody('default', 'traits.email', { type: 'email' }, [errorMessage(4000002, 'Property email is missing.')]),
  ]
  fixture.service.on(byId, { status: 200, body: flow({ nodes }) })
  fixture.service.on(submit, accept)
  const page = open('/register?flow=registration-flow')
  const button = await screen.findByRole('button', { name: 'Sign up with Google' })
  await page.fill('Email', 'ada@example.com')
  await page.user.click(button)
  await arriveAt('/projects')
  expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({ provider: 'google', 'traits.email': 'ada@example.com' })
})

it('fills in the invited address, uses the invite once there is a session, and lets the person in', async () => {
  const invite = `${window.btoa('b1f5c7d2-0000-4000-8000-000000000001 ada@example.com')}.signature`
  fixture.service.on(submit, accept)
  fixture.service.on('POST /graphql/', { status: 200, body: [{ data: { acceptInvite: true } }] })
  const page = open(`/register?invite=${invite}`)
  expect(await screen.findByDisplayValue('ada@example.com')).toBeTruthy()
  expect(screen.getByText(/You're invited/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await page.fill('Password', 'correct horse')
  await page.user.click(screen.getByRole('button', { name: 'Sign up' }))
  await arriveAt('/projects')
  expect(fixture.service.requestsTo('POST /graphql/').map(({ body }) => body)).toEqual([
    [expect.objectContaining({ operationName: 'AcceptInvite', variables: { invite } })],
  ])
  expect(fixture.service.requestsTo('GET /sessions/whoami').length).toBeGreaterThan(1)
  expect(window.sessionStorage.getItem('invite')).toBeNull()
})

it('passes the plan to the login link', () => {
  open('/register?plan=pro')
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?plan=pro')
})
