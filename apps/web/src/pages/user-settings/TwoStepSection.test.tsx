import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorMessage, errorReply, flowBody, inputNodeBody, sessionBody } from '../../testing/identity-stand-in.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { createSignInFixture, scriptSignedIn, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { UserSettingsPage } from './UserSettingsPage.tsx'

const init = 'GET /self-service/settings/browser'
const submit = 'POST /self-service/settings'
const csrf_token = 'csrf-of-settings-flow'
const picture = 'data:image/png;base64,iVBORw0KGgo='
let fixture: SignInFixture

beforeEach(async () => {
  polyfillDialogs()
  fixture = await createSignInFixture()
  scriptSignedIn(fixture.service)
  fixture.service.on(init, { status: 200, body: flow(appOff) })
})
afterEach(() => fixture.service.close())

const button = (group: string, name: string) => inputNodeBody(group, name, { type: 'submit', value: 'true' })
const profile = inputNodeBody('profile', 'traits.email', { type: 'email', value: 'ada@example.com' })
const text = (id: string, shown: string) => ({
  type: 'text',
  group: 'totp',
  attributes: { id, node_type: 'text', text: { id: 1, text: shown, type: 'info' } },
  messages: [],
  meta: {},
})
const appOff = [
  text('totp_secret_key', 'JBSWY3DPEHPK3PXP'),
  { type: 'img', group: 'totp', attributes: { id: 'totp_qr', node_type: 'img', src: picture }, messages: [], meta: {} },
  inputNodeBody('totp', 'totp_code', {}),
  button('lookup_secret', 'lookup_secret_regenerate'),
]
const appOn = [button('totp', 'totp_unlink')]
const newCodes = [text('lookup_secret_codes', 'aaaa1111, bbbb2222'), button('lookup_secret', 'lookup_secret_confirm')]
const savedCodes = [button('lookup_secret', 'lookup_secret_reveal'), button('lookup_secret', 'lookup_secret_disable')]

const flow = (nodes: readonly object[], extra: object = {}) =>
  flowBody(fixture.service.base, 'settings', { nodes: [profile, ...nodes], extra })
const saved = (nodes: readonly object[]) => ({ status: 200, body: flow(nodes, { state: 'success' }) })
const shown = (nodes: readonly object[]) => ({ status: 200, body: flow(nodes) })

async function openSection(name = 'Two-step sign-in') {
  const page = fixture.open('/user', { '/user': UserSettingsPage })
  return { ...page, section: within(await screen.findByRole('region', { name })) }
}
const sentBodies = () => fixture.service.requestsTo(submit).map(({ body }) => body)

describe('Two-step sign-in in the user settings', () => {
  it('turns two-step sign-in on by a code, and then shows recovery codes once', async () => {
    fixture.service.on(submit, saved([...appOn]), shown([...appOn, ...newCodes]), saved([...appOn, ...savedCodes]))
    const { user, section } = await openSection()
    await user.click(section.getByRole('button', { name: 'Set up an app' }))
    expect(section.getByRole<HTMLImageElement>('img').src).toBe(picture)
    expect(section.getByText('JBSWY3DPEHPK3PXP').translate).toBe(false)
    await user.type(section.getByLabelText('Code from the app'), '123456{Enter}')
    const list = await section.findByRole('list', { name: 'Your recovery codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['aaaa1111', 'bbbb2222'])
    await user.click(section.getByRole('button', { name: 'I have saved them' }))
    await screen.findByText('Recovery codes saved')
    expect(section.queryByText('aaaa1111')).toBeNull()
    expect(sentBodies()).toEqual([
      { method: 'totp', totp_code: '123456', csrf_token },
      { lookup_secret_regenerate: true, csrf_token },
      { lookup_secret_confirm: true, csrf_token },
    ])
  })

  it('shows at the field why a code is refused, and sends no empty one', async () => {
    const wrong = inputNodeBody('totp', 'totp_code', {}, [errorMessage(4000008, 'Wrong code')])
    fixture.service.on(submit, { status: 400, body: flow([...appOff.slice(0, 2), wrong]) })
    const { user, section } = await openSection()
    await user.click(section.getByRole('button', { name: 'Set up an app' }))
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    await section.findByText('Please enter the code that your app shows')
    expect(sentBodies()).toEqual([])
    await user.type(section.getByLabelText('Code from the app'), '1{Enter}')
    expect((await section.findByText('Wrong code')).id).toBe(
      section.getByLabelText('Code from the app').getAttribute('aria-describedby')?.split(' ').at(-1),
    )
  })

  it('turns two-step sign-in off together with its codes, after a question', async () => {
    fixture.service.on(init, shown([...appOn, ...savedCodes]))
    fixture.service.on(submit, saved([...appOff.slice(0, 3), ...savedCodes]), saved(appOff))
    const { user, section } = await openSection()
    await user.click(section.getByRole('button', { name: 'Turn off' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(sentBodies()).toEqual([])
    await user.click(section.getByRole('button', { name: 'Turn off' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'OK' }))
    await section.findByText('Two-step sign-in is off.')
    expect(sentBodies()).toEqual([
      { totp_unlink: true, csrf_token },
      { lookup_secret_disable: true, csrf_token },
    ])
  })

  it('leads to the login if the last one is too long ago', async () => {
    const to = `${fixture.service.base}/confirm`
    fixture.service.on(init, shown([...appOn, ...savedCodes]))
    fixture.service.on(submit, errorReply(403, 'Forbidden', 'session_refresh_required', { redirect_browser_to: to }))
    const { user, section } = await openSection()
    await user.click(section.getByRole('button', { name: 'New recovery codes' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'OK' }))
    await expect.poll(() => fixture.visitedUrls).toEqual([to])
  })

  it('turns two-step sign-in off together with its codes also after a login in between', async () => {
    const to = `${fixture.service.base}/confirm`
    fixture.service.on(init, shown([...appOn, ...savedCodes]))
    fixture.service.on(submit, errorReply(403, 'Forbidden', 'session_refresh_required', { redirect_browser_to: to }))
    const { user, section } = await openSection()
    await user.click(section.getByRole('button', { name: 'Turn off' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'OK' }))
    await expect.poll(() => fixture.visitedUrls).toEqual([to])
    cleanup()
    const messages = [{ id: 1050001, type: 'success' as const, text: 'Saved' }]
    const nodes = [profile, ...appOff.slice(0, 3), ...savedCodes]
    const body = flowBody(fixture.service.base, 'settings', { nodes, messages, extra: { state: 'success' } })
    fixture.service.on('GET /self-service/settings/flows', { status: 200, body })
    fixture.service.on(submit, saved(appOff))
    fixture.open('/user?flow=settings-flow', { '/user': UserSettingsPage })
    await screen.findByText('Two-step sign-in is off')
    expect(sentBodies().at(-1)).toEqual({ lookup_secret_disable: true, csrf_token })
  })

  it('says that the service offers no second step', async () => {
    fixture.service.on(init, shown([]))
    const { section } = await openSection()
    await section.findByText('The sign-in service of this server does not offer a second step.')
    expect(section.queryByRole('button')).toBeNull()
  })
})

describe('Sessions in the user settings', () => {
  const elsewhere = {
    ...sessionBody(),
    id: 'session-2',
    authenticated_at: '2026-11-01T10:00:00Z',
    devices: [{ id: 'd', ip_address: '192.0.2.7', user_agent: 'Mozilla/5.0 (X11; Linux) Gecko/2 Firefox/140.0' }],
  }

  it('lists this browser first, and logs out one other or all', async () => {
    fixture.service.on('GET /sessions', { status: 200, body: [elsewhere, { ...elsewhere, id: 'session-3' }] })
    fixture.service.on('DELETE /sessions/session-2', { status: 204 })
    fixture.service.on('DELETE /sessions', { status: 200, body: { count: 1 } })
    const { user, section } = await openSection('Sessions')
    const rows = async () => (await section.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(await rows()).toEqual([
      expect.stringContaining('This browser'),
      expect.stringContaining('Firefox on Linux'),
      expect.stringContaining('192.0.2.7'),
    ])
    await user.click(section.getAllByRole('button', { name: /^Log out Firefox on Linux/ })[0] as HTMLElement)
    await screen.findByText('Session ended')
    expect(await rows()).toHaveLength(2)
    await user.click(section.getByRole('button', { name: 'Log out everywhere else' }))
    await screen.findByText('Logged out everywhere else')
    expect(await rows()).toHaveLength(1)
    expect(section.getByText('You are not logged in anywhere else.')).toBeTruthy()
  })

  it('says that sessions could not be loaded, and tries again', async () => {
    fixture.service.on('GET /sessions', { status: 500, body: {} }, { status: 200, body: [elsewhere] })
    const { user, section } = await openSection('Sessions')
    await section.findByText('The sessions could not be loaded.')
    await user.click(section.getByRole('button', { name: 'Try again' }))
    expect(await section.findAllByRole('listitem')).toHaveLength(2)
  })

  it('shows why a session could not be ended, and keeps it in the list', async () => {
    fixture.service.on('GET /sessions', { status: 200, body: [elsewhere] })
    fixture.service.on('DELETE /sessions', { status: 503, body: {} })
    const { user, section } = await openSection('Sessions')
    await section.findAllByRole('listitem')
    await user.click(section.getByRole('button', { name: 'Log out everywhere else' }))
    await screen.findByText(/503/)
    expect(await section.findAllByRole('listitem')).toHaveLength(2)
  })
})
