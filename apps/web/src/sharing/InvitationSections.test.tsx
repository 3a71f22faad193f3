import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { peopleStore } from '../api/people.ts'
import { auth } from '../api/session/session.ts'
import { adaId, createFakeApi, createFakeProject, graphqlError, type OperationHandlers } from '../testing/fake-api.ts'
import { polyfillDialogs } from '../testing/jsdom-polyfills.ts'
import { defaultPageConfig, resetPage, signedInReply, stubNetwork, whoamiPath } from '../testing/network.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { SharingDialogHost } from './SharingDialog.tsx'
import { closeSharing } from './open-sharing.ts'

const pear = createFakeProject({ id: 'pear', title: 'Pear', sharing: { generalAccess: 'restricted', users: {} } })
const cid = { id: 'cid', email: 'cid@example.com' }
const day = 24 * 60 * 60 * 1000

const invitedEve = {
  id: 'for-eve',
  email: 'eve@example.com',
  role: 'viewer',
  link: 'http://localhost:3000/join/for-eve',
  createdAt: 1,
  expiresAt: null,
  usesLeft: 1,
}

interface Setting {
  readonly answers?: OperationHandlers
  readonly invitations?: readonly (typeof invitedEve)[]
  readonly hasMail?: boolean
  readonly signup?: 'open' | 'beta'
  readonly project?: typeof pear
}

/** Opens the dialog as Ada, who owns the project. */
async function open({ answers = {}, invitations = [], hasMail = true, signup = 'open', project = pear }: Setting = {}) {
  const api = createFakeApi({
    projects: [project],
    people: [{ id: adaId, email: 'ada@example.com' }, cid],
    answers,
    invitations,
  })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  resetPage({ signup, features: { ...defaultPageConfig.features, mail: hasMail } })
  await auth.check()
  render(
    <>
      <SharingDialogHost projectId="pear" />
      <Toasts />
    </>,
  )
  await screen.findByRole('dialog', { name: 'Share Pear' })
  return { api, user: userEvent.setup({ delay: null }) }
}

const emailField = () => screen.getByLabelText<HTMLInputElement>('Add people by email')
const button = (name: string) => screen.getByRole('button', { name })
/** The value of a date field, as the browser has it for the day where the person is. */
const formatDateField = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
const linkSection = () => within(screen.getByRole('region', { name: 'Invite link' }))
const listInvited = () =>
  within(screen.getByRole('list', { name: 'Invitations' }))
    .getAllByRole('listitem')
    .map((row) => within(row).getByText(/\(invited\)$/u).textContent)

beforeAll(polyfillDialogs)
beforeEach(() => {
  closeSharing()
  peopleStore.forgetAll()
})

describe('address without an account', () => {
  it('invites it as an editor by mail, lists it and returns the focus to the field', async () => {
    const { api, user } = await open()
    await user.type(emailField(), 'Eve@Example.com{Enter}')
    expect(await screen.findByText('User with email eve@example.com not found')).toBeTruthy()
    await user.click(button('Invite eve@example.com'))
    expect(await screen.findByText('Invitation sent to eve@example.com')).toBeTruthy()
    expect(api.asked('InviteToProject')).toEqual([{ projectId: 'pear', email: 'eve@example.com', role: 'editor' }])
    expect(listInvited()).toEqual(['eve@example.com (invited)'])
    expect(screen.queryByText('User with email eve@example.com not found')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Invite eve@example.com' })).toBeNull()
    expect(emailField().getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement).toBe(emailField())
  })

  it('adds the message that was written behind a button, for every address that is invited', async () => {
    const { api, user } = await open()
    await user.type(emailField(), 'eve@example.com, fay@example.com{Enter}')
    await screen.findByRole('button', { name: 'Invite fay@example.com' })
    expect(screen.queryByLabelText('Message in the invitation')).toBeNull()
    await user.click(button('Add a message'))
    await user.type(screen.getByLabelText('Message in the invitation'), ' Come and plan ')
    await user.click(button('Invite eve@example.com'))
    await waitFor(() => expect(listInvited()).toEqual(['eve@example.com (invited)']))
    await user.click(button('Invite fay@example.com'))
    await waitFor(() =>
      expect(api.asked('InviteToProject').map(({ email, message }) => [email, message])).toEqual([
        ['eve@example.com', 'Come and plan'],
        ['fay@example.com', 'Come and plan'],
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add a message' })).toBeNull())
  })

  it('offers no message when the server sends no mail', async () => {
    const { user } = await open({ hasMail: false })
    await user.type(emailField(), 'eve@example.com{Enter}')
    await screen.findByRole('button', { name: 'Invite eve@example.com' })
    expect(screen.queryByRole('button', { name: 'Add a message' })).toBeNull()
  })

  it('invites it with the role that is chosen beside the field', async () => {
    const { api, user } = await open()
    await user.type(emailField(), 'eve@example.com,')
    await screen.findByRole('button', { name: 'Invite eve@example.com' })
    await user.selectOptions(screen.getByLabelText('Role for new people'), 'Viewer')
    await user.click(button('Invite eve@example.com'))
    await waitFor(() => expect(api.asked('InviteToProject')).toMatchObject([{ role: 'viewer' }]))
  })

  it('still offers to invite it while the next address is typed', async () => {
    const { user } = await open()
    await user.type(emailField(), 'eve@example.com,')
    await screen.findByRole('button', { name: 'Invite eve@example.com' })
    await user.type(emailField(), 'cid@example.com,')
    expect(screen.queryByText('User with email eve@example.com not found')).toBeNull()
    expect(button('Invite eve@example.com')).toBeTruthy()
  })

  it('shows the link for copying when the server sends no mail', async () => {
    const { user } = await open({ hasMail: false })
    await user.type(emailField(), 'eve@example.com{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Invite eve@example.com' }))
    expect(await screen.findByText(/^eve@example.com is invited, but email isn't set up/u)).toBeTruthy()
    const link = 'http://localhost:3000/join/token-1'
    expect(screen.getByLabelText<HTMLInputElement>('Invite link for eve@example.com').value).toBe(link)
    await user.click(button('Copy invite link for eve@example.com'))
    expect(await screen.findByText('Link copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(link)
  })

  it('keeps the offer and says why when the server refuses the invitation', async () => {
    const refusal = graphqlError('BAD_USER_INPUT', 'You have used all of your 5 invites')
    const { user } = await open({ answers: { InviteToProject: () => refusal } })
    await user.type(emailField(), 'eve@example.com{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Invite eve@example.com' }))
    expect((await screen.findByText('You have used all of your 5 invites')).closest('[role="alert"]')).toBeTruthy()
    expect(button('Invite eve@example.com')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull()
  })
})

it('gives everybody in the list the role that is chosen beside the field', async () => {
  const { user } = await open()
  await user.type(emailField(), 'cid@example.com,')
  const permission = await screen.findByLabelText<HTMLSelectElement>('Permission for cid@example.com')
  expect(permission.value).toBe('editor')
  await user.selectOptions(screen.getByLabelText('Role for new people'), 'Viewer')
  expect(permission.value).toBe('viewer')
})

describe('open invitations', () => {
  it('lists an invited address without its link when the server sends mail, and revokes it', async () => {
    const { api, user } = await open({ invitations: [invitedEve] })
    await waitFor(() => expect(listInvited()).toEqual(['eve@example.com (invited)']))
    expect(screen.queryByLabelText('Invite link for eve@example.com')).toBeNull()
    await user.click(button('Revoke invitation for eve@example.com'))
    expect(await screen.findByText('Invitation revoked')).toBeTruthy()
    expect(api.asked('RevokeInvitation')).toEqual([{ id: 'for-eve' }])
    expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Invite link' }))
  })

  it('treats an invitation that was used meanwhile as revoked', async () => {
    const gone = graphqlError('NOT_FOUND', 'Invitation not found')
    const { user } = await open({ invitations: [invitedEve], answers: { RevokeInvitation: () => gone } })
    await user.click(await screen.findByRole('button', { name: 'Revoke invitation for eve@example.com' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps an invitation that could not be revoked and says why', async () => {
    const denied = graphqlError('FORBIDDEN', 'no')
    const { user } = await open({ invitations: [invitedEve], answers: { RevokeInvitation: () => denied } })
    await user.click(await screen.findByRole('button', { name: 'Revoke invitation for eve@example.com' }))
    expect(await screen.findByText("You don't have permissions to make changes")).toBeTruthy()
    expect(listInvited()).toEqual(['eve@example.com (invited)'])
    expect(auth.get().kind).toBe('person')
  })

  it('are neither asked for nor shown without the right to share', async () => {
    const project = {
      ...pear,
      owner: 'cid',
      sharing: { generalAccess: 'restricted', users: { [adaId]: 'viewer' } },
    } as const
    const { api } = await open({ project, invitations: [invitedEve] })
    expect(screen.queryByRole('region', { name: 'Invite link' })).toBeNull()
    expect(api.asked('Invitations')).toEqual([])
  })
})

describe('invite link', () => {
  it('is created for editors with an end after 30 days, copied and revoked', async () => {
    const { api, user } = await open()
    const before = Date.now()
    await user.click(linkSection().getByRole('button', { name: 'Create link' }))
    const field = await linkSection().findByLabelText<HTMLInputElement>('Invite link')
    expect(field.value).toBe('http://localhost:3000/join/token-1')
    const [asked] = api.asked('CreateInviteLink')
    expect(asked).toMatchObject({ projectId: 'pear', role: 'editor' })
    expect(Number(asked?.['expiresAt'])).toBeGreaterThanOrEqual(before + 30 * day)
    expect(linkSection().getByText('People with this link join as editors.')).toBeTruthy()
    expect(linkSection().getByText(/^It expires on /u)).toBeTruthy()
    await user.click(linkSection().getByRole('button', { name: 'Copy invite link' }))
    expect(await screen.findByText('Link copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(field.value)
    await user.click(linkSection().getByRole('button', { name: 'Revoke' }))
    expect(await linkSection().findByRole('button', { name: 'Create link' })).toBeTruthy()
    expect(api.asked('RevokeInvitation')).toEqual([{ id: 'invitation-1' }])
  })

  it('can be for viewers and work forever', async () => {
    const { api, user } = await open()
    await user.selectOptions(screen.getByLabelText('Role for the link'), 'Viewer')
    expect(screen.queryByLabelText('How long the link works')).toBeNull()
    await user.click(button('Expiry and uses'))
    await user.selectOptions(screen.getByLabelText('How long the link works'), 'Never expires')
    await user.click(button('Create link'))
    expect(await screen.findByText('People with this link join as viewers.')).toBeTruthy()
    expect(api.asked('CreateInviteLink')).toEqual([
      { projectId: 'pear', role: 'viewer', expiresAt: null, maxUses: null },
    ])
    expect(screen.queryByText(/^It expires on /u)).toBeNull()
    expect(screen.queryByText(/^It can be used /u)).toBeNull()
  })

  it('can be used a number of times until the end of a day, which its row says', async () => {
    const { api, user } = await open()
    const lastDay = new Date(Date.now() + 3 * day)
    await user.click(button('Expiry and uses'))
    await user.selectOptions(screen.getByLabelText('How long the link works'), 'Expires after a date')
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: formatDateField(lastDay) } })
    await user.type(screen.getByLabelText('Number of uses'), '3{Enter}')
    expect(await linkSection().findByText('It can be used 3 more times.')).toBeTruthy()
    expect(linkSection().getByText(/^It expires on /u)).toBeTruthy()
    const endOfDay = new Date(lastDay).setHours(23, 59, 59, 999)
    expect(api.asked('CreateInviteLink')).toEqual([
      { projectId: 'pear', role: 'editor', expiresAt: endOfDay, maxUses: 3 },
    ])
  })

  it.each(['0', '10001', '2.5', '1e3', 'many'])('is not created for %s uses, and the field says why', async (uses) => {
    const { api, user } = await open()
    await user.click(button('Expiry and uses'))
    const field = screen.getByLabelText('Number of uses')
    await user.type(field, uses)
    // The reason is shown even if the fields were hidden again.
    await user.click(button('Expiry and uses'))
    await user.click(button('Create link'))
    const shown = screen.getByLabelText('Number of uses')
    expect(shown.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('The link can be used 1 to 10000 times')).toBeTruthy()
    expect(document.activeElement).toBe(shown)
    expect(api.asked('CreateInviteLink')).toEqual([])
  })

  it.each(['', '2020-01-31', '2199-01-31'])('is not created with the last day "%s"', async (lastDay) => {
    const { api, user } = await open()
    await user.click(button('Expiry and uses'))
    await user.selectOptions(screen.getByLabelText('How long the link works'), 'Expires after a date')
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: lastDay } })
    await user.click(button('Create link'))
    expect(screen.getByText('The link must expire in the future, at most 10 years from now')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Last day'))
    expect(api.asked('CreateInviteLink')).toEqual([])
  })
})

it.each(['open', 'beta'] as const)('mentions the limited invites only in a beta: %s', async (signup) => {
  await open({ signup })
  const hint = screen.queryByText('During the private beta, each new person uses one of your 5 invites.')
  expect(hint !== null).toBe(signup === 'beta')
})
