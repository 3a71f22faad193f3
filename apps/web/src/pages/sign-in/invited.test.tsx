import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPendingInvitation, rememberInvitation } from '../../api/session/pending-sign-in.ts'
import { flowBody, inputNodeBody, sessionBody } from '../../testing/identity-stand-in.ts'
import { createSignInFixture, scriptSignedIn, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { LoginPage } from './LoginPage.tsx'
import { RegisterPage } from './RegisterPage.tsx'

const invitation = { token: 'a token', projectTitle: 'Garden', invitedBy: 'Bea', email: 'ada@example.com' }
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  const password = inputNodeBody('password', 'password', { type: 'password' })
  const startFlow = (kind: 'login' | 'registration', name: string) =>
    fixture.service.on(`GET /self-service/${kind}/browser`, {
      status: 200,
      body: flowBody(fixture.service.base, kind, { nodes: [inputNodeBody('default', name, {}), password] }),
    })
  startFlow('login', 'identifier')
  startFlow('registration', 'traits.email')
})
afterEach(() => fixture.service.close())

const open = (path: string) => fixture.open(path, { '/login': LoginPage, '/register': RegisterPage })

describe('person who came by an invitation to a project', () => {
  it('reads on the sign-up page who invited them to what, and arrives at the invitation', async () => {
    rememberInvitation(invitation)
    fixture.service.on('POST /self-service/registration', () => {
      scriptSignedIn(fixture.service)
      return { status: 200, body: { identity: { id: 'x' }, session: sessionBody() } }
    })
    const page = open('/register')
    const notice = screen.getByText('Garden').closest('p')
    expect(notice?.textContent).toBe('Bea invited you to Garden. Create your account to open it.')
    expect(await screen.findByDisplayValue('ada@example.com')).toBeTruthy()
    await page.fill('Password', 'correct horse')
    await page.user.click(screen.getByRole('button', { name: 'Sign up' }))
    await screen.findByText('You are at /join/a%20token')
    // The page of the invitation needs it to join at once.
    expect(readPendingInvitation()).toEqual(invitation)
  })

  it('reads on the login page who invited them to what, and arrives at the invitation', async () => {
    rememberInvitation({ ...invitation, email: null })
    fixture.service.on('POST /self-service/login', () => {
      scriptSignedIn(fixture.service)
      return { status: 200, body: { session: sessionBody() } }
    })
    const page = open('/login?next=%2Fjoin%2Fa%2520token')
    expect(screen.getByText('Garden').closest('p')?.textContent).toBe('Bea invited you to Garden. Log in to open it.')
    await page.fill('Email', 'ada@example.com')
    await page.fill('Password', 'correct horse')
    await page.user.click(screen.getByRole('button', { name: 'Log in' }))
    await screen.findByText('You are at /join/a%20token')
  })

  it('returns to the invitation after a social sign-in', async () => {
    rememberInvitation(invitation)
    open('/login?next=%2Fjoin%2Fa%2520token')
    await screen.findByRole('button', { name: 'Log in' })
    await expect
      .poll(() => fixture.service.requestsTo('GET /self-service/login/browser')[0]?.query)
      .toEqual({ return_to: 'http://localhost:3000/join/a%20token' })
  })
})

it('shows no invitation that cannot be read', () => {
  for (const stored of ['{', '[]', '{"token":1}', '{"token":"t","projectTitle":"Garden"}']) {
    sessionStorage.setItem('invitation', stored)
    expect(readPendingInvitation()).toBeNull()
  }
})

it('gives no reason for a login that nothing has led to', async () => {
  open('/login')
  await screen.findByRole('button', { name: 'Log in' })
  expect(screen.queryByText(/invited you to|This project is private/u)).toBeNull()
})
