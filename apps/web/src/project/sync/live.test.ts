import type { ProjectClient } from '@espalier/sync'
import { aRecord } from '@espalier/sync/testing'
import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ApiTrouble, apiTroubles } from '../../api/graphql/api-trouble.ts'
import { auth } from '../../api/session/session.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { openProject } from './open-project-lazily.ts'
import { liveSockets } from './testing/live-sockets.ts'
import { nodeApi } from './testing/node-api.ts'

const nodes = [aRecord('root'), aRecord('a', ['root'], { position: 100 })]
const opened: ProjectClient[] = []
// The page has one socket, made when it is first needed: it outlives an open project.
const sockets = liveSockets()
const fields = ['nodeBatchUpdated', 'nodeCreated', 'nodeUpdated', 'projectSessions', 'projectUpdated']

async function start() {
  const api = nodeApi(nodes)
  const troubles: ApiTrouble[] = []
  apiTroubles.listen((trouble) => troubles.push(trouble))
  vi.stubGlobal('WebSocket', sockets.Socket)
  sockets.stand([], () => api.server.seq)
  const network = stubNetwork({ '/graphql/': api.reply, [whoamiPath]: signedInReply('active') })
  resetPage()
  await auth.check()
  const opening = await openProject('project')
  if (opening.kind !== 'open') throw new Error(`the project is ${opening.kind}`)
  opened.push(opening.client)
  opening.allowEditing(true)
  /** Somebody else renames a node; what the line brings of it is up to the test. */
  const rename = (id: string, title: string) => {
    api.server.execute('elsewhere', { id: title, request: { kind: 'update', id, change: { title } } })
    return api.server.nodes.get(id)
  }
  return { api, troubles, rename, network, client: opening.client }
}

afterEach(async () => {
  for (const client of opened.splice(0)) client.close()
  await waitFor(() => expect(sockets.listening()).toEqual([]))
  window.localStorage.clear()
})

describe('the live line', () => {
  it('brings what others do, and what was missed before it stood', async () => {
    const { api, client, rename } = await start()
    rename('root', 'missed')
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    await waitFor(() => expect(client.node('root')?.title).toBe('missed'))
    sockets.publish('nodeUpdated', rename('a', 'heard'), { seq: api.server.seq, clientId: 'elsewhere' })
    await waitFor(() => expect(client.node('a')?.title).toBe('heard'))
    sockets.publish('projectUpdated', { ...api.project, title: 'Garden', seq: 3 }, { seq: 3, clientId: 'elsewhere' })
    await waitFor(() => expect(client.project.get().title).toBe('Garden'))
  })

  it('that skips a change has it asked for', async () => {
    const { api, client, rename } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    await waitFor(() => expect(api.asked('Changes')).toHaveLength(1))
    rename('root', 'lost on the way')
    sockets.publish('nodeUpdated', rename('a', 'heard'), { seq: api.server.seq, clientId: 'elsewhere' })
    await waitFor(() => expect(client.node('root')?.title).toBe('lost on the way'))
    expect(client.node('a')?.title).toBe('heard')
  })

  it('that was cut comes back by itself and catches up', async () => {
    const { api, client, rename, troubles } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    await waitFor(() => expect(api.asked('Changes')).toHaveLength(1))
    sockets.cut()
    rename('a', 'while away')
    await waitFor(() => expect(client.node('a')?.title).toBe('while away'))
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    expect(troubles).toEqual([])
  })

  it('tells of a text that took the place of mine', async () => {
    const { api, client, rename } = await start()
    const lost: unknown[] = []
    client.onOverwritten((overwritten) => lost.push(overwritten))
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    await waitFor(() => expect(api.asked('Changes')).toHaveLength(1))
    client.edits.change('a', { title: 'mine' })
    await waitFor(() => expect(client.saving.get()).toEqual({ kind: 'saved' }))
    sockets.publish('nodeUpdated', api.server.nodes.get('a'), { seq: api.server.seq, clientId: 'me' })
    sockets.publish('nodeUpdated', rename('a', 'theirs'), { seq: api.server.seq, clientId: 'elsewhere' })
    await waitFor(() => expect(lost).toEqual([{ id: 'a', field: 'title', mine: 'mine', theirs: 'theirs' }]))
  })

  it('after a gap has the project itself asked for, which is in no list of nodes', async () => {
    const { api, client, rename } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    sockets.cut()
    rename('a', 'while away')
    Object.assign(api.project, { title: 'Chasm' })
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(client.project.get().title).toBe('Chasm'))
  })

  it('says who else is there, and shows them what is selected here', async () => {
    const sessions = [{ id: 'bea', email: 'bea@example.com', picture: '', colour: '#0b6a7a', nodeIds: ['a'] }]
    const { api, client } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    expect(client.presence.others.get()).toEqual([])
    client.presence.shareSelection(['root'])
    sockets.publish('projectSessions', sessions, { seq: api.server.seq, clientId: null })
    await waitFor(() =>
      expect(client.presence.others.get()).toMatchObject([{ name: 'bea@example.com', nodeIds: ['a'] }]),
    )
    await waitFor(() =>
      expect(api.asked('ShowSelection').map(({ variables }) => variables)).toEqual([
        { projectId: 'project', nodeIds: ['root'] },
      ]),
    )
  })

  it('that ends because a right was taken away says that the project is lost', async () => {
    const { api, client, troubles } = await start()
    const lost: boolean[] = []
    client.onLost(() => lost.push(client.canEdit.get()))
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    api.refuse('Project', 'NOT_FOUND', 'Project not found')
    sockets.end('nodeUpdated', 'NOT_FOUND')
    await waitFor(() => expect(lost).toEqual([false]))
    expect([sockets.listening(), troubles]).toEqual([[], []])
  })

  it('that ends with the session has it asked who looks now', async () => {
    const { network } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    const asked = network.to(whoamiPath).length
    sockets.cut(4401)
    await waitFor(() => expect(network.to(whoamiPath).length).toBe(asked + 1))
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
  })

  it('that does not come back makes the page say so, until it does', async () => {
    const { client, rename } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    vi.useFakeTimers()
    sockets.goAway(true)
    sockets.cut()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(client.saving.get()).toEqual({ kind: 'offline', changes: 0 })
    sockets.goAway(false)
    rename('a', 'while away')
    client.tryAgain()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await waitFor(() => expect(client.saving.get()).toEqual({ kind: 'saved' }))
    await waitFor(() => expect(client.node('a')?.title).toBe('while away'))
  })

  it('that the server could not give just then is asked for again, and what was missed with it', async () => {
    sockets.fail(true)
    const { api, client, rename, troubles } = await start()
    await waitFor(() => expect(api.asked('Project').length).toBeGreaterThan(1))
    sockets.fail(false)
    rename('a', 'while away')
    await waitFor(() => expect(sockets.listening()).toEqual(fields), { timeout: 5_000 })
    await waitFor(() => expect(client.node('a')?.title).toBe('while away'))
    expect(troubles).toEqual([])
  })

  it('that the server does not have is no trouble for anybody', async () => {
    const { client, troubles, api } = await start()
    sockets.refuse()
    sockets.cut()
    client.edits.deleteNode('a')
    await waitFor(() => expect(client.saving.get()).toEqual({ kind: 'saved' }))
    await waitFor(() => expect(api.asked('Changes').length).toBeGreaterThan(0))
    expect([client.node('a'), troubles]).toEqual([undefined, []])
  })
})
