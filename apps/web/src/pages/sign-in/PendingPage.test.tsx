import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { accountReply, resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

describe('pending page', () => {
  it('lets an approved person in when they check again', async () => {
    resetPage({ signup: 'beta' })
    const statuses = ['pending']
    stubNetwork({
      [whoamiPath]: (call) => signedInReply(statuses.shift() ?? 'active')(call),
      '/graphql/': accountReply(null),
    })
    const page = renderApp('/pending')
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Go to my projects' }))
    await waitFor(() => expect(page.here()).toBe('/projects'))
    await screen.findByRole('heading', { name: 'Projects' })
  })

  it('lets nobody in who is not approved', async () => {
    resetPage({ signup: 'beta' })
    const network = stubNetwork({ [whoamiPath]: signedInReply('pending'), '/graphql/': accountReply(null) })
    renderApp('/pending')
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(network.to(whoamiPath)).toHaveLength(2))
    expect(await screen.findByText(/Your account is pending/)).toBeTruthy()
    const answer = await screen.findByText(/^Checked at .*\d.*: your account is still pending\.$/u)
    expect(answer.tagName).toBe('OUTPUT')
  })
})
