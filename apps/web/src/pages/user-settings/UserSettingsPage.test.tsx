import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pageConfig, setPageConfig } from '../../api/session/page-config.ts'
import { auth } from '../../api/session/session.ts'
import {
  errorMessage,
  errorReply,
  flowBody,
  inputNodeBody,
  providerNodeBody,
  sessionBody,
} from '../../testing/identity-stand-in.ts'
import { createSignInFixture, scriptSignedIn, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { UserSettingsPage } from './UserSettingsPage.tsx'

const init = 'GET /self-service/settings/browser'
const byId = 'GET /self-service/settings/flows'
const submit = 'POST /self-service/settings'
const csrf_token = 'csrf-of-settings-flow'
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  scriptSignedIn(fixture.service)
  fixture.service.on(init, { status: 200, body: flow() })
})
afterEach(() => fixture.service.close())

const traits = [
  inputNodeBody('profile', 'traits.firstname', { value: 'Ada' }),
  inputNodeBody('profile', 'traits.lastname', { value: 'Byron' }),
  inputNodeBody('profile', 'traits.email', { type: 'email', value: 'ada@example.com' }),
  inputNodeBody('profile', 'method', { type: 'submit', value: 'profile' }),
  inputNodeBody('password', 'password', { type: 'password' }),
  inputNodeBody('password', 'method', { type: 'submit', value: 'password' }),
]
const flow = (parts: Parameters<typeof flowBody>[2] = {}) =>
  flowBody(fixture.service.base, 'settings', { nodes: [...traits, providerNodeBody('link', 1050002)], ...parts })
const saved = (nodes = [...traits, providerNodeBody('link', 1050002)]) =>
  flow({ nodes, messages: [{ id: 1050001, text: 'Saved', type: 'success' }], extra: { state: 'success' } })
const refresh = () =>
  errorReply(403, 'Forbidden', 'session_refresh_required', { redirect_browser_to: `${fixture.service.base}/confirm` })

async function open(path = '/user') {
  const page = fixture.open(path, { '/user': UserSettingsPage })
  await screen.findByLabelText('First name')
  return page
}
async function saveLastName(name: string) {
  const page = await open()
  await page.fill('Last name', name)
  await page.user.click(screen.getByRole('button', { name: 'Save profile' }))
}
async function changePassword(first: string, again: string) {
  const page = await open()
  await page.fill('New password', first)
  await page.fill('Re-enter password', again)
  await page.user.click(screen.getByRole('button', { name: 'Change password' }))
  return page
}

describe('profile form', () => {
  it('shows the profile, saves it under the protocol’s names, and confirms it', async () => {
    fixture.service.on(submit, { status: 200, body: saved() })
    await saveLastName(' Lovelace ')
    expect((await screen.findByText('Profile updated')).parentElement?.role).toBe('status')
    expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({
      'traits.firstname': 'Ada',
      'traits.lastname': 'Lovelace',
      'traits.email': 'ada@example.com',
      password: '',
      csrf_token,
      method: 'profile',
    })
    await waitFor(() => expect(auth.get().kind).toBe('person'))
  })

  it('shows the messages of a 400 in the profile form, field messages at their fields', async () => {
    const nodes = [inputNodeBody('profile', 'traits.email', { value: 'x' }, [errorMessage(4000040, 'Odd address')])]
    const messages = [errorMessage(4000007, 'Already taken')]
    fixture.service.on(submit, { status: 400, body: flow({ nodes, messages }) })
    await saveLastName('Lovelace')
    expect(await screen.findAllByText('Already taken')).toHaveLength(1)
    expect(screen.getByText('Odd address').id).toBe(screen.getByLabelText('Email').getAttribute('aria-describedby'))
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Lovelace')
  })

  it('requires an email address', async () => {
    const page = await open()
    await page.user.clear(screen.getByLabelText('Email'))
    await page.user.click(screen.getByRole('button', { name: 'Save profile' }))
    expect(screen.getByText('Please enter your email')).toBeTruthy()
    expect(fixture.service.requestsTo(submit)).toEqual([])
  })
})

const verifyEmails = () => {
  const config = pageConfig()
  setPageConfig({ ...config, features: { ...config.features, verifyEmail: true } })
}
const showAddresses = async (...verifiable_addresses: readonly object[]) => {
  const { identity, ...session } = sessionBody({ email: 'ada@example.com' })
  const body = { ...session, identity: { ...identity, verifiable_addresses } }
  fixture.service.on('GET /sessions/whoami', { status: 200, body })
  await auth.check()
}

describe('email verification status', () => {
  it('shows the email address as verified or waiting for its code', async () => {
    verifyEmails()
    await showAddresses({ value: 'ada@example.com', verified: true })
    await open()
    expect(screen.getByText('Your email address is verified.')).toBeTruthy()
    await showAddresses({ value: 'ada@example.com', verified: false })
    await screen.findByText(/Your email address is not verified/)
    await showAddresses({ value: 'ada@example.com', verified: true }, { value: 'new@example.com', verified: false })
    await screen.findByText(/Check new@example.com for a code. Until you enter it, ada@example.com stays/)
    expect(screen.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe('/verification')
  })

  it('says that the server verifies no email addresses', async () => {
    await open()
    expect(screen.getByText('This server does not verify email addresses.')).toBeTruthy()
  })
})

describe('password form', () => {
  it('shows the repeat field only once either password field is filled', async () => {
    const page = await open()
    expect(screen.queryByLabelText('Re-enter password')).toBeNull()
    await page.fill('New password', 'a')
    await page.fill('Re-enter password', 'b')
    await page.user.clear(screen.getByLabelText('New password'))
    expect(screen.getByLabelText<HTMLInputElement>('Re-enter password').value).toBe('b')
    await page.user.clear(screen.getByLabelText('Re-enter password'))
    expect(screen.queryByLabelText('Re-enter password')).toBeNull()
  })

  it('rejects two different passwords', async () => {
    await changePassword('correct horse', 'correct house')
    const error = screen.getByText('Passwords do not match')
    expect(screen.getByLabelText('Re-enter password').getAttribute('aria-describedby')).toBe(error.id)
    expect(fixture.service.requestsTo(submit)).toEqual([])
  })

  it('changes the password, confirms it, and clears the fields', async () => {
    fixture.service.on(submit, { status: 200, body: saved() })
    await changePassword('correct horse', 'correct horse')
    expect(await screen.findByText('Password updated')).toBeTruthy()
    expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({
      password: 'correct horse',
      csrf_token,
      method: 'password',
    })
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
  })

  it('shows at the field why the service rejects a password', async () => {
    const nodes = [
      ...traits.slice(0, 4),
      inputNodeBody('password', 'password', {}, [errorMessage(4000034, 'Too well known')]),
    ]
    fixture.service.on(submit, { status: 400, body: flow({ nodes }) })
    await changePassword('password1', 'password1')
    expect(await screen.findByText('Too well known')).toBeTruthy()
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('session that has to be confirmed', () => {
  it('leads to the confirmation and stores no password', async () => {
    fixture.service.on(submit, refresh())
    await changePassword('correct horse', 'correct horse')
    await waitFor(() => expect(fixture.visitedUrls).toEqual([`${fixture.service.base}/confirm`]))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('correct horse')
  })

  it('confirms the changed password on return', async () => {
    sessionStorage.setItem('settings-intent', JSON.stringify({ kind: 'password' }))
    fixture.service.on(byId, { status: 200, body: saved() })
    await open('/user?flow=settings-flow')
    expect(await screen.findByText('Password updated')).toBeTruthy()
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('keeps the typed profile until it is saved', async () => {
    fixture.service.on(submit, refresh())
    await saveLastName('Lovelace')
    await waitFor(() => expect(fixture.visitedUrls).toHaveLength(1))
    expect(sessionStorage.getItem('settings-intent')).toContain('Lovelace')
  })

  it('restores the typed profile when it was not saved', async () => {
    const typed = { firstname: 'Ada', lastname: 'Lovelace', email: 'new@example.com' }
    sessionStorage.setItem('settings-intent', JSON.stringify({ kind: 'profile', typed }))
    await open()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com')
    expect(sessionStorage.getItem('settings-intent')).toBeNull()
    expect(screen.queryByText('Profile updated')).toBeNull()
  })

  it.each(['{', '{"kind":"profile","typed":{}}', '{"kind":"link","label":1}', 'null'])(
    'ignores an invalid stored intent %s',
    async (note) => {
      sessionStorage.setItem('settings-intent', note)
      await open()
      expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Byron')
    },
  )
})

describe('social accounts', () => {
  it('links a social account by leaving for the provider', async () => {
    const away = { redirect_browser_to: 'https://idp.example/auth' }
    fixture.service.on(submit, errorReply(422, 'Unprocessable Entity', 'browser_location_change_required', away))
    const page = await open()
    await page.user.click(screen.getByRole('button', { name: 'Link Google' }))
    await waitFor(() => expect(fixture.visitedUrls).toEqual(['https://idp.example/auth']))
    expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({ link: 'google' })
  })

  it('unlinks a social account in place', async () => {
    fixture.service.on(init, { status: 200, body: flow({ nodes: [...traits, providerNodeBody('unlink', 1050003)] }) })
    fixture.service.on(submit, { status: 200, body: saved() })
    const page = await open()
    await page.user.click(screen.getByRole('button', { name: 'Unlink Google' }))
    expect(await screen.findByText('Google social auth successfully unlinked')).toBeTruthy()
    expect(fixture.service.requestsTo(submit)[0]?.body).toEqual({ unlink: 'google' })
    expect(screen.getByRole('button', { name: 'Link Google' })).toBeTruthy()
  })

  it('says when a social account is the only way to sign in', async () => {
    setPageConfig({ ...pageConfig(), socialProviders: [{ id: 'google', label: 'Google' }] })
    fixture.service.on(init, { status: 200, body: flow({ nodes: traits }) })
    await open()
    expect(screen.getByText('Google is your only way to sign in. Set a password before you unlink it.')).toBeTruthy()
  })
})

it('clears the auth state when the session has ended', async () => {
  await auth.check()
  fixture.service.on(submit, errorReply(401, 'Unauthorized', null))
  await saveLastName('Lovelace')
  await waitFor(() => expect(auth.get().kind).toBe('unknown'))
})

it('shows the message of a recovery flow', async () => {
  const messages = [{ id: 1060001, text: 'Choose a new password now', type: 'info' as const }]
  fixture.service.on(byId, { status: 200, body: flow({ messages }) })
  await open('/user?flow=settings-flow')
  expect(screen.getByText('Choose a new password now').role).toBe('status')
  await screen.findByRole('heading', { name: 'Calendar' })
  await screen.findByRole('heading', { name: 'Access tokens' })
  await screen.findByRole('heading', { name: 'Notifications' })
  await screen.findByRole('heading', { name: 'Delete my account' })
  await screen.findByRole('heading', { name: 'Two-step sign-in' })
  await screen.findByRole('heading', { name: 'Sessions' })
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Password',
    'Profile',
    'Social accounts',
    'Two-step sign-in',
    'Sessions',
    'Picture',
    'Notifications',
    'Calendar',
    'Access tokens',
    'Download my data',
    'Delete my account',
  ])
})
