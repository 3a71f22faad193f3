import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
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

const trialLink = { name: 'Start a Free Trial' }

describe('pricing page', () => {
  it('opens the pricing page to all and links to the trial on the API host', async () => {
    resetPage({ apiUrl: 'https://api.example.com' })
    stubNetwork({ [whoamiPath]: signedOutReply })
    renderApp('/pricing')
    const link = await screen.findByRole('link', trialLink)
    expect(link.getAttribute('href')).toBe('https://api.example.com/trial')
    expect(screen.getByRole('main').textContent).toContain('14 days')
  })

  it('offers no second trial while one is running', async () => {
    resetPage()
    const account = accountReply({ status: 'trialing', trial_end: 4e9 })
    stubNetwork({ [whoamiPath]: signedInReply('pending'), '/graphql/': account })
    renderApp('/pricing')
    await screen.findByText('Your trial is running.')
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })

  it('offers no trial to a person who has access without a subscription', async () => {
    resetPage()
    stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': accountReply(null) })
    renderApp('/pricing')
    await screen.findByText('You already have access to everything.')
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })

  it('sells nothing when billing is off', async () => {
    resetPage({ features: { ...defaultPageConfig.features, billing: 'none' } })
    stubNetwork({ [whoamiPath]: signedOutReply })
    renderApp('/pricing')
    await screen.findByRole('link', { name: 'Go to my projects' })
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })

  it('names the price when something has to be paid', async () => {
    resetPage({ features: { ...defaultPageConfig.features, billing: 'stripe' } })
    const price = { amount: 900, currency: 'usd', every: { count: 1, unit: 'month' } }
    stubNetwork({ [whoamiPath]: signedOutReply, '/billing/price': () => jsonResponse(200, { price }) })
    renderApp('/pricing')
    expect(await screen.findByText('$9.00 a month after the trial')).toBeTruthy()
    expect(screen.getByRole('link', trialLink)).toBeTruthy()
  })

  it.each([
    ['stripe', 'canceled', 'Subscribe', 'http://localhost:3000/trial'],
    ['stripe', 'past_due', 'Open billing', 'http://localhost:3000/billing'],
    ['stripe', 'dormant', 'Open billing', 'http://localhost:3000/billing'],
    ['local', 'canceled', 'Go to my projects', '/projects'],
  ] as const)('with %s billing, the subscription status %s leads to %s', async (billing, status, name, href) => {
    resetPage({ features: { ...defaultPageConfig.features, billing } })
    const account = accountReply({ status, trial_end: 86_400 })
    stubNetwork({ [whoamiPath]: signedInReply('pending'), '/graphql/': account })
    renderApp('/pricing')
    const link = await within(await screen.findByRole('main')).findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(href)
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })
})
