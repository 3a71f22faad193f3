import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { apiTroubles } from '../api/graphql/api-trouble.ts'
import { PrivacyForm } from '../pages/user-settings/UserSettingsPage.tsx'
import { pageErrors } from '../platform/page-lifecycle.ts'
import { defaultPageConfig, resetPage, signedOutReply, stubNetwork, whoamiPath } from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'

const acceptReport = () => new Response(null, { status: 204 })
const receivers = { '/telemetry/error': acceptReport, '/telemetry/pageview': acceptReport }

function open(features: object, address = '/pricing?plan=secret#secret') {
  resetPage({ features: { ...defaultPageConfig.features, ...features } })
  const network = stubNetwork({ [whoamiPath]: signedOutReply, ...receivers })
  renderApp(address)
  const sent = () => network.calls.filter(({ url }) => url.pathname.startsWith('/telemetry/'))
  return { network, sent }
}
const doNothing = (): void => {}
const both = { errorReports: true, pageViews: true }
const settled = () => screen.findByRole('heading', { level: 1, name: /One plan/ })

beforeEach(() => {
  window.localStorage.clear()
  vi.unstubAllGlobals()
  Object.defineProperty(navigator, 'doNotTrack', { value: null, configurable: true })
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: undefined, configurable: true })
})

describe('telemetry', () => {
  it('sends page views and errors to our own server without the person, under an id of this browser', async () => {
    const { sent } = open(both)
    await waitFor(() => expect(sent()).toHaveLength(1))
    const [view] = sent()
    expect(view?.url.origin).toBe('http://localhost:3000')
    expect(view?.credentials).toBe('omit')
    expect(view?.body).toEqual({ visitor: window.localStorage.getItem('visitor'), path: '/pricing' })
    act(() => apiTroubles.report({ kind: 'unreachable', text: '[Network error]: Failed to fetch' }))
    act(() => pageErrors.tell(new TypeError('x is not a function')))
    window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('too much'), message: 'too much' }))
    await waitFor(() => expect(sent()).toHaveLength(4))
    expect(sent().map(({ body }) => (body as { message?: string }).message)).toEqual([
      undefined,
      '[Network error]: Failed to fetch',
      'x is not a function',
      'too much',
    ])
  })

  it('sends failed telemetry when the network is back', async () => {
    let isAway = true
    const { network } = open({ errorReports: true })
    await settled()
    stubNetwork({
      '/telemetry/error': (call) => {
        if (isAway) throw new TypeError('Failed to fetch')
        network.calls.push(call)
        return acceptReport()
      },
    })
    act(() => apiTroubles.report({ kind: 'unreachable', text: '[Network error]: Failed to fetch' }))
    isAway = false
    await waitFor(() => {
      window.dispatchEvent(new Event('online'))
      expect(network.to('/telemetry/error')).toHaveLength(1)
    })
  })

  it.each([
    ['nobody has named a receiver', {}, doNothing],
    [
      'the browser asks not to be tracked',
      both,
      () => Object.defineProperty(navigator, 'doNotTrack', { value: '1', configurable: true }),
    ],
    [
      'the browser asks for privacy',
      both,
      () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true }),
    ],
    ['the person has switched it off', both, () => window.localStorage.setItem('telemetry', 'off')],
  ])('sends no telemetry when %s', async (_reason, features, given) => {
    given()
    const { sent } = open(features)
    await settled()
    await act(async () => {
      apiTroubles.report({ kind: 'unreachable', text: '[Network error]: Failed to fetch' })
      pageErrors.tell(new Error('x'))
      await vi.dynamicImportSettled()
    })
    expect(sent()).toEqual([])
    expect(window.localStorage.getItem('visitor')).toBeNull()
  })
})

describe('telemetry switch', () => {
  it('offers and stores the telemetry switch when something would be sent', async () => {
    resetPage({ features: { ...defaultPageConfig.features, pageViews: true } })
    const { unmount } = render(<PrivacyForm />)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Send this from this browser' }))
    expect(window.localStorage.getItem('telemetry')).toBe('off')
    unmount()
    resetPage()
    render(<PrivacyForm />)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
