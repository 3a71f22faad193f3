import type { ProjectClient } from '@espalier/sync'
import { aRecord } from '@espalier/sync/testing'
import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ApiTrouble, apiTroubles } from '../../api/graphql/api-trouble.ts'
import { auth } from '../../api/session/session.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { openProject } from './open-project-lazily.ts'
import { liveSockets } from '../../testing/live-sockets.ts'
import { nodeApi } from './testing/node-api.ts'

const nodes = [aRecord('root'), aRecord('a', ['root'], { position: 100 })]
const opened: ProjectClient[] = []
// The page creates its single socket when it is first needed, and the socket outlives an open project.
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
  /** Somebody else renames a node; the test decides which events the connection delivers. */
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

describe('live connection', () => {
  it('delivers changes of others, including those missed before it was connected', async () => {
    const { api, client, rename } = await start()
    rename('root', 'missed')
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    await waitFor(() => expect(client.node('root')?.title).toBe('missed'))
    sockets.publish('nodeUpdated', rename('a', 'heard'), { seq: api.server.seq, clientId: 'elsewhere' })
    await waitFor(() => expect(client.node('a')?.title).toBe('heard'))
    sockets.publish('projectUpdated', { ...api.project, title: 'Garden', seq: 3 }, { seq: 3, clientId: 'elsewhere' })
    await waitFor(() => expect(client.project.get().title).toBe('Garden'))
  })

  it('requests a change that the live connection skipped', async () => {
    const { api, client, rename } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    await waitFor(() => expect(api.asked('Changes')).toHaveLength(1))
    rename('root', 'lost on the way')
    sockets.publish('nodeUpdated', rename('a', 'heard'), { seq: api.server.seq, clientId: 'elsewhere' })
    await waitFor(() => expect(client.node('root')?.title).toBe('lost on the way'))
    expect(client.node('a')?.title).toBe('heard')
  })

  it('reconnects by itself after an interruption and catches up', async () => {
    const { api, client, rename, troubles } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    await waitFor(() => expect(api.asked('Changes')).toHaveLength(1))
    sockets.cut()
    rename('a', 'while away')
    await waitFor(() => expect(client.node('a')?.title).toBe('while away'))
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    expect(troubles).toEqual([])
  })

  it("reports a text of somebody else that replaced the person's own", async () => {
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

  it('reads the project itself again after a gap, because it is in no list of nodes', async () => {
    const { api, client, rename } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    sockets.cut()
    rename('a', 'while away')
    Object.assign(api.project, { title: 'Chasm' })
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(client.project.get().title).toBe('Chasm'))
  })

  it('shows who else is there, and shows them the local selection', async () => {
    const sessions = [{ id: 'bea', email: 'bea@example.com', picture: '', colour: '#0b6a7a', nodeIds: ['a'] }]
    const { api, client } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    expect(client.presence.others.get()).toEqual([])
    client.presence.shareSelection(['root'])
    sockets.publish('projectSessions', sessions, { seq: api.server.seq, clientId: null })
    await waitFor(() => expect(client.presence.others.get()).toMatchObject([{ name: 'bea', nodeIds: ['a'] }]))
    await waitFor(() =>
      expect(api.asked('ShowSelection').map(({ variables }) => variables)).toEqual([
        { projectId: 'project', nodeIds: ['root'] },
      ]),
    )
  })

  it('reports the project as lost when a subscription ends because access was revoked', async () => {
    const { api, client, troubles } = await start()
    const lost: boolean[] = []
    client.onLost(() => lost.push(client.canEdit.get()))
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    api.refuse('Project', 'NOT_FOUND', 'Project not found')
    sockets.end('nodeUpdated', 'NOT_FOUND')
    await waitFor(() => expect(lost).toEqual([false]))
    expect([sockets.listening(), troubles]).toEqual([[], []])
  })

  it('checks who is signed in when a subscription ends with the session', async () => {
    const { network } = await start()
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
    const asked = network.to(whoamiPath).length
    sockets.cut(4401)
    await waitFor(() => expect(network.to(whoamiPath).length).toBe(asked + 1))
    await waitFor(() => expect(sockets.listening()).toEqual(fields))
  })

  it('shows the page as offline while the connection does not return', async () => {
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
    // An attempt that was under way fails first, and the next one comes within two seconds.
    await vi.waitFor(() => expect(client.saving.get()).toEqual({ kind: 'saved' }), { timeout: 3_000 })
    vi.useRealTimers()
    await waitFor(() => expect(client.node('a')?.title).toBe('while away'))
  })

  it('subscribes again after a temporary server error and fetches what was missed', async () => {
    sockets.fail(true)
    const { api, client, rename, troubles } = await start()
    await waitFor(() => expect(api.asked('Project').length).toBeGreaterThan(1))
    sockets.fail(false)
    rename('a', 'while away')
    await waitFor(() => expect(sockets.listening()).toEqual(fields), { timeout: 5_000 })
    await waitFor(() => expect(client.node('a')?.title).toBe('while away'))
    expect(troubles).toEqual([])
  })

  it('reports no error when the server does not have the subscription', async () => {
    const { client, troubles, api } = await start()
    sockets.refuse()
    sockets.cut()
    client.edits.deleteNode('a')
    await waitFor(() => expect(client.saving.get()).toEqual({ kind: 'saved' }))
    await waitFor(() => expect(api.asked('Changes').length).toBeGreaterThan(0))
    expect([client.node('a'), troubles]).toEqual([undefined, []])
  })
})
