import 'fake-indexeddb/auto'
import { aRecord } from '@espalier/sync/testing'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeLostCopies } from '../../api/lost-copies.ts'
import { deviceRecords, guardCopies } from '../../api/session/guard-copies.ts'
import { auth } from '../../api/session/session.ts'
import {
  jsonResponse,
  resetPage,
  signedInReply,
  signedOutReply,
  stubNetwork,
  whoamiPath,
} from '../../testing/network.ts'
import { getProjectComments } from '../comments/project-comments.ts'
import { openProject } from './open-project-lazily.ts'
import { nodeApi } from './testing/node-api.ts'

const nodes = [aRecord('root'), aRecord('a', ['root'], { title: 'Pears' })]
const adaId = 'b1f5c7d2-0000-4000-8000-000000000001'
const bobsReply = () => jsonResponse(200, { identity: { id: 'bob', traits: { email: 'bob@example.com' } } })

let stopGuard = () => {}
beforeEach(() => {
  resetPage()
  stopGuard = guardCopies(() => undefined)
})
afterEach(async () => {
  stopGuard()
  await deviceRecords?.write(async ({ names, remove }) => (await names('')).forEach(remove))
  window.localStorage.clear()
})

const storedNames = async () => (await deviceRecords?.read(({ names }) => names(''))) ?? []
const isCopied = () => waitFor(async () => expect((await storedNames()).join()).toContain(`project:${adaId}:project`))

function ownApi() {
  const api = nodeApi(nodes)
  Object.assign(api.project, { owner: adaId })
  return api
}

async function openAndClose(api = ownApi()) {
  stubNetwork({ '/graphql/': api.reply, [whoamiPath]: signedInReply('active') })
  await auth.check()
  const opening = await openProject('project')
  if (opening.kind !== 'open') throw new Error(opening.kind)
  await isCopied()
  opening.client.close()
  return api
}

describe('copy of a project in the browser', () => {
  it('is opened while the server cannot be reached', async () => {
    const api = await openAndClose()
    api.goAway(true)
    const opening = await openProject('project')
    if (opening.kind !== 'open') throw new Error(opening.kind)
    expect([...opening.client.nodes()].map(({ title }) => title)).toEqual(['root', 'Pears'])
    opening.allowEditing(true)
    opening.client.edits.change('a', { title: 'Quinces' })
    await waitFor(async () => expect((await storedNames()).join()).toContain('unsent:'))
    const sealed = await deviceRecords?.read(({ all }) => all('unsent:'))
    expect(JSON.stringify(sealed)).not.toContain('Quinces')
    opening.client.close()
    const again = await openProject('project')
    if (again.kind !== 'open') throw new Error(again.kind)
    await waitFor(() => expect(again.client.node('a')?.title).toBe('Quinces'))
    api.goAway(false)
    again.client.tryAgain()
    await waitFor(() => expect(api.server.nodes.get('a')?.title).toBe('Quinces'))
    await waitFor(async () => expect((await storedNames()).join()).not.toContain('unsent:'))
    again.client.close()
  })

  it('paints the local copy before the server is asked for changes, also if the page is idle before', async () => {
    const api = await openAndClose()
    const asked = api.asked('Changes').length
    const frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
    vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
    const opening = await openProject('project')
    if (opening.kind !== 'open') throw new Error(opening.kind)
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve))
    expect(api.asked('Changes')).toHaveLength(asked)
    while (frames.length > 0) frames.shift()?.(0)
    await waitFor(() => expect(api.asked('Changes').length).toBeGreaterThan(asked))
    opening.client.close()
    vi.unstubAllGlobals()
  })

  it('holds comments that were read before it was stored', async () => {
    const api = ownApi()
    api.comments.push({ id: 'first', nodeId: 'a', createdAt: 1 })
    stubNetwork({ '/graphql/': api.reply, [whoamiPath]: signedInReply('active') })
    await auth.check()
    const opening = await openProject('project')
    if (opening.kind !== 'open') throw new Error(opening.kind)
    const comments = await getProjectComments(opening.client, adaId)
    await comments.load('a')
    expect(comments.getList('a').get()).toEqual({ state: 'loaded', comments: api.comments })
    expect(opening.client.isStored.get()).toBe(false)
    await isCopied()
    await waitFor(async () => expect((await storedNames()).join()).toContain(`comments:${adaId}:project:a`))
    opening.client.close()
    api.goAway(true)
    const again = await openProject('project')
    if (again.kind !== 'open') throw new Error(again.kind)
    const copied = await getProjectComments(again.client, adaId)
    await copied.load('a')
    expect(copied.getList('a').get()).toEqual({ state: 'loaded', comments: api.comments })
    again.client.close()
  })

  it('is removed by a logout', async () => {
    await openAndClose()
    auth.markLoggedOut()
    await waitFor(async () => expect(await storedNames()).toEqual([]))
    await waitFor(() => expect(Object.keys(window.localStorage)).toEqual([]))
  })

  it('is removed when the session has ended', async () => {
    await openAndClose()
    stubNetwork({ [whoamiPath]: signedOutReply })
    auth.clear()
    await auth.check()
    await waitFor(async () => expect(await storedNames()).toEqual([]))
  })

  it('is removed when another person signs in, who cannot open it', async () => {
    const api = await openAndClose()
    stubNetwork({ '/graphql/': api.reply, [whoamiPath]: bobsReply })
    auth.clear()
    await auth.check()
    api.goAway(true)
    expect(await openProject('project')).toEqual({ kind: 'failed' })
    await waitFor(async () => expect((await storedNames()).join()).not.toContain(adaId))
  })

  it.each([
    ['may no longer be seen', (api: ReturnType<typeof nodeApi>) => api.refuse('Project', 'NOT_FOUND', 'No')],
    ['is in Trash', (api: ReturnType<typeof nodeApi>) => Object.assign(api.project, { status: 'deleted' })],
  ])('is removed when the project %s, although nobody opens it', async (_name, change) => {
    const api = await openAndClose()
    await removeLostCopies()
    expect((await storedNames()).join()).toContain('project:')
    change(api)
    await removeLostCopies()
    expect(await storedNames()).toEqual([`account:${adaId}`])
  })
})
