import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { previewInvitation } from '../api/invitations.ts'
import { readPendingInvitation, rememberInvitation } from '../api/session/pending-sign-in.ts'
import { createFakeApi, createFakeProject, graphqlError, type OperationHandlers } from '../testing/fake-api.ts'
import {
  defaultPageConfig,
  jsonResponse,
  resetPage,
  signedInReply,
  signedOutReply,
  stubNetwork,
  whoamiPath,
} from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'

const preview = { projectTitle: 'Pear <b>& quince</b>', invitedBy: 'Bea Sommer', role: 'editor', email: null }
const pending = { token: 't/1', projectTitle: 'Pear', invitedBy: 'Bea Sommer', email: null }

interface Setting {
  readonly who?: ReturnType<typeof signedInReply>
  readonly invitation?: object | null
  readonly answers?: OperationHandlers
}

const defaultAccept = () => ({ data: { acceptInvitation: { id: 'pear' } } })

function arrive({ who = signedInReply('active'), invitation = preview, answers = {} }: Setting = {}) {
  const api = createFakeApi({
    projects: [createFakeProject({ id: 'pear', title: 'Pear' })],
    answers: {
      PreviewInvitation: () => ({ data: { invitation } }),
      AcceptInvitation: defaultAccept,
      ...answers,
    },
  })
  const network = stubNetwork({
    [whoamiPath]: who,
    '/graphql/': api.reply,
    '/identity/self-service/logout/browser': () => jsonResponse(503, {}),
  })
  return { api, network, page: renderApp('/join/t%2F1') }
}

/** Requests are sent in their order: what the page has sent by itself has arrived before this one is answered. */
const waitForRequests = () => previewInvitation('another')
const joinButton = () => screen.findByRole('button', { name: 'Join project' })
const heading = () => screen.findByRole('heading', { level: 1, name: /Bea Sommer invites you to/u })

beforeEach(() => resetPage())

describe('invitation for a signed-in person', () => {
  it('says who invites to what, and joins only after a click', async () => {
    const { api, page } = arrive()
    expect((await heading()).textContent).toBe('Bea Sommer invites you to Pear <b>& quince</b>')
    expect(screen.getByText('You will be able to view and edit the project.')).toBeTruthy()
    expect(api.asked('PreviewInvitation')).toEqual([{ token: 't/1' }])
    await joinButton()
    await waitForRequests()
    expect(api.asked('AcceptInvitation')).toEqual([])
    await userEvent.click(await joinButton())
    await waitFor(() => expect(page.here().split('#')[0]).toBe('/tree/pear'))
    expect(api.asked('AcceptInvitation')).toEqual([{ token: 't/1' }])
    page.goBack()
    await waitFor(() => expect(page.here()).toBe('/hello'))
  })

  it('joins at once after the person has signed in for it, and only once', async () => {
    rememberInvitation(pending)
    const { api, page } = arrive()
    await waitFor(() => expect(page.here().split('#')[0]).toBe('/tree/pear'))
    expect(api.asked('AcceptInvitation')).toHaveLength(1)
    expect(readPendingInvitation()).toBeNull()
  })

  it('does not join at once when the person has signed in for another invitation', async () => {
    rememberInvitation({ ...pending, token: 'other' })
    const { api } = arrive()
    await joinButton()
    await waitForRequests()
    expect(api.asked('AcceptInvitation')).toEqual([])
  })

  it('checks the session again, because the invitation may have approved the account', async () => {
    resetPage({ signup: 'beta' })
    let isApproved = false
    const { page, network } = arrive({
      who: (call) => signedInReply(isApproved ? 'active' : 'pending')(call),
      answers: {
        AcceptInvitation: () => {
          isApproved = true
          return defaultAccept()
        },
      },
    })
    await userEvent.click(await joinButton())
    await waitFor(() => expect(page.here().split('#')[0]).toBe('/tree/pear'))
    expect(network.to(whoamiPath).length).toBeGreaterThan(1)
  })

  it('shows why the account cannot join and offers another one', async () => {
    const refusal = graphqlError('FORBIDDEN', 'This invitation is for eve@example.com')
    const { page } = arrive({
      invitation: { ...preview, role: 'viewer', email: 'eve@example.com' },
      answers: { AcceptInvitation: () => refusal },
    })
    await userEvent.click(await joinButton())
    expect((await screen.findByRole('alert')).textContent).toBe('This invitation is for eve@example.com')
    expect(screen.getByText('You will be able to view the project.')).toBeTruthy()
    expect(screen.getByText('ada@example.com').closest('span')?.textContent).toBe(
      "You're logged in as ada@example.com.",
    )
    expect(page.here()).toBe('/join/t%2F1')
    // The identity service does not answer: the person is still signed in, and nothing may be accepted later.
    await userEvent.click(screen.getByRole('button', { name: 'Use another account' }))
    await waitFor(() => expect(readPendingInvitation()).toBeNull())
    expect(screen.queryByRole('link', { name: 'Verify my email address' })).toBeNull()
  })

  it('offers to verify the address that is not verified yet', async () => {
    resetPage({ features: { ...defaultPageConfig.features, verifyEmail: true } })
    const address = { value: 'ada@example.com', verified: false, via: 'email', status: 'sent' }
    const identity = {
      id: 'ada',
      traits: { email: 'ada@example.com' },
      metadata_public: null,
      verifiable_addresses: [address],
    }
    arrive({
      who: () => jsonResponse(200, { id: 'a-session', active: true, identity }),
      answers: { AcceptInvitation: () => graphqlError('FORBIDDEN', 'Verify your email address first.') },
    })
    await userEvent.click(await joinButton())
    const link = await screen.findByRole('link', { name: 'Verify my email address' })
    expect(link.getAttribute('href')).toBe('/verification')
  })
})

describe('invitation for a visitor without a session', () => {
  it.each([
    ['Sign up to join', '/register'],
    ['Log in to join', '/login'],
  ])('leads by "%s" to %s and remembers the invitation', async (name, path) => {
    const { page, api } = arrive({ who: signedOutReply, invitation: { ...preview, email: 'eve@example.com' } })
    await heading()
    expect(screen.queryByRole('button', { name: 'Join project' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name }))
    await waitFor(() => expect(page.here()).toBe(`${path}?next=%2Fjoin%2Ft%252F1`))
    expect(readPendingInvitation()).toEqual({
      token: 't/1',
      projectTitle: preview.projectTitle,
      invitedBy: 'Bea Sommer',
      email: 'eve@example.com',
    })
    expect(api.asked('AcceptInvitation')).toEqual([])
  })
})

describe('invitation that does not work', () => {
  it('says so for an unknown, used, expired or revoked one', async () => {
    arrive({ invitation: null, who: signedOutReply })
    await screen.findByRole('heading', { level: 1, name: 'This invitation no longer works' })
    expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/')
  })

  it('says so when it was revoked while the page was open', async () => {
    arrive({ answers: { AcceptInvitation: () => graphqlError('NOT_FOUND', 'Invitation not found') } })
    await userEvent.click(await joinButton())
    await screen.findByRole('heading', { level: 1, name: 'This invitation no longer works' })
  })

  it('can be loaded again after the server failed', async () => {
    let isBroken = true
    arrive({
      answers: {
        PreviewInvitation: () => (isBroken ? graphqlError('INTERNAL', 'it broke') : { data: { invitation: preview } }),
      },
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    await userEvent.click(retry)
    await heading()
  })
})
