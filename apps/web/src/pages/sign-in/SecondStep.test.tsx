import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '../../api/session/session.ts'
import { errorMessage, errorReply, flowBody, inputNodeBody, sessionBody } from '../../testing/identity-stand-in.ts'
import { createSignInFixture, scriptSignedIn, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { LoginPage } from './LoginPage.tsx'

const init = 'GET /self-service/login/browser'
const byId = 'GET /self-service/login/flows'
const submit = 'POST /self-service/login'
const whoami = 'GET /sessions/whoami'
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  fixture.service.on(byId, { status: 200, body: secondStep() })
})
afterEach(() => fixture.service.close())

const secondStep = (parts: Parameters<typeof flowBody>[2] = {}) =>
  flowBody(fixture.service.base, 'login', {
    nodes: [
      inputNodeBody('totp', 'totp_code', { value: '' }),
      inputNodeBody('totp', 'method', { type: 'submit', value: 'totp' }),
      inputNodeBody('lookup_secret', 'lookup_secret', { value: '' }),
      inputNodeBody('lookup_secret', 'method', { type: 'submit', value: 'lookup_secret' }),
    ],
    messages: [{ id: 1010004, text: 'Complete the second step', type: 'info' }],
    extra: { requested_aal: 'aal2' },
    ...parts,
  })
const open = (path = '/login?flow=login-flow') => fixture.open(path, { '/login': LoginPage })
const halfSignedIn = () =>
  errorReply(403, 'Forbidden', 'session_aal2_required', { redirect_browser_to: `${fixture.service.base}/second` })
const csrf_token = 'csrf-of-login-flow'

describe('The second step of the login', () => {
  it('leads from the password to the address that the service names', async () => {
    const passwordFlow = flowBody(fixture.service.base, 'login', {
      nodes: [inputNodeBody('default', 'identifier', { value: '' }), inputNodeBody('password', 'password', {})],
    })
    fixture.service.on(init, { status: 200, body: passwordFlow })
    const to = `${fixture.service.base}/self-service/login/browser?aal=aal2`
    fixture.service.on(submit, {
      ...errorReply(422, 'Unprocessable Entity', 'browser_location_change_required', { redirect_browser_to: to }),
    })
    const page = open('/login')
    await page.fill('Email', 'ada@example.com')
    await page.fill('Password', 'correct horse')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(fixture.visitedUrls).toEqual([to]))
  })

  it('asks for the code at once and sends it', async () => {
    fixture.service.on(submit, () => {
      scriptSignedIn(fixture.service)
      return { status: 200, body: { session: sessionBody() } }
    })
    const page = open()
    const field = await screen.findByLabelText('Code from the app')
    expect(document.activeElement).toBe(field)
    expect(screen.queryByLabelText('Password')).toBeNull()
    await page.user.keyboard('{Enter}')
    expect(screen.getByText('Please enter the code that your app shows').id).toBe(
      field.getAttribute('aria-describedby'),
    )
    await page.user.type(field, ' 123456 {Enter}')
    await screen.findByText('You are at /projects')
    expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({ method: 'totp', totp_code: '123456', csrf_token })
  })

  it('accepts a recovery code instead, and shows why one is refused', async () => {
    fixture.service.on(submit, { status: 400, body: secondStep({ messages: [errorMessage(4000012, 'Used before')] }) })
    const page = open()
    await page.user.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }))
    const field = screen.getByLabelText('Recovery code')
    expect(document.activeElement).toBe(field)
    await page.user.type(field, 'abcd1234{Enter}')
    const alert = await screen.findByText('Used before')
    expect(alert.role).toBe('alert')
    expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({
      method: 'lookup_secret',
      lookup_secret: 'abcd1234',
      csrf_token,
    })
    await page.user.click(screen.getByRole('button', { name: 'Use the authenticator app instead' }))
    expect(screen.getByLabelText<HTMLInputElement>('Code from the app').value).toBe('')
  })

  it('continues half a sign-in that was left before, instead of leading to a page that would not open', async () => {
    fixture.service.on(init, errorReply(400, 'Bad Request', 'session_already_available'), () => ({
      status: 200,
      body: secondStep(),
    }))
    fixture.service.on(whoami, halfSignedIn())
    open('/login')
    await screen.findByLabelText('Code from the app')
    expect(fixture.service.requestsTo(init).map(({ query }) => query['aal'])).toEqual([undefined, 'aal2'])
  })

  it('counts half a sign-in as signed out', async () => {
    fixture.service.on(whoami, halfSignedIn())
    auth.clear()
    expect(await auth.check()).toEqual({ kind: 'anonymous', because: 'no-session' })
  })
})
