import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pageConfig, setPageConfig } from '../../api/session/page-config.ts'
import { flowBody, inputNodeBody, providerNodeBody } from '../../testing/identity-stand-in.ts'
import { createSignInFixture, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { LoginPage } from './LoginPage.tsx'
import { RegisterPage } from './RegisterPage.tsx'

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  setPageConfig({
    ...pageConfig(),
    socialProviders: [{ id: 'google', label: 'Google', icon }],
    features: { ...pageConfig().features, passwords: false },
  })
})
afterEach(() => fixture.service.close())

const serve = (kind: 'login' | 'registration', nodes: readonly object[]) => {
  const body = flowBody(fixture.service.base, kind, { nodes: nodes as never })
  fixture.service.on(`GET /self-service/${kind}/browser`, { status: 200, body })
}

it('shows the providers with their icons, and no password form before or after the flow is there', async () => {
  serve('login', [providerNodeBody('provider', 1010002)])
  fixture.open('/login', { '/login': LoginPage })
  expect(screen.queryByLabelText('Password')).toBeNull()
  await waitFor(() => expect(fixture.service.requestsTo('GET /self-service/login/browser')).toHaveLength(1))
  const button = await screen.findByRole('button', { name: 'Sign in with Google' })
  expect(button.querySelector('img')?.getAttribute('src')).toBe(icon)
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByText('or')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull()
})

it('asks for an address only if the provider has told none, and sends it to the provider', async () => {
  serve('registration', [
    inputNodeBody('default', 'traits.email', { type: 'email', value: '' }),
    providerNodeBody('provider', 1040003),
  ])
  const submit = 'POST /self-service/registration'
  fixture.service.on(submit, { status: 422, body: { redirect_browser_to: 'https://id.example/' } })
  const page = fixture.open('/register', { '/register': RegisterPage })
  await screen.findByLabelText('Email')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await page.fill('Email', 'ada@example.com')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(fixture.service.requestsTo(submit)).toHaveLength(1))
  expect(fixture.service.requestsTo(submit)[0]?.body).toMatchObject({ provider: 'google' })
})
