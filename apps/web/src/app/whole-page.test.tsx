import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '../api/session/session.ts'
import { apiTroubles } from '../api/graphql/api-trouble.ts'
import { browser } from '../platform/navigation.ts'
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
import { toast, toastList } from '../ui/Toasts.tsx'

const loginStartPath = '/identity/self-service/login/browser'

const restored = () => Object.assign(new Event('pageshow'), { persisted: true })

/** Signs the person in first, and out after the given number of answers. */
function arriveFor(answers: number, address: string) {
  let left = answers
  const network = stubNetwork({
    [whoamiPath]: (call) => (left-- > 0 ? signedInReply('active') : signedOutReply)(call),
    '/graphql/': accountReply(null),
  })
  return { network, page: renderApp(address) }
}

/** Renders the page for a person whose session stays valid: the identity service starts no login for them. */
function arriveSignedIn(address: string) {
  const network = stubNetwork({
    [whoamiPath]: signedInReply('active'),
    [loginStartPath]: () =>
      jsonResponse(400, { error: { id: 'session_already_available', code: 400, message: 'Signed in already' } }),
    '/graphql/': accountReply(null),
  })
  window.history.replaceState(null, '', address)
  return { network, page: renderApp(address) }
}
// By the end, anything that would redirect the page again has had its turn.
async function waitForRedirects(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
}

beforeEach(() => resetPage())
afterEach(() => {
  toastList.closeAll()
  window.history.replaceState(null, '', '/')
})

describe('page restored from the back-forward cache', () => {
  it('rechecks the session of a restored page and returns to it', async () => {
    const { network, page } = arriveFor(9, '/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    window.history.replaceState(null, '', '/projects/import?a=1#b')
    act(() => void window.dispatchEvent(restored()))
    await waitFor(() => expect(page.here()).toBe('/projects/import?a=1#b'))
    await screen.findByRole('heading', { name: 'Import Project' })
    expect(network.to(whoamiPath)).toHaveLength(2)
  })

  it('goes to /login when the session of a restored page has ended', async () => {
    const { page } = arriveFor(1, '/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    window.history.replaceState(null, '', '/projects/import')
    act(() => void window.dispatchEvent(restored()))
    await waitFor(() => expect(page.here()).toBe('/login'))
  })

  it('does not recheck the session of a freshly loaded page', async () => {
    const { network } = arriveFor(9, '/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false })))
    expect(network.to(whoamiPath)).toHaveLength(1)
  })
})

describe('/dummy', () => {
  it.each([
    ['/user', '/user'],
    ['https://evil.example/', '/projects'],
    ['//evil.example', '/projects'],
    ['/\\evil.example', '/projects'],
    ['javascript:alert(1)', '/projects'],
    ['/dummy?next=/dummy', '/projects'],
    ['', '/projects'],
  ])('replaces /dummy with next=%j by %s', async (next, arrival) => {
    const leave = vi.spyOn(browser, 'replace').mockImplementation(() => {})
    const { page } = arriveFor(9, `/dummy?next=${encodeURIComponent(next)}`)
    await waitFor(() => expect(page.here()).toBe(arrival))
    expect(leave).not.toHaveBeenCalled()
  })

  it('follows a next on one of our own hosts from /dummy', async () => {
    const leave = vi.spyOn(browser, 'replace').mockImplementation(() => {})
    arriveFor(9, `/dummy?next=${encodeURIComponent('https://api.example.com/billing')}`)
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://api.example.com/billing'))
  })
})

describe('API errors that concern the whole page', () => {
  it('clears the auth state on UNAUTHENTICATED and remembers the page for after the login', async () => {
    const { page } = arriveFor(1, '/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    act(() => apiTroubles.report({ kind: 'unauthenticated' }))
    await waitFor(() => expect(page.here()).toBe('/login'))
    expect(window.sessionStorage.getItem('next')).toBe('/projects/import')
  })

  it('keeps the page on UNAUTHENTICATED when the session is still valid', async () => {
    const { network, page } = arriveFor(9, '/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    act(() => apiTroubles.report({ kind: 'unauthenticated' }))
    await waitFor(() => expect(network.to(whoamiPath)).toHaveLength(2))
    await screen.findByRole('heading', { name: 'Import Project' })
    expect(page.here()).toBe('/projects/import')
  })

  it('clears the auth state on FORBIDDEN and leads to /login?next={path}', async () => {
    const { page } = arriveFor(1, '/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    window.history.replaceState(null, '', '/projects/import?a=1')
    act(() => apiTroubles.report({ kind: 'forbidden' }))
    await waitFor(() => expect(page.here()).toBe('/login?next=%2Fprojects%2Fimport%3Fa%3D1'))
    expect(auth.get().kind).not.toBe('person')
  })

  it('says why on FORBIDDEN and returns a person who is still signed in to the page, without going in circles', async () => {
    const { network, page } = arriveSignedIn('/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    act(() => apiTroubles.report({ kind: 'forbidden' }))
    await waitFor(() => expect(network.to(loginStartPath)).toHaveLength(1))
    await waitForRedirects()
    await screen.findByRole('heading', { name: 'Import Project' })
    expect(page.here()).toBe('/projects/import')
    expect(network.to(loginStartPath)).toHaveLength(1)
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      "You don't have permissions to make changes",
    )
  })

  it('returns a person who is still signed in when several requests meet FORBIDDEN one after the other', async () => {
    const { page } = arriveSignedIn('/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    for (let answer = 0; answer < 8; answer += 1) {
      act(() => apiTroubles.report({ kind: 'forbidden' }))
      await act(async () => new Promise((resolve) => setTimeout(resolve, answer)))
    }
    await waitForRedirects()
    await waitFor(() => expect(page.here()).not.toContain('/login'))
  })

  it('a refusal that the page and the editor both report is one toast', async () => {
    arriveFor(9, '/projects/import')
    await screen.findByRole('heading', { name: 'Import Project' })
    act(() => apiTroubles.report({ kind: 'forbidden' }))
    act(() => toast.error("You don't have permissions to make changes"))
    expect(await screen.findAllByRole('alert')).toHaveLength(1)
  })

  it('a network error goes by itself with the next answer, and nothing else goes with it', async () => {
    arriveFor(9, '/projects')
    await screen.findByRole('heading', { name: 'Projects' })
    act(() => {
      apiTroubles.report({ kind: 'unreachable', text: '[Network error]: Failed to fetch' })
      apiTroubles.report({ kind: 'said', text: '[GraphQL error]: it broke' })
    })
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    act(() => apiTroubles.reached())
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['[GraphQL error]: it broke'])
  })

  it('one network error that several requests meet is one toast', async () => {
    arriveFor(9, '/projects')
    await screen.findByRole('heading', { name: 'Projects' })
    act(() => {
      for (let count = 0; count < 3; count += 1)
        apiTroubles.report({ kind: 'unreachable', text: '[Network error]: away' })
    })
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('shows any other API error in a persistent toast', async () => {
    arriveFor(9, '/projects')
    await screen.findByRole('heading', { name: 'Projects' })
    act(() => apiTroubles.report({ kind: 'said', text: '[GraphQL error]: it broke' }))
    expect(screen.getByRole('alert').textContent).toBe('[GraphQL error]: it broke')
  })
})
