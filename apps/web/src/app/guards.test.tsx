import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { auth } from '../api/session/session.ts'
import {
  accountReply,
  jsonResponse,
  resetPage,
  signedInReply,
  signedOutReply,
  stubNetwork,
  whoamiPath,
} from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'

const prototypes =
  'roadmap dag bubble execute d3 d3-randomtree d3-transition d3-basic flare d3-force d3-tidytree enter daygrid'
const guarded = [
  '/',
  '/user',
  '/account',
  '/my-work',
  '/projects',
  '/projects/add',
  '/projects/import',
  '/projects/edit/7',
  '/tree2/7',
  '/pending',
  '/feedback',
  '/feedback/a/b',
  ...prototypes.split(' ').map((name) => `/${name}`),
]

const withoutAccount = { '/graphql/': accountReply(null) }
const heading = () => screen.findByRole('heading', { level: 1, name: (name) => name !== 'Loading' })

describe('routes without a session', () => {
  it.each(guarded)('%s redirects to /login, and going back leads elsewhere', async (path) => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedOutReply })
    const page = renderApp(path)
    await waitFor(() => expect(page.here()).toBe('/login'))
    act(() => page.goBack())
    await waitFor(() => expect(page.here()).toBe('/hello'))
  })

  it('remembers where the visitor wanted to go', async () => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedOutReply })
    const page = renderApp('/projects/edit/7?x=1#y')
    await waitFor(() => expect(page.here()).toBe('/login'))
    expect(window.sessionStorage.getItem('next')).toBe('/projects/edit/7?x=1#y')
  })

  it('remembers no address after a logout', async () => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedInReply('active'), ...withoutAccount })
    window.sessionStorage.setItem('next', '/account')
    const page = renderApp('/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    act(() => auth.markLoggedOut())
    await waitFor(() => expect(page.here()).toBe('/login'))
    expect(window.sessionStorage.getItem('next')).toBeNull()
  })

  it.each(['/pricing', '/hello', '/nowhere/at/all', '/tree/7'])('%s is open without a session', async (path) => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedOutReply })
    const page = renderApp(path)
    expect(await heading()).toBeTruthy()
    expect(page.here()).toBe(path)
  })

  it("shows 'Page not found' and a link home for an unknown path", async () => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedOutReply })
    renderApp('/nowhere')
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/')
    expect(document.title).toBe('Page not found - Espalier')
  })
})

/** Returns the largest number of elements that matched at any time while the document changed. */
function countAtMost(selector: string) {
  const counts = [0]
  const observer = new MutationObserver(() => void counts.push(document.querySelectorAll(selector).length))
  observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  return () => Math.max(...counts)
}

describe('routes with a session', () => {
  it.each(guarded)('%s has one main, one h1 and a title, also while it loads', async (path) => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedInReply('active'), ...withoutAccount })
    const mains = countAtMost('main')
    const headings = countAtMost('h1')
    const page = renderApp(path)
    await waitFor(() => expect(page.here()).toBe(path === '/' ? '/projects' : path))
    await heading()
    expect(screen.getAllByRole('main')).toHaveLength(1)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect([mains(), headings()]).toEqual([1, 1])
    expect(document.title).toMatch(/^\S.* - Espalier$/)
  })

  it.each([
    ['/projects', 'Project List'],
    ['/feedback', 'User feedback'],
    ['/tree2/7', 'Breakdown / Mindmap'],
  ])('%s is titled %s', async (path, title) => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedInReply('active'), ...withoutAccount })
    renderApp(path)
    await waitFor(() => expect(document.title).toBe(`${title} - Espalier`))
  })

  it('announces a new trial once', async () => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedInReply('active'), ...withoutAccount })
    const page = renderApp('/projects?trial=1')
    expect((await screen.findByRole('status')).textContent).toBe('Subscription started')
    await waitFor(() => expect(page.here()).toBe('/projects'))
  })
})

describe('unreachable identity service', () => {
  it.each([
    ['an error', () => jsonResponse(500, {})],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['something else', () => jsonResponse(200, { hello: 'world' })],
  ])(
    'keeps the person signed in and offers a retry when the identity service is unreachable: %s',
    async (_, trouble) => {
      resetPage()
      const replies = [trouble]
      stubNetwork({ [whoamiPath]: (call) => (replies.shift() ?? signedInReply('active'))(call), ...withoutAccount })
      const page = renderApp('/projects')
      await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
      await screen.findByRole('heading', { name: 'Projects' })
      expect(page.here()).toBe('/projects')
    },
  )
})

describe('routes without product access', () => {
  const pending = { [whoamiPath]: signedInReply('pending') }

  it.each([
    ['open', '/account', '/pricing'],
    ['open', '/projects/add', '/pricing'],
    ['open', '/projects', '/projects'],
    ['beta', '/', '/pending'],
    ['beta', '/projects', '/pending'],
    ['beta', '/feedback', '/pending'],
    ['beta', '/user', '/user'],
  ] as const)('with sign-up %s, %s leads to %s', async (signup, path, arrival) => {
    resetPage({ signup })
    stubNetwork({ ...pending, ...withoutAccount })
    const page = renderApp(path)
    await waitFor(() => expect(page.here()).toBe(arrival))
    expect(await heading()).toBeTruthy()
    expect(page.here()).toBe(arrival)
  })

  it('shows the list and offers a plan after an ended trial, also in the beta', async () => {
    resetPage({ signup: 'beta' })
    stubNetwork({ ...pending, '/graphql/': accountReply({ status: 'canceled', trial_end: 1 }) })
    const page = renderApp('/projects')
    await screen.findByRole('link', { name: 'Start a Free Trial' })
    expect(page.here()).toBe('/projects')
  })

  it('opens everything during a trial', async () => {
    resetPage({ signup: 'beta' })
    stubNetwork({ ...pending, '/graphql/': accountReply({ status: 'trialing', trial_end: 4e9 }) })
    renderApp('/projects')
    await screen.findByRole('link', { name: 'Create my first project' })
  })

  it('names the email address on the pending page', async () => {
    resetPage({ signup: 'beta' })
    stubNetwork({ ...pending, ...withoutAccount })
    renderApp('/pending')
    await screen.findByRole('heading', { name: 'Thanks for applying' })
    expect(screen.getByRole('main').textContent).toContain('Your account is pending')
    expect(screen.getByRole('main').textContent).toContain('ada@example.com')
  })
})
