import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pageConfig, setPageConfig } from '../../api/session/page-config.ts'
import { errorMessage, errorReply, flowBody, inputNodeBody } from '../../testing/identity-stand-in.ts'
import { createSignInFixture, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { RecoveryPage } from './RecoveryPage.tsx'

const init = 'GET /self-service/recovery/browser'
const byId = 'GET /self-service/recovery/flows'
const submit = 'POST /self-service/recovery'
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  fixture.service.on(init, { status: 200, body: flow('choose_method') })
  fixture.service.on(byId, { status: 200, body: flow('sent_email') })
})
afterEach(() => fixture.service.close())

const sent = { id: 1060003, text: 'A mail is on its way', type: 'info' as const }
const flow = (state: string, parts: Parameters<typeof flowBody>[2] = {}) => ({
  ...flowBody(fixture.service.base, 'recovery', {
    nodes: [inputNodeBody('code', state === 'sent_email' ? 'code' : 'email')],
    messages: state === 'sent_email' ? [sent] : [],
    ...parts,
  }),
  state,
})
const away = (to: string) =>
  errorReply(422, 'Unprocessable Entity', 'browser_location_change_required', { redirect_browser_to: to })
const open = (path = '/recovery') => fixture.open(path, { '/recovery': RecoveryPage })

async function sendCode() {
  const page = open()
  await page.fill('Email', 'ada@example.com')
  await page.user.click(screen.getByRole('button', { name: 'Send code' }))
  return page
}
async function enterCode() {
  const page = await sendCode()
  await screen.findByLabelText('Code')
  await page.fill('Code', ' 123 456 ')
  await page.user.click(screen.getByRole('button', { name: 'Continue' }))
}

it('asks for the email address, then for the code, and leaves for the settings', async () => {
  const settings = 'http://localhost:3000/user?flow=s1'
  fixture.service.on(submit, { status: 200, body: flow('sent_email') }, away(settings))
  await enterCode()
  await waitFor(() => expect(fixture.visitedUrls).toEqual([settings]))
  const csrf_token = 'csrf-of-recovery-flow'
  expect(fixture.service.requestsTo(submit).map((one) => one.body)).toEqual([
    { email: 'ada@example.com', csrf_token, method: 'code' },
    { code: '123456', csrf_token, method: 'code' },
  ])
})

it('says that the code was recorded but not sent when the server sends no mail', async () => {
  setPageConfig({ ...pageConfig(), features: { ...pageConfig().features, mail: false } })
  fixture.service.on(submit, { status: 200, body: flow('sent_email') })
  await sendCode()
  await screen.findByText(/the code was only recorded/)
  expect(screen.queryByText('A mail is on its way')).toBeNull()
})

it('follows a service that names the settings flow instead', async () => {
  const body = { ...flow('passed_challenge'), continue_with: [{ action: 'show_settings_ui', flow: { id: 's2' } }] }
  fixture.service.on(submit, { status: 200, body: flow('sent_email') }, { status: 200, body })
  await enterCode()
  await waitFor(() => expect(fixture.visitedUrls).toEqual(['/user?flow=s2']))
})

it.each([200, 400])('shows a wrong code answered with %i and lets the person correct it', async (status) => {
  const messages = [errorMessage(4060006, 'That code is wrong')]
  fixture.service.on(
    submit,
    { status: 200, body: flow('sent_email') },
    { status, body: flow('sent_email', { messages }) },
  )
  await enterCode()
  expect((await screen.findByText('That code is wrong')).role).toBe('alert')
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe(' 123 456 ')
})

it('keeps the step in the address, so that a reload returns to it', async () => {
  fixture.service.on(submit, { status: 200, body: flow('sent_email') })
  const page = await sendCode()
  await screen.findByLabelText('Code')
  expect(page.here()).toBe('/recovery?flow=recovery-flow')
})

it('starts over on demand without the earlier error', async () => {
  fixture.service.on(submit, { status: 503, body: '' })
  const page = open('/recovery?flow=recovery-flow')
  await screen.findByLabelText('Code')
  await page.fill('Code', '123456')
  await page.user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('alert')
  await page.user.click(screen.getByRole('button', { name: 'No email? Start again' }))
  await screen.findByLabelText('Email')
  expect(page.here()).toBe('/recovery')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('requires the email address and the code', async () => {
  const page = open()
  await page.user.click(screen.getByRole('button', { name: 'Send code' }))
  expect(screen.getByText('Please enter your email')).toBeTruthy()
  expect(fixture.service.requestsTo(submit)).toEqual([])
})

it('leads a signed-in person to the settings', async () => {
  fixture.service.on(init, errorReply(400, 'Bad Request', 'session_already_available'))
  open()
  await screen.findByText('You are at /user')
})
