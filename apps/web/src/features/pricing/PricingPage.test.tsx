import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { drawPage } from '../../testing/draw.tsx'
import {
  accountWith,
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

  it('sells nothing where billing is off', async () => {
    openPage({ features: { ...plainConfig.features, billing: 'none' } })
    standInNetwork({ [whoamiPath]: signedOut })
    drawPage('/pricing')
    await screen.findByRole('link', { name: 'Go to my projects' })
    expect(screen.queryByRole('link', trialLink)).toBeNull()
  })
})
