import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveConnection } from '../../api/graphql/live-connection.ts'
import { projectList } from '../../api/projects.ts'
import { adaId, createFakeApi, createFakeProject } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { liveSockets } from '../../testing/live-sockets.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const eve = 'b1f5c7d2-0000-4000-8000-000000000002'
const createShared = (title: string) =>
  createFakeProject({ title, owner: eve, sharing: { generalAccess: 'restricted', users: { [adaId]: 'viewer' } } })
const field = 'projectListChanged'
const findTitle = (title: string) => screen.findByText(title, { selector: 'tr a' })

let sockets: ReturnType<typeof liveSockets>

/** The subscriptions without that of the top bar, which follows the inbox on every page. */
const listListSubscriptions = () => sockets.listening().filter((name) => name !== 'notificationAdded')

/** Opens the list of a person with one project, and waits until it listens. */
async function openList() {
  const store = createFakeApi({ projects: [createFakeProject({ title: 'Own' })] })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': store.reply })
  const page = renderApp('/projects')
  await findTitle('Own')
  await waitFor(() => expect(listListSubscriptions()).toEqual([field]))
  return { store, page, countReads: () => store.asked('Projects').length }
}

beforeAll(polyfillDialogs)
beforeEach(() => {
  sockets = liveSockets()
  vi.stubGlobal('WebSocket', sockets.Socket)
  resetPage()
  projectList.clear()
})
afterEach(() => vi.restoreAllMocks())

describe('list of projects while it is shown', () => {
  it('shows a project as soon as it is shared, and reads the list once for several', async () => {
    const { store, countReads } = await openList()
    const before = countReads()
    for (const project of [createShared('Pear'), createShared('Plum')]) {
      store.put(project)
      sockets.publish(field, project.id, { seq: 1, clientId: null })
    }
    await findTitle('Pear')
    await findTitle('Plum')
    expect(countReads()).toBe(before + 1)
  })

  it('shows a project that was shared after the list was read and before it listened', async () => {
    const store = createFakeApi({ projects: [createFakeProject({ title: 'Own' })] })
    stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': store.reply })
    renderApp('/projects')
    await findTitle('Own')
    store.put(createShared('Pear'))
    await findTitle('Pear')
  })

  it('removes a project when the access to it ends', async () => {
    const { store } = await openList()
    const pear = createShared('Pear')
    store.put(pear)
    sockets.publish(field, pear.id, { seq: 1, clientId: null })
    await findTitle('Pear')
    store.drop(pear.id)
    sockets.publish(field, pear.id, { seq: 2, clientId: null })
    await waitFor(() => expect(screen.queryByText('Pear', { selector: 'tr a' })).toBeNull())
  })

  it('reads the list again after a lost connection', async () => {
    const { store } = await openList()
    store.put(createShared('Pear'))
    sockets.cut()
    await waitFor(() => expect(sockets.listening()).toEqual([]))
    await waitFor(() => {
      liveConnection.hurry()
      expect(listListSubscriptions()).toEqual([field])
    })
    await findTitle('Pear')
  })

  it('stops listening when the list is left', async () => {
    const { page } = await openList()
    act(() => page.goBack())
    await waitFor(() => expect(sockets.listening()).toEqual([]))
  })
})
