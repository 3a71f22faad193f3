import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { drawPage } from '../../testing/draw.tsx'
import {
  accountWith,
  json,
  openPage,
  plainConfig,
  signedInAs,
  signedOut,
  standInNetwork,
  whoamiPath,
} from '../../testing/network.ts'

const trialLink = { name: 'Start a Free Trial' }

describe('/pricing', () => {
  it('is open to all, and its button leads to the trial on the API host', async () => {
    openPage({ apiUrl: 'https://api.example.com' })
    standInNetwork({ [whoamiPath]: signedOut })
    drawPage('/pricing')
    const link = await screen.findByRole('link', trialLink)
    expect(link.getAttribute('href')).toBe('https://api.example.com/trial')
    expect(screen.getByRole('main').textContent).toContain('14 days')
  })

  it('offers no second trial while one is running', async () => {
    openPage()
    const account = accountWith({ status: 'trialing', trial_end: 4e9 })
    standInNetwork({ [whoamiPath]: signedInAs('pending'), '/graphql/': account })
    drawPage('/pricing')
    await screen.findByText('Your trial is running.')
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })

  it('offers no trial to a person who has access without a subscription', async () => {
    openPage()
    standInNetwork({ [whoamiPath]: signedInAs('active'), '/graphql/': accountWith(null) })
    drawPage('/pricing')
    await screen.findByText('You have access to everything already.')
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })

  it('sells nothing where billing is off', async () => {
    openPage({ features: { ...plainConfig.features, billing: 'none' } })
    standInNetwork({ [whoamiPath]: signedOut })
    drawPage('/pricing')
    await screen.findByRole('link', { name: 'Go to my projects' })
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })

  it('names the price where something is to be paid', async () => {
    openPage({ features: { ...plainConfig.features, billing: 'stripe' } })
    const price = { amount: 900, currency: 'usd', every: { count: 1, unit: 'month' } }
    standInNetwork({ [whoamiPath]: signedOut, '/billing/price': () => json(200, { price }) })
    drawPage('/pricing')
    expect(await screen.findByText('$9.00 a month after the trial')).toBeTruthy()
    expect(screen.getByRole('link', trialLink)).toBeTruthy()
  })

  it.each([
    ['stripe', 'canceled', 'Subscribe', 'http://localhost:3000/trial'],
    ['stripe', 'past_due', 'Open billing', 'http://localhost:3000/billing'],
    ['stripe', 'dormant', 'Open billing', 'http://localhost:3000/billing'],
    ['local', 'canceled', 'Go to my projects', '/projects'],
  ] as const)('with %s billing, %s leads on by %s', async (billing, status, name, href) => {
    openPage({ features: { ...plainConfig.features, billing } })
    const account = accountWith({ status, trial_end: 86_400 })
    standInNetwork({ [whoamiPath]: signedInAs('pending'), '/graphql/': account })
    drawPage('/pricing')
    const link = await within(await screen.findByRole('main')).findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(href)
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })
})
