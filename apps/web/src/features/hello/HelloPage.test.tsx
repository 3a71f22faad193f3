import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { drawPage } from '../../testing/draw.tsx'
import { openPage, signedOut, standInNetwork, whoamiPath } from '../../testing/network.ts'

describe('/hello', () => {
  it('lets anyone grow and prune the tree, within its limits', async () => {
    openPage()
    standInNetwork({ [whoamiPath]: signedOut })
    drawPage('/hello')
    const grow = await screen.findByRole('button', { name: 'Grow a tier' })
    const prune = screen.getByRole('button', { name: 'Prune a tier' })
    await userEvent.tripleClick(grow)
    expect(screen.getByText('A tree with 6 tiers')).toBeTruthy()
    expect(grow).toHaveProperty('disabled', true)
    for (let press = 0; press < 5; press += 1) await userEvent.click(prune)
    expect(screen.getByText('A tree with one tier')).toBeTruthy()
    expect(prune).toHaveProperty('disabled', true)
  })
})
