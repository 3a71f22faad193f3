import { deviceKeysQuery } from '@espalier/schema/documents/device-keys'
import { nodesQuery, projectQuery } from '@espalier/schema/documents/open-project'
import type { OpenedProject, ProjectClient } from '@espalier/sync'
import { aRecord } from '@espalier/sync/testing'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiTrouble, apiTroubles } from '../../api/graphql/api-trouble.ts'
import { clientId } from '../../api/graphql/page-headers.ts'
import { earlyData } from '../../api/session/early-data.ts'
import { auth } from '../../api/session/session.ts'
import { createEncryptedStorage, decodeBase64 } from '../../platform/encrypted-storage.ts'
import { jsonResponse, resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { openProject } from './open-project-lazily.ts'
import { nodeApi } from './testing/node-api.ts'

const path = '/graphql/'
const nodes = [aRecord('root'), aRecord('a', ['root'], { position: 100 }), aRecord('b', ['root'], { position: 200 })]

/** A socket that never gets an answer, as with a server without subscriptions. */
class DeafSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly readyState = 0
  close(): void {}
  send(): void {}
}

const opened: ProjectClient[] = []
let troubles: ApiTrouble[] = []
let stopListening = () => {}

async function start(api = nodeApi(nodes)) {
  const network = stubNetwork({ [path]: api.reply, [whoamiPath]: signedInReply('active') })
  resetPage()
  await auth.check()
  const opening = await openProject('project')
  if (opening.kind !== 'open') throw new Error(`the project is ${opening.kind}`)
  opened.push(opening.client)
  opening.allowEditing(true)
  return { api, network, ...opening }
}

const unsentNames = () => Object.keys(window.localStorage).filter((name) => name.startsWith('unsent:'))
const titles = ({ client }: Pick<OpenedProject, 'client'>) => [...client.nodes()].map(({ title }) => title).sort()
const saved = (client: ProjectClient) => waitFor(() => expect(client.saving.get()).toEqual({ kind: 'saved' }))

beforeEach(() => {
  vi.stubGlobal('WebSocket', DeafSocket)
  troubles = []
  stopListening = apiTroubles.listen((trouble) => troubles.push(trouble))
})

afterEach(() => {
  for (const client of opened.splice(0)) client.close()
  stopListening()
  window.localStorage.clear()
})

describe('opening a project', () => {
  it('requests the project and its nodes in one batch as plain documents', async () => {
    const { network, client, api } = await start()
    const [first] = api.requests
    expect(first?.map(({ operationName }) => operationName)).toEqual(['Project', 'Nodes', 'DeviceKeys'])
    expect(JSON.stringify(network.to(path)[0]?.body)).not.toContain('__typename')
    expect(client.project.get()).toMatchObject({ title: 'Orchard', layout: 'tree-left', jiraSync: false })
    expect([client.graph.livingCount, client.node('a')?.title]).toEqual([3, 'a'])
    expect(performance.getEntriesByName('nodes-received').length).toBeGreaterThan(0)
  })

  it('distinguishes a missing project from one that could not be requested', async () => {
    const api = nodeApi(nodes)
    stubNetwork({ [path]: api.reply })
    resetPage()
    api.refuse('Project', 'NOT_FOUND', 'Project not found')
    expect(await openProject('project')).toEqual({ kind: 'missing' })
    api.refuse('Project', 'INTERNAL', 'Something broke')
    expect(await openProject('project')).toEqual({ kind: 'failed' })
  })
})

const sessionPath = '/page-data/session'
const projectPath = '/page-data/projects/project'

/** The early answers as the server would send them to the person of these tests. */
function earlyReplies(personId: string | null, title: string) {
  const sent = { ...nodeApi(nodes).project, title, seq: 0 }
  const answers = [
    { query: projectQuery.text, variables: { id: 'project' }, answer: { data: { project: sent } } },
    { query: nodesQuery.text, variables: { projectId: 'project' }, answer: { data: { nodes } } },
  ]
  const keys = { account: { id: 'account', deviceKeys: [btoa('k'.repeat(32))] } }
  const session = { answers: [{ query: deviceKeysQuery.text, variables: {}, answer: { data: keys } }] }
  return {
    [sessionPath]: () => jsonResponse(200, { personId, ...session }),
    [projectPath]: () => jsonResponse(200, { personId, answers }),
  }
}

async function openEarly(replies: Parameters<typeof stubNetwork>[0]) {
  const api = nodeApi(nodes)
  const network = stubNetwork({ [path]: api.reply, [whoamiPath]: signedInReply('active'), ...replies })
  resetPage()
  earlyData.begin('/tree/project')
  await auth.check()
  const opening = await openProject('project')
  if (opening.kind !== 'open') throw new Error(`the project is ${opening.kind}`)
  opened.push(opening.client)
  return { api, network, client: opening.client }
}

const personId = 'b1f5c7d2-0000-4000-8000-000000000001'

describe('opening a project with early data', () => {
  it('opens it from the answers that came with the page, without a request of its own', async () => {
    const { api, client } = await openEarly(earlyReplies(personId, 'Early orchard'))
    expect(client.project.get().title).toBe('Early orchard')
    expect([client.graph.livingCount, api.requests]).toEqual([3, []])
  })

  it.each([
    ['belong to another person', earlyReplies('bea', 'Of somebody else')],
    ['belong to nobody', earlyReplies(null, 'Of nobody')],
    ['failed', { [sessionPath]: () => jsonResponse(503, {}), [projectPath]: () => jsonResponse(503, {}) }],
    ['are not ours', { [projectPath]: () => new Response('<html>') }],
  ])('requests it as usual when the answers that came with the page %s', async (_, replies) => {
    const { api, client } = await openEarly(replies)
    expect(client.project.get().title).toBe('Orchard')
    expect([api.asked('Project').length, api.asked('Nodes').length]).toEqual([1, 1])
  })

  it('replaces what the browser has stored of a project that is missing now', async () => {
    const api = nodeApi(nodes)
    const network = stubNetwork({ [path]: api.reply })
    resetPage()
    api.refuse('Project', 'NOT_FOUND', 'Project not found')
    expect(await openProject('project')).toEqual({ kind: 'missing' })
    expect(network.to(projectPath)).toHaveLength(1)
  })
})

describe('project edit', () => {
  it('shows edits immediately and sends those of one tick in order in one request', async () => {
    const { api, client } = await start()
    const made = client.edits.create({ kind: 'child', parentId: 'a' })
    client.edits.change(made.ok ? made.value : '', { title: 'Pears' })
    client.edits.move(['b'], { side: 'onto', targetId: made.ok ? made.value : '' })
    expect(titles({ client })).toEqual(['Pears', 'a', 'b', 'root'])
    expect(client.saving.get()).toEqual({ kind: 'saving' })
    await saved(client)
    const sent = api.requests.filter((request) => request.some(({ operationName }) => operationName === 'CreateNode'))
    expect(sent.map((request) => request.map(({ operationName }) => operationName))).toEqual([
      ['CreateNode', 'UpdateNode', 'UpdateNode'],
    ])
    expect(api.server.nodes.get('b')?.parentIds).toEqual([made.ok ? made.value : ''])
  })

  it('rejects an edit locally while the person has no right to edit', async () => {
    const { api, client, allowEditing } = await start()
    allowEditing(false)
    const denied = "You don't have permissions to make changes"
    expect(client.edits.change('a', { title: 'Pears' })).toEqual({ ok: false, reason: denied })
    expect(await client.edits.rename('Pears')).toEqual({ ok: false, reason: denied })
    expect(client.saving.get()).toEqual({ kind: 'saved' })
    expect(api.asked('UpdateNode')).toEqual([])
  })

  it('rolls back and reports an edit that the server rejects, and informs the whole page of a lost right', async () => {
    const { api, client } = await start()
    const events: string[] = []
    client.onRefused((text) => events.push(text))
    api.refuse('UpdateNode', 'FORBIDDEN', "You don't have permissions to make changes")
    client.edits.change('a', { title: 'Pears' })
    await waitFor(() => expect(events).toEqual(["You don't have permissions to make changes"]))
    expect([client.node('a')?.title, client.canUndo.get(), troubles]).toEqual(['a', false, [{ kind: 'forbidden' }]])
    await waitFor(() => expect(api.asked('Project')).toHaveLength(2))
  })

  it('notifies listeners of the project and of the edited node', async () => {
    const { client } = await start()
    const changes: string[] = []
    client.listen(({ ids, origin }) => changes.push(`${origin} ${ids.join(' ')}`))
    client.listenTo('a', () => changes.push('a itself'))
    client.edits.change('a', { title: 'Pears' })
    client.edits.change('b', { title: 'Plums' })
    client.edits.undo()
    expect(changes).toEqual(['a itself', 'own a', 'own b', 'undo b'])
    expect([client.canUndo.get(), client.canRedo.get()]).toEqual([true, true])
    await saved(client)
  })
})

describe('unreachable server', () => {
  it('keeps and counts edits while the server is unreachable, and sends them once it is back', async () => {
    const { api, client } = await start()
    api.goAway(true)
    client.edits.change('a', { title: 'Pears' })
    await waitFor(() => expect(client.saving.get()).toEqual({ kind: 'offline', changes: 1 }))
    client.edits.change('b', { title: 'Plums' })
    expect(client.saving.get()).toEqual({ kind: 'offline', changes: 2 })
    api.goAway(false)
    client.tryAgain()
    await saved(client)
    expect([api.server.nodes.get('a')?.title, api.server.nodes.get('b')?.title]).toEqual(['Pears', 'Plums'])
  })

  it.each(['RATE_LIMITED', 'UPSTREAM_FAILED'])(
    'keeps an edit that the server answered with %s, and sends it again',
    async (code) => {
      const { api, client } = await start()
      const refused: string[] = []
      client.onRefused((text) => refused.push(text))
      api.refuse('UpdateNode', code, 'Busy')
      client.edits.change('a', { title: 'Pears' })
      await waitFor(() => expect(client.saving.get()).toEqual({ kind: 'offline', changes: 1 }))
      expect([client.node('a')?.title, refused]).toEqual(['Pears', []])
      api.accept('UpdateNode')
      client.tryAgain()
      await saved(client)
      expect([api.server.nodes.get('a')?.title, refused]).toEqual(['Pears', []])
    },
  )

  it('keeps unsent edits over a reload, under the id of the tab that made them', async () => {
    const api = nodeApi(nodes)
    const first = await start(api)
    api.goAway(true)
    first.client.edits.create({ kind: 'child', parentId: 'a' }, { title: 'kept' })
    await waitFor(() => expect(first.client.saving.get().kind).toBe('offline'))
    first.client.close()
    const [name = ''] = unsentNames()
    expect(window.localStorage.getItem(name)).not.toContain('kept')
    const storage = createEncryptedStorage([decodeBase64(btoa('k'.repeat(32)))])
    const kept = storage?.read(name) ?? ''
    storage?.remove(name)
    storage?.write(name.replace(clientId, 'tab-before'), kept.replaceAll(clientId, 'tab-before'))
    api.goAway(false)
    const { client, network } = await start(api)
    expect(titles({ client })).toEqual(['a', 'b', 'kept', 'root'])
    await saved(client)
    expect(network.to(path).map((call) => call.headers.get('x-client-id'))).toContain('tab-before')
    await waitFor(() => expect(unsentNames()).toEqual([]))
    expect(api.server.living().map(({ title }) => title)).toContain('kept')
  })

  it('keeps edits until the next session when the session has ended', async () => {
    const { api, client } = await start()
    api.refuse('UpdateNode', 'UNAUTHENTICATED', 'Log in first')
    client.edits.change('a', { title: 'Pears' })
    await waitFor(() => expect(client.saving.get()).toEqual({ kind: 'offline', changes: 1 }))
    expect([client.node('a')?.title, troubles]).toEqual(['Pears', [{ kind: 'unauthenticated' }]])
    api.accept('UpdateNode')
    client.tryAgain()
    await saved(client)
  })
})

describe('project details', () => {
  it('renames a project immediately, and rolls back when the server rejects it', async () => {
    const { api, client } = await start()
    const renamed = client.edits.rename('  Garden ')
    expect(client.project.get().title).toBe('Garden')
    expect(await renamed).toEqual({ ok: true, value: null })
    expect(api.project.title).toBe('Garden')
    api.refuse('UpdateProject', 'FORBIDDEN', 'No')
    const turned = client.edits.setLayout('tree-down')
    expect(client.project.get().layout).toBe('tree-down')
    expect(await turned).toEqual({ ok: false, reason: 'No' })
    expect(troubles).toEqual([{ kind: 'forbidden' }])
    expect(client.project.get().layout).toBe('tree-left')
    expect(await client.edits.rename(' ')).toEqual({ ok: false, reason: 'Please enter a title' })
  })

  it('does not allow edits of a project in the trash', async () => {
    const { api, client } = await start()
    Object.assign(api.project, { status: 'deleted' })
    api.refuse('UpdateNode', 'FORBIDDEN', 'No')
    client.edits.change('a', { title: 'Pears' })
    await waitFor(() => expect(client.canEdit.get()).toBe(false))
  })
})
