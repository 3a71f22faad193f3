import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { adaId, createFakeApi, createFakeProject, graphqlError, type OperationHandler } from '../testing/fake-api.ts'
import { polyfillDialogs } from '../testing/jsdom-polyfills.ts'
import {
  accountReply,
  defaultPageConfig,
  resetPage,
  signedInReply,
  stubNetwork,
  whoamiPath,
} from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'

beforeAll(polyfillDialogs)

const sent: OperationHandler = () => ({ data: { inviteToBeta: true } })

async function open(
  answer: OperationHandler = sent,
  features: object = { outbox: true },
  signup: 'open' | 'beta' = 'open',
) {
  resetPage({ signup, features: { ...defaultPageConfig.features, ...features } })
  const api = createFakeApi({
    answers: { InviteToBeta: answer },
  })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  renderApp('/pricing')
  const user = userEvent.setup({ delay: null })
  const opener = await screen.findByRole('link', { name: 'Invite' })
  await user.click(opener)
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }))
  const field = dialog.getByLabelText('Email addresses')
  const type = async (text: string) => {
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
  const send = () => user.click(dialog.getByRole('button', { name: 'Send invites' }))
  return { asked: () => api.asked('InviteToBeta').map(({ emails }) => emails), dialog, field, opener, send, type, user }
}

describe('invite dialog', () => {
  it('sends each address once in lower case, confirms it, closes the invite dialog and restores the focus', async () => {
    const { asked, opener, send, type } = await open()
    await type('Bea@Example.com, cy@example.com  bea@example.com')
    await send()
    expect((await screen.findByRole('status')).textContent).toContain('Invites sent')
    expect(asked()).toEqual([['bea@example.com', 'cy@example.com']])
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it.each([
    ['  ', 'Please enter at least one email address'],
    ['bea@example.com nobody', 'Invalid email nobody'],
    ['a@x.de b@x.de c@x.de d@x.de e@x.de f@x.de', 'Too many email addresses - maximum is 5'],
  ])('rejects %j at its field and sends nothing', async (text, fault) => {
    const { asked, dialog, field, send, type } = await open()
    await type(text)
    await send()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(fault)
    expect(dialog.getByText(fault)).toBeTruthy()
    expect(document.activeElement).toBe(field)
    expect(asked()).toEqual([])
  })

  it('warns about an invalid address only once it is complete', async () => {
    const { dialog, field, user } = await open()
    await user.type(field, 'Nobody')
    expect(dialog.queryByText(/Invalid email/)).toBeNull()
    await user.type(field, ',')
    expect(dialog.getByText('Invalid email nobody')).toBeTruthy()
  })

  it.each(['BAD_USER_INPUT', 'UPSTREAM_FAILED'])(
    'keeps the invite dialog open and shows a %s until it is closed',
    async (code) => {
      const { dialog, field, send, type } = await open(() => graphqlError(code, 'You have used all of your 5 invites'))
      await type('bea@example.com')
      await send()
      const message = await screen.findByRole('alert')
      expect(message.textContent).toContain('You have used all of your 5 invites')
      expect(within(message).getByRole('button', { name: /Close/ })).toBeTruthy()
      expect(screen.getAllByRole('alert')).toHaveLength(1)
      expect(dialog.getByRole('button', { name: 'Send invites' })).toBeTruthy()
      expect((field as HTMLInputElement).value).toBe('bea@example.com')
    },
  )

  it('says that invites are recorded but not sent when the server sends no mail', async () => {
    const { dialog, send, type } = await open(sent, { outbox: false, mail: false })
    expect(dialog.getByText("Email isn't set up on this server: the invites are recorded, not sent.")).toBeTruthy()
    await type('bea@example.com')
    await send()
    const message = await screen.findByText("Invites recorded, not sent: email isn't set up on this server")
    expect(message).toBeTruthy()
    expect(screen.queryByText('Invites sent')).toBeNull()
  })

  it('speaks of the beta only while sign-up is a private beta', async () => {
    const { dialog } = await open()
    expect(dialog.queryByText(/private beta/u)).toBeNull()
    expect(dialog.getByText(/^We'll email each person a sign-up link\./u)).toBeTruthy()
  })

  it('says that invited people get in right away during the private beta', async () => {
    const { dialog } = await open(sent, {}, 'beta')
    expect(dialog.getByText(/^Espalier is in private beta\./u)).toBeTruthy()
  })

  it('says where the mails are when none can be sent', async () => {
    const { dialog } = await open()
    expect(dialog.getByText(/\/dev\/outbox/)).toBeTruthy()
  })
})

async function openOverProject(owner: string) {
  resetPage()
  const sharing = { generalAccess: 'anyone', users: {} } as const
  const api = createFakeApi({ projects: [createFakeProject({ id: 'pear', title: 'Pear', owner, sharing })] })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  renderApp('/tree/pear')
  await screen.findByRole('heading', { level: 1, name: 'Pear' })
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('link', { name: 'Invite' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Invite people' })) }
}

describe('invite dialog over an open project', () => {
  it('offers the project first, which opens its share dialog', async () => {
    const { dialog, user } = await openOverProject(adaId)
    const offer = await dialog.findByRole('button', { name: 'Invite to this project' })
    expect(dialog.getByRole('heading', { name: 'Invite to Espalier' })).toBeTruthy()
    expect(offer.compareDocumentPosition(dialog.getByLabelText('Email addresses'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    await user.click(offer)
    await screen.findByRole('dialog', { name: 'Share Pear' })
    expect(screen.queryByRole('dialog', { name: 'Invite people' })).toBeNull()
  })

  it('does not offer a project that the person may not share', async () => {
    const { dialog } = await openOverProject('bea')
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(dialog.queryByRole('button', { name: 'Invite to this project' })).toBeNull()
    expect(dialog.getByLabelText('Email addresses')).toBeTruthy()
  })
})

it('offers no Invite without product access', async () => {
  const network = { [whoamiPath]: signedInReply('pending'), '/graphql/': accountReply(null) }
  resetPage()
  stubNetwork(network)
  renderApp('/user')
  await screen.findByRole('button', { name: 'Subscribe' })
  expect(screen.queryByRole('link', { name: 'Invite' })).toBeNull()
})

it('offers no Invite when invites are disabled', async () => {
  resetPage({ features: { ...defaultPageConfig.features, invites: false } })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': accountReply(null) })
  renderApp('/user')
  await screen.findByRole('link', { name: 'Projects' })
  expect(screen.queryByRole('link', { name: 'Invite' })).toBeNull()
})
