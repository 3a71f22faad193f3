import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { drawPage } from '../../testing/draw.tsx'
import { accountWith, openPage, signedInAs, standInNetwork, whoamiPath } from '../../testing/network.ts'

describe('/pending', () => {
  it('lets a person in once they are approved, when they check again', async () => {
    openPage({ signup: 'beta' })
    const statuses = ['pending']
    standInNetwork({
      [whoamiPath]: (call) => signedInAs(statuses.shift() ?? 'active')(call),
      '/graphql/': accountWith(null),
    })
    const page = drawPage('/pending')
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Go to my projects' }))
    await waitFor(() => expect(page.here()).toBe('/projects'))
    await screen.findByRole('heading', { name: 'Projects' })
  })

  it('lets nobody in for checking alone', async () => {
    openPage({ signup: 'beta' })
    const network = standInNetwork({ [whoamiPath]: signedInAs('pending'), '/graphql/': accountWith(null) })
    drawPage('/pending')
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(network.to(whoamiPath)).toHaveLength(2))
    expect(await screen.findByText(/Your account is pending/)).toBeTruthy()
    const answer = await screen.findByText(/^Checked at .*\d.*: your account is still pending\.$/u)
    expect(answer.tagName).toBe('OUTPUT')
  })
})
