import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { auth, rememberNext } from '../../api/session/session.ts'
import { errorMessage, flowBody, inputNodeBody, sessionBody } from '../../testing/identity-stand-in.ts'
import { createSignInFixture, scriptSignedIn, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { VerificationPage } from './VerificationPage.tsx'

const init = 'GET /self-service/verification/browser'
const byId = 'GET /self-service/verification/flows'
const submit = 'POST /self-service/verification'
const csrf_token = 'csrf-of-verification-flow'
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  fixture.service.on(init, { status: 200, body: flow('choose_method') })
  fixture.service.on(byId, { status: 200, body: flow('sent_email') })
})
afterEach(() => fixture.service.close())

const resend = inputNodeBody('code', 'email', { type: 'submit', value: 'ada@example.com' })
const flow = (state: string, parts: Parameters<typeof flowBody>[2] = {}) => ({
  ...flowBody(fixture.service.base, 'verification', {
    nodes: state === 'sent_email' ? [inputNodeBody('code', 'code'), resend] : [inputNodeBody('code', 'email')],
    ...parts,
  }),
  state,
})
const open = (path: string) => fixture.open(path, { '/verification': VerificationPage })

async function enterCode() {
  const page = open('/verification?flow=verification-flow')
  await screen.findByLabelText('Code')
  await page.fill('Code', ' 123 456 ')
  await page.user.click(screen.getByRole('button', { name: 'Verify' }))
  return page
}

it('accepts the code after a sign-up and continues to the destination', async () => {
  scriptSignedIn(fixture.service)
  rememberNext('/tree/42')
  fixture.service.on(submit, { status: 200, body: flow('passed_challenge') })
  await enterCode()
  await screen.findByText('You are at /tree/42')
  expect(screen.getByText('Email address verified')).toBeTruthy()
  expect(fixture.service.requestsTo(submit).map(({ body }) => body)).toEqual([
    { code: '123456', csrf_token, method: 'code' },
  ])
})

it('shows the address the code was sent to and sends another one there', async () => {
  fixture.service.on(submit, { status: 200, body: flow('sent_email') })
  const page = open('/verification?flow=verification-flow')
  await screen.findByText('Check your email: we sent a code to ada@example.com.')
  await page.user.click(screen.getByRole('button', { name: 'Send a new code' }))
  await waitFor(() =>
    expect(fixture.service.requestsTo(submit).map(({ body }) => body)).toEqual([
      { email: 'ada@example.com', csrf_token, method: 'code' },
    ]),
  )
})

it('shows that a code is wrong and keeps what was typed', async () => {
  const messages = [errorMessage(4070006, 'That code is wrong')]
  fixture.service.on(submit, { status: 400, body: flow('sent_email', { messages }) })
  await enterCode()
  expect((await screen.findByText('That code is wrong')).role).toBe('alert')
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe(' 123 456 ')
})

it('lets the person verify later and continues to the projects', async () => {
  scriptSignedIn(fixture.service)
  await auth.check()
  const page = open('/verification?flow=verification-flow')
  await page.user.click(await screen.findByRole('button', { name: 'Later' }))
  await screen.findByText('You are at /projects')
})

it('asks for the email address when no code was sent, prefilled with the unverified one', async () => {
  const { identity, ...session } = sessionBody({ email: 'ada@example.com' }) as { identity: object }
  const verifiable_addresses = [{ value: 'ada@example.com', verified: false }]
  const body = { ...session, identity: { ...identity, verifiable_addresses } }
  fixture.service.on('GET /sessions/whoami', { status: 200, body })
  await auth.check()
  fixture.service.on(submit, { status: 200, body: flow('sent_email') })
  const page = open('/verification')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com'))
  await page.user.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByLabelText('Code')
  expect(page.here()).toBe('/verification?flow=verification-flow')
})

it('offers a login when the code was entered without a session', async () => {
  fixture.service.on(submit, {
    status: 200,
    body: flow('passed_challenge', { messages: [{ id: 1080002, text: 'Your address is verified', type: 'success' }] }),
  })
  await enterCode()
  await screen.findByText('Your address is verified')
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByLabelText('Code')).toBeNull()
})
