import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFakeApi, createFakeProject } from '../testing/fake-api.ts'
import { polyfillDialogs } from '../testing/jsdom-polyfills.ts'
import {
  accountReply,
  defaultPageConfig,
  jsonResponse,
  resetPage,
  signedInReply,
  signedOutReply,
  stubNetwork,
  whoamiPath,
} from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'

type Subscription = Parameters<typeof accountReply>[0]

const logoutPath = '/identity/self-service/logout'
const logoutUrl = `http://localhost:3000${logoutPath}?token=t`

/** Opens an address as a signed-in person with the given status and subscription. */
function arrive(status: string | null, subscription: Subscription, address = '/projects') {
  resetPage()
  const network = stubNetwork({
    [whoamiPath]: signedInReply(status),
    '/graphql/': accountReply(subscription),
    '/identity/self-service/logout/browser': () => jsonResponse(200, { logout_url: logoutUrl, logout_token: 't' }),
    [logoutPath]: () => new Response(null, { status: 204 }),
  })
  return { network, page: renderApp(address) }
}

const stubPhone = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(max-width: 40rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
afterEach(() => vi.unstubAllGlobals())

const bar = async () => within(await screen.findByRole('banner'))

async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu' }))
  return within(await screen.findByRole('menu'))
}

const listMenuItems = (menu: Awaited<ReturnType<typeof openMenu>>) =>
  menu.getAllByRole('menuitem').map((item) => item.textContent)

describe('top bar with product access', () => {
  it('shows brand, Projects, My work, Invite, search, Project and the feedback tab', async () => {
    const { page } = arrive('active', null)
    const top = await bar()
    expect((await top.findByRole('link', { name: 'Espalier' })).getAttribute('href')).toBe('/')
    expect(top.getByRole('link', { name: 'Projects' }).getAttribute('href')).toBe('/projects')
    expect(top.getByRole('link', { name: 'My work' }).getAttribute('href')).toBe('/my-work')
    expect(top.getByRole('link', { name: 'Invite' })).toBeTruthy()
    expect(top.getByRole('link', { name: 'Feedback' }).getAttribute('href')).toBe('/feedback')
    expect(top.queryByRole('button', { name: 'Subscribe' })).toBeNull()
    await userEvent.click(top.getByRole('button', { name: 'Project' }))
    await waitFor(() => expect(page.here()).toBe('/projects/add'))
  })

  it('hides the feedback tab on the feedback board', async () => {
    arrive('active', null, '/feedback/one/two')
    await screen.findByRole('heading', { name: 'User feedback' })
    await screen.findByRole('button', { name: 'Account menu' })
    expect(screen.queryByRole('link', { name: 'Feedback' })).toBeNull()
  })

  it('offers my work and feedback in the account menu of a phone, where the bar has no room, and feedback not on the board', async () => {
    stubPhone()
    const { page } = arrive('active', null)
    const menu = await openMenu()
    expect(screen.queryByRole('link', { name: 'Feedback' })).toBeNull()
    expect(listMenuItems(menu)).toEqual(['My work', 'User Settings', 'Account', 'Feedback', 'Logout'])
    expect(screen.queryByRole('link', { name: 'My work' })).toBeNull()
    await userEvent.click(menu.getByRole('menuitem', { name: 'Feedback' }))
    await waitFor(() => expect(page.here()).toBe('/feedback'))
    expect(listMenuItems(await openMenu())).toEqual(['My work', 'User Settings', 'Account', 'Logout'])
  })

  it('pushes a search into the hash on Enter', async () => {
    const { page } = arrive('active', null)
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'pear{Enter}')
    await waitFor(() => expect(page.here()).toBe('/projects#inbox&search=pear'))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 's{Enter}')
    await waitFor(() => expect(page.here()).toBe('/projects#inbox&search=pears'))
    page.goBack()
    await waitFor(() => expect(page.here()).toBe('/projects#inbox&search=pear'))
  })

  it('shows no Billing without a subscription', async () => {
    arrive('active', null)
    expect(listMenuItems(await openMenu())).toEqual(['User Settings', 'Account', 'Logout'])
  })

  it('shows when the trial ends and links to the billing page', async () => {
    arrive(null, { status: 'trialing', trial_end: 4_102_444_800 })
    const menu = await openMenu()
    expect(await menu.findByText(/^Trial ending .*\b(2099|2100)\b/)).toBeTruthy()
    expect(menu.getByRole('menuitem', { name: 'Billing' }).getAttribute('href')).toBe('http://localhost:3000/billing')
  })
})

describe('top bar without product access', () => {
  it('offers Subscribe, and neither Projects, Account nor Feedback, without product access', async () => {
    const { page } = arrive('pending', { status: 'canceled', trial_end: 86_400 })
    const top = await bar()
    const subscribe = await top.findByRole('button', { name: 'Subscribe' })
    expect(top.queryByRole('link', { name: 'Projects' })).toBeNull()
    expect(top.queryByRole('link', { name: 'My work' })).toBeNull()
    expect(top.queryByRole('link', { name: 'Feedback' })).toBeNull()
    expect(top.queryByRole('button', { name: 'Project' })).toBeNull()
    const menu = await openMenu()
    expect(menu.getByText(/^Trial ended .*\b1970\b/)).toBeTruthy()
    expect(listMenuItems(menu)).toEqual(['User Settings', 'Billing', 'Logout'])
    await userEvent.keyboard('{Escape}')
    await userEvent.click(subscribe)
    await waitFor(() => expect(page.here()).toBe('/pricing'))
  })
})

it.each([
  ['without a subscription', null],
  ['with an ended trial', { status: 'canceled', trial_end: 86_400 }],
])('mentions no subscription to a person %s when billing is off', async (_, old) => {
  resetPage({ features: { ...defaultPageConfig.features, billing: 'none' } })
  stubNetwork({ [whoamiPath]: signedInReply('pending'), '/graphql/': accountReply(old) })
  renderApp('/user')
  const menu = await openMenu()
  expect(listMenuItems(menu)).toEqual(['User Settings', 'Logout'])
  expect(menu.queryByText(/^Trial/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
})

describe('top bar for anonymous visitors', () => {
  it('shows the top bar on the tree route with a login link that leads back', async () => {
    resetPage()
    const api = createFakeApi({
      projects: [
        createFakeProject({
          id: '7',
          title: 'Pear',
          owner: 'bea',
          status: 'active',
          seq: 1,
          sharing: { generalAccess: 'anyone', users: {} },
        }),
      ],
    })
    stubNetwork({ [whoamiPath]: signedOutReply, '/graphql/': api.reply })
    renderApp('/tree/7#node=3')
    await screen.findByRole('heading', { name: 'Pear' })
    const link = await screen.findByRole('link', { name: 'Log in' })
    expect(link.getAttribute('href')).toBe('/login?next=%2Ftree%2F7%23node%3D3')
    expect(screen.queryByRole('button', { name: 'Account menu' })).toBeNull()
    expect(api.asked('Account')).toEqual([])
  })

  it('hides the top bar on other routes', async () => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedOutReply })
    renderApp('/pricing')
    await screen.findByRole('link', { name: 'Espalier' })
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

function openProject() {
  resetPage()
  const api = createFakeApi({
    projects: [
      createFakeProject({
        id: '7',
        title: 'Pear',
        owner: 'bea',
        status: 'active',
        seq: 1,
        sharing: { generalAccess: 'anyone', users: {} },
      }),
    ],
  })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  return renderApp('/tree/7')
}

describe('top bar in a project', () => {
  beforeAll(polyfillDialogs)

  it('opens feedback in a dialog and stays in the project', async () => {
    const page = openProject()
    await screen.findByRole('heading', { name: 'Pear' })
    const link = await screen.findByRole('link', { name: 'Feedback' })
    expect(link.getAttribute('target')).toBe('_blank')
    await userEvent.click(link)
    const dialog = within(await screen.findByRole('dialog', { name: 'Send feedback' }))
    expect(dialog.getByRole('textbox', { name: 'Title' })).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
    expect(dialog.getByRole('textbox', { name: 'Title' }).getAttribute('aria-invalid')).toBe('true')
    expect(page.here()).toBe('/tree/7')
  })

  it('opens the rest of the bar by a menu button on a phone and closes it on Esc and on a press outside', async () => {
    stubPhone()
    openProject()
    const more = await screen.findByRole('button', { name: 'More' })
    const isOpen = () => more.getAttribute('aria-expanded')
    expect(isOpen()).toBe('false')
    await userEvent.click(more)
    expect(isOpen()).toBe('true')
    await userEvent.keyboard('{Escape}')
    expect([isOpen(), document.activeElement]).toEqual(['false', more])
    await userEvent.click(more)
    await userEvent.click(screen.getByRole('main'))
    expect(isOpen()).toBe('false')
  })
})

describe('Logout', () => {
  it('ends the session on the server on Logout, then goes to /login', async () => {
    const { network, page } = arrive('active', null, '/projects/import')
    const menu = await openMenu()
    await userEvent.click(menu.getByRole('menuitem', { name: 'Logout' }))
    await waitFor(() => expect(page.here()).toBe('/login'))
    expect(network.to(logoutPath).map((call) => call.url.href)).toEqual([logoutUrl])
    expect(window.sessionStorage.getItem('next')).toBeNull()
  })

  it('reports a failed logout and stays', async () => {
    resetPage()
    stubNetwork({
      [whoamiPath]: signedInReply('active'),
      '/graphql/': accountReply(null),
      '/identity/self-service/logout/browser': () => jsonResponse(500, {}),
    })
    const page = renderApp('/projects')
    const menu = await openMenu()
    await userEvent.click(menu.getByRole('menuitem', { name: 'Logout' }))
    expect((await screen.findByRole('alert')).textContent).toContain('still logged in')
    expect(page.here()).toBe('/projects')
  })
})
