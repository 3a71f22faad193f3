import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { peopleStore as knownPeople } from '../api/people.ts'
import { auth } from '../api/session/session.ts'
import {
  createFakeApi,
  createFakeProject,
  graphqlError,
  type OperationHandlers,
  type FakeProject,
} from '../testing/fake-api.ts'
import { polyfillDialogs } from '../testing/jsdom-polyfills.ts'
import { defaultPageConfig, resetPage, signedInReply, stubNetwork, whoamiPath } from '../testing/network.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { SharingDialogHost } from './SharingDialog.tsx'
import { closeSharing, openSharing, useSharingTarget } from './open-sharing.ts'

const ada = { id: 'b1f5c7d2-0000-4000-8000-000000000001', email: 'ada@example.com' }
const bea = { id: 'bea', email: 'bea@example.com' }
const cid = { id: 'cid', email: 'cid@example.com' }
const dan = { id: 'dan', email: 'dan@example.com' }

const pear = createFakeProject({
  id: 'pear',
  title: 'Pear',
  owner: ada.id,
  status: 'active',
  sharing: { generalAccess: 'restricted', users: { [bea.id]: 'viewer' } },
  seq: 1,
})
const sharedWithAda = (permission: 'viewer' | 'editor'): FakeProject => ({
  ...pear,
  owner: bea.id,
  sharing: { generalAccess: 'restricted', users: { [ada.id]: permission, [cid.id]: 'viewer' } },
})

interface Setting {
  readonly project?: FakeProject
  readonly answers?: OperationHandlers
  readonly status?: string
  readonly config?: Parameters<typeof resetPage>[0]
}

const Mounted = () => {
  const target = useSharingTarget()
  return (
    <>
      <button type="button" onClick={() => openSharing('pear')}>
        opener
      </button>
      {target !== null && <SharingDialogHost projectId={target} />}
      <Toasts />
    </>
  )
}

/** Opens the dialog of a project as Ada with product access. */
async function open({ project = pear, answers = {}, status = 'active', config = {} }: Setting = {}) {
  const api = createFakeApi({ projects: [project], people: [ada, bea, cid, dan], answers })
  stubNetwork({ [whoamiPath]: signedInReply(status), '/graphql/': api.reply })
  resetPage(config)
  await auth.check()
  render(<Mounted />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'opener' }))
  const dialog = await screen.findByRole('dialog', { name: 'Share Pear' })
  return { api, user, dialog, changes: () => api.asked('UpdateSharing').map((one) => one['sharing']) }
}

const emailField = () => screen.getByLabelText<HTMLInputElement>('Add people by email')
const permissionFor = (email: string) => screen.findByLabelText<HTMLSelectElement>(`Permission for ${email}`)
const expectToast = async (role: 'status' | 'alert', text: string) =>
  waitFor(() => expect(screen.getAllByRole(role).map((one) => one.textContent)).toContain(text))
const labelsIn = (select: HTMLSelectElement) => [...select.options].map((option) => option.textContent)

const question = async (text: string) => {
  const asked = await screen.findByRole('alertdialog')
  expect(within(asked).getByRole('heading').textContent).toBe(text)
  return within(asked)
}

beforeAll(polyfillDialogs)
beforeEach(() => {
  closeSharing()
  knownPeople.forgetAll()
})

describe('people with access', () => {
  it('lists the owner, the person themselves, and the others with their permission', async () => {
    await open()
    const bears = await permissionFor(bea.email)
    expect(bears.value).toBe('viewer')
    expect(labelsIn(bears)).toEqual(['Viewer', 'Editor', 'Remove Access'])
    const rows = within(screen.getByRole('list', { name: 'People with access' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'ada@example.com (you)Owner',
      'bea@example.comViewerEditorRemove Access',
    ])
  })
  it('sends only the changed permission', async () => {
    const { user, api, changes } = await open()
    // Meanwhile somebody else shares it with Cid, which must stay.
    api.put({ ...pear, sharing: { generalAccess: 'anyone', users: { bea: 'viewer', cid: 'editor' } }, seq: 2 })
    await user.selectOptions(await permissionFor(bea.email), 'Editor')
    await expectToast('status', 'Sharing settings updated')
    expect(changes()).toEqual([{ changes: { bea: 'editor' } }])
    expect(api.get('pear')?.sharing).toEqual({ generalAccess: 'anyone', users: { bea: 'editor', cid: 'editor' } })
    expect((await permissionFor(cid.email)).value).toBe('editor')
  })
  it('removes access and keeps the focus inside', async () => {
    const { user, changes } = await open()
    await user.selectOptions(await permissionFor(bea.email), 'Remove Access')
    await waitFor(() => expect(screen.queryByLabelText('Permission for bea@example.com')).toBeNull())
    expect(changes()).toEqual([{ changes: { bea: null } }])
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'People with access' }))
  })
  it('restores the shown permission and shows the reason when the server rejects a change', async () => {
    const { user } = await open({ answers: { UpdateSharing: () => graphqlError('BAD_USER_INPUT', 'User not found') } })
    const select = await permissionFor(bea.email)
    await user.selectOptions(select, 'Editor')
    await expectToast('alert', 'Error User not found')
    await waitFor(() => expect(select.value).toBe('viewer'))
  })
  it("shows '<unknown>' for a person who could not be looked up", async () => {
    await open({ answers: { PublicUserById: () => graphqlError('INTERNAL', 'it broke') } })
    expect(await permissionFor('<unknown>')).toBeTruthy()
  })
})

describe('general access', () => {
  it('switches between restricted and anyone with the link', async () => {
    const { user, changes } = await open()
    const access = screen.getByLabelText<HTMLSelectElement>('General access')
    expect(labelsIn(access)).toEqual(['Restricted', 'Anyone with the link'])
    expect(access.value).toBe('restricted')
    await user.selectOptions(access, 'Anyone with the link')
    await expectToast('status', 'Sharing settings updated')
    expect(changes()).toEqual([{ generalAccess: 'anyone' }])
    expect(access.value).toBe('anyone')
  })
})

describe("editors' right to share", () => {
  it('lets the owner decide whether editors may share', async () => {
    const { user, changes } = await open()
    const check = screen.getByLabelText<HTMLInputElement>('Editors can change who has access')
    expect(check.checked).toBe(true)
    await user.click(check)
    await expectToast('status', 'Sharing settings updated')
    expect(changes()).toEqual([{ editorsMayShare: false }])
    await waitFor(() => expect(check.checked).toBe(false))
  })
})

describe('inviting people', () => {
  it('limits a message to 1,000 characters and counts them', async () => {
    const { user } = await open()
    await user.type(emailField(), 'cid@example.com,')
    const message = screen.getByLabelText<HTMLTextAreaElement>('Message')
    await user.click(message)
    await user.paste('x'.repeat(1_001))
    expect(message.value).toHaveLength(1_000)
    expect(screen.getByText('1000 of 1000 characters').id).toBe(message.getAttribute('aria-describedby'))
  })
  it('says that the mail was recorded but not sent when the server sends none', async () => {
    const { user } = await open({ config: { features: { ...defaultPageConfig.features, mail: false } } })
    await user.type(emailField(), 'cid@example.com,')
    expect(screen.getByText("Email isn't set up on this server: the message is recorded, not sent.")).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await expectToast('status', "The email was recorded, not sent: email isn't set up on this server")
  })
  it.each(['{Enter}', ' ', ','])('accepts an address at %j in lower case and sends notice and message', async (end) => {
    const { user, changes } = await open()
    await user.type(emailField(), `CID@Example.com${end}`)
    expect(emailField().value).toBe('')
    const select = await permissionFor(cid.email)
    expect([labelsIn(select), select.value]).toEqual([['Viewer', 'Editor'], 'editor'])
    expect(screen.getByLabelText<HTMLInputElement>('Notify').checked).toBe(true)
    await user.selectOptions(select, 'Viewer')
    await user.type(screen.getByLabelText('Message'), 'Have a look')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await expectToast('status', 'Sharing settings updated')
    expect(changes()).toEqual([{ changes: { cid: 'viewer' }, notify: true, notificationText: 'Have a look' }])
    expect(screen.queryByLabelText('Notify')).toBeNull()
    expect((await permissionFor(cid.email)).value).toBe('viewer')
    expect(document.activeElement).toBe(emailField())
  })

  it('labels the button Share without a notice and sends none', async () => {
    const { user, changes } = await open()
    // Without a delimiter the typed address counts when the button is pressed.
    await user.type(emailField(), 'cid@example.com, dan@example.com')
    await user.click(screen.getByLabelText('Notify'))
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
    expect(screen.queryByLabelText('Message')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await expectToast('status', 'Sharing settings updated')
    expect(changes()).toEqual([{ changes: { cid: 'editor', dan: 'editor' }, notify: false }])
  })

  it.each([
    ['nonsense', 'Invalid email nonsense', 'nonsense'],
    ['ADA@example.com', 'Cannot share with oneself', ''],
    ['bea@example.com', 'Already shared with bea@example.com', ''],
    ['eve@example.com', 'User with email eve@example.com not found', ''],
  ])('rejects %s: %s', async (typed, text, left) => {
    const { user, changes } = await open()
    await user.type(emailField(), `${typed},`)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(emailField().value).toBe(left)
    expect(emailField().getAttribute('aria-invalid')).toBe('true')
    const described = emailField().getAttribute('aria-describedby') ?? ''
    const words = described.split(' ').map((id) => document.getElementById(id)?.textContent)
    expect(words).toContain(text)
    expect(screen.queryByRole('list', { name: 'People to invite' })).toBeNull()
    expect(changes()).toEqual([])
  })

  it('sends nothing while one of several addresses is invalid', async () => {
    const { user, changes } = await open()
    await user.type(emailField(), 'cid@example.com eve@example.com')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('User with email eve@example.com not found')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).ariaBusy).toBeNull())
    expect(changes()).toEqual([])
    expect(document.activeElement).toBe(emailField())
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(changes()).toEqual([{ changes: { cid: 'editor' }, notify: true }]))
  })

  it('keeps the invitees when the server rejects them', async () => {
    const { user } = await open({ answers: { UpdateSharing: () => graphqlError('INTERNAL', 'it broke') } })
    await user.type(emailField(), 'cid@example.com,')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await expectToast('alert', 'Error it broke')
    expect(await permissionFor(cid.email)).toBeTruthy()
  })

  it('puts an address back into the field when the lookup fails', async () => {
    const { user } = await open({ answers: { PublicUserByEmail: () => graphqlError('RATE_LIMITED', 'Too many') } })
    await user.type(emailField(), 'cid@example.com,')
    await waitFor(() => expect(emailField().value).toBe('cid@example.com'))
    expect(screen.queryByRole('list', { name: 'People to invite' })).toBeNull()
  })

  it('removes an invitee by its button or Backspace, and all by Cancel', async () => {
    const { user } = await open()
    await user.type(emailField(), 'cid@example.com,dan@example.com,eva')
    await user.click(screen.getByRole('button', { name: 'Remove cid@example.com' }))
    expect(document.activeElement).toBe(emailField())
    expect(screen.queryByLabelText('Permission for cid@example.com')).toBeNull()
    await user.clear(emailField())
    await user.keyboard('{Backspace}')
    expect(await permissionFor(bea.email)).toBeTruthy()
    await user.type(emailField(), 'dan@example.com,')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText('General access')).toBeTruthy()
    expect(document.activeElement).toBe(emailField())
  })
})

describe('own access', () => {
  const downgrade =
    'You are requesting to change YOUR OWN access from editor to viewer. Are you sure you want to lose editing functionality?'
  const removal =
    'You are requesting to remove YOUR OWN access to this document.  Are you sure you want to LOSE ACCESS to this document?'

  it('reduces the own permission after a confirmation and locks the dialog', async () => {
    const { user, changes } = await open({ project: sharedWithAda('editor') })
    await user.selectOptions(await permissionFor(ada.email), 'Viewer')
    await user.click((await question(downgrade)).getByRole('button', { name: 'OK' }))
    await expectToast('status', 'Sharing settings updated')
    expect(changes()).toEqual([{ changes: { [ada.id]: 'viewer' } }])
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('General access').disabled).toBe(true))
    expect((await permissionFor(cid.email)).disabled).toBe(true)
    expect(screen.queryByLabelText('Add people by email')).toBeNull()
  })

  it('keeps the permission and the dialog when that is canceled', async () => {
    const { user, changes } = await open({ project: sharedWithAda('editor') })
    const own = await permissionFor(ada.email)
    await user.selectOptions(own, 'Viewer')
    await user.click((await question(downgrade)).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(own.value).toBe('editor'))
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(changes()).toEqual([])
  })

  it('removes the own access after a confirmation and closes the dialog', async () => {
    const { user, changes } = await open({ project: sharedWithAda('editor') })
    await user.selectOptions(await permissionFor(ada.email), 'Remove Access')
    await user.click((await question(removal)).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes()).toEqual([{ changes: { [ada.id]: null } }])
  })

  it('keeps the own access on Cancel and closes the dialog', async () => {
    const { user, changes } = await open({ project: sharedWithAda('editor') })
    await user.selectOptions(await permissionFor(ada.email), 'Remove Access')
    await user.click((await question(removal)).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes()).toEqual([])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'opener' }))
  })
})

describe('dialog without the right to share', () => {
  it.each([
    ['a viewer', sharedWithAda('viewer'), 'active'],
    ['an editor without product access', sharedWithAda('editor'), 'pending'],
    ['the owner of a deleted project', { ...pear, status: 'deleted' as const }, 'active'],
  ])('locks everything except leaving for %s', async (_, project, status) => {
    await open({ project, status })
    for (const select of await screen.findAllByRole<HTMLSelectElement>('combobox'))
      expect(select.disabled).toBe(select.ariaLabel !== `Permission for ${ada.email}`)
    expect(screen.getByText("You don't have permissions to make changes")).toBeTruthy()
    expect(screen.queryByLabelText('Add people by email')).toBeNull()
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  })

  it('lets a viewer only remove their own access', async () => {
    const { user, changes } = await open({ project: sharedWithAda('viewer') })
    const own = await permissionFor(ada.email)
    expect(labelsIn(own)).toEqual(['Viewer', 'Remove Access'])
    await user.selectOptions(own, 'Remove Access')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes()).toEqual([{ changes: { [ada.id]: null } }])
  })

  it('tells an editor that only the owner shares', async () => {
    const sharing = { ...sharedWithAda('editor').sharing, editorsMayShare: false }
    await open({ project: { ...sharedWithAda('editor'), sharing } })
    expect(await screen.findByText('Only the owner can change who has access.')).toBeTruthy()
    expect((await permissionFor(cid.email)).disabled).toBe(true)
    expect(screen.queryByLabelText('Editors can change who has access')).toBeNull()
  })

  it('locks itself and says so when the right was lost meanwhile', async () => {
    const refusal = graphqlError('FORBIDDEN', 'no')
    const { user, api } = await open({ project: sharedWithAda('editor'), answers: { UpdateSharing: () => refusal } })
    api.put({ ...sharedWithAda('viewer'), seq: 2 })
    await user.selectOptions(await permissionFor(cid.email), 'Editor')
    await expectToast('alert', "You don't have permissions to make changes")
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('General access').disabled).toBe(true))
    expect(auth.get().kind).toBe('person')
  })

  it('closes when the project is gone', async () => {
    const { user, api } = await open({ project: sharedWithAda('editor') })
    api.drop('pear')
    await user.selectOptions(await permissionFor(cid.email), 'Editor')
    await expectToast('alert', 'Error Project not found')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('share dialog', () => {
  it('copies the link', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    await expectToast('status', 'Link copied')
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/tree/pear')
  })

  it('shows the link when it cannot be copied', async () => {
    const { user } = await open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    await expectToast('status', 'http://localhost:3000/tree/pear')
  })

  it('shows toasts inside the dialog so that they can be closed', async () => {
    const { user, dialog } = await open()
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    const toast = await within(dialog).findByRole('status')
    await user.click(within(toast).getByRole('button', { name: 'Close' }))
    expect(within(dialog).queryByRole('status')).toBeNull()
  })

  it('focuses the field, closes on Esc and restores the focus', async () => {
    const { dialog } = await open()
    expect(document.activeElement).toBe(emailField())
    act(() => void fireEvent(dialog, new Event('cancel', { cancelable: true })))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'opener' }))
  })

  it('does not open for a missing project and says so', async () => {
    const api = createFakeApi({ projects: [] })
    stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
    resetPage()
    await auth.check()
    render(<Mounted />)
    act(() => openSharing('pear'))
    await expectToast('alert', 'Error Project not found')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
