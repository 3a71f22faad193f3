import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { peopleStore } from '../api/people.ts'
import { auth } from '../api/session/session.ts'
import { closeSharing, openSharing } from '../sharing/open-sharing.ts'
import { createFakeApi, createFakeProject, graphqlError, type OperationHandlers } from '../testing/fake-api.ts'
import { polyfillDialogs } from '../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, signedOutReply, stubNetwork, whoamiPath } from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'
import { toastList } from '../ui/Toasts.tsx'

const api = (answers: OperationHandlers = {}) =>
  createFakeApi({
    answers,
    projects: [
      createFakeProject({
        id: 'pear',
        title: 'Pear',
        owner: 'b1f5c7d2-0000-4000-8000-000000000001',
        status: 'active',
        sharing: { generalAccess: 'restricted', users: {} },
        seq: 1,
      }),
    ],
  })

/** Opens the dialog on the tree page, with /hello as the previous page. */
async function open(answers: OperationHandlers = {}) {
  let hasSession = true
  stubNetwork({
    [whoamiPath]: (call) => (hasSession ? signedInReply('active') : signedOutReply)(call),
    '/graphql/': api(answers).reply,
  })
  const page = renderApp('/tree/pear')
  await screen.findByRole('heading', { level: 1, name: 'Pear' })
  act(() => openSharing('pear'))
  await screen.findByRole('dialog', { name: 'Share Pear' })
  return { page, end: () => (hasSession = false) }
}

beforeAll(polyfillDialogs)
beforeEach(() => {
  peopleStore.forgetAll()
  resetPage()
  closeSharing()
})

describe('share dialog', () => {
  it('closes the share dialog when its page is left and does not reopen it', async () => {
    const { page } = await open()
    act(() => page.goBack())
    await waitFor(() => expect(page.here()).toBe('/hello'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes the share dialog when the session ends', async () => {
    const { end } = await open()
    end()
    act(() => auth.clear())
    await waitFor(() => expect(auth.get().kind).toBe('anonymous'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it("shows '<unknown>' and a persistent toast when a person's lookup fails", async () => {
    await open({ PublicUserById: () => graphqlError('INTERNAL', 'it broke') })
    const toast = await screen.findByRole('alert')
    expect(toast.textContent).toBe('[GraphQL error]: it broke')
    expect(toastList.get().map(({ isPersistent }) => isPersistent)).toEqual([true])
    expect(await screen.findByText('<unknown>')).toBeTruthy()
  })
})
