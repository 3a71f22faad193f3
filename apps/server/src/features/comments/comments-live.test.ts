import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCommentClient } from '../../testing/comment-client.ts'
import {
  createSharedBus,
  type LiveClient,
  type LiveServer,
  type LiveWorld,
  openLiveWorld,
  readPayloadNodes,
} from '../../testing/live-world.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

const commentChanged = `subscription ($projectId: ID!) {
  commentChanged(projectId: $projectId) { id body isDeleted author { email } reactions { emoji } } }`

let live: LiveWorld
let owner: SignedInViewer
let editor: SignedInViewer
let plan: NodeClient
let nodeId: string

beforeEach(async () => {
  live = await openLiveWorld({ lookMs: 50 })
  owner = live.world.person('ada')
  editor = live.world.person('bob')
  plan = await openTestProject(live.world, owner)
  nodeId = (await plan.add({ title: 'Order seeds' })).id
  const sharing = { users: { [editor.person.id]: 'editor' }, generalAccess: 'anyone' }
  await live.world.get(owner, updateProject, { id: plan.projectId, data: { sharing } })
})
afterEach(() => live.close())

const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`

/** Subscribes to comments and to nodes, and waits until both run. */
async function listen(server: LiveServer, viewer: SignedInViewer): Promise<{ client: LiveClient } & Listening> {
  const client = await server.connect(viewer)
  const comments = client.subscribe(commentChanged, { projectId: plan.projectId })
  const { nodeUpdated: nodes } = await client.enter(plan.projectId, ['nodeUpdated'])
  return { client, comments, nodes }
}
interface Listening {
  readonly comments: ReturnType<LiveClient['subscribe']>
  readonly nodes: ReturnType<LiveClient['subscribe']>
}

describe('Live comments', () => {
  it.each([
    ['on the same server', async () => live],
    ['on another server that gets no messages', () => live.another()],
  ])('reach people %s, each change once and in order, with the count of the node', async (_name, findServer) => {
    const { client, comments, nodes } = await listen(await findServer(), editor)
    const writer = createCommentClient(live.world, owner)
    const { id } = await writer.add(nodeId, 'x')
    await comments.payloads.atLeast(1)
    await writer.get('toggleReaction', { id, emoji: '👍' })
    await comments.payloads.atLeast(2)
    await writer.get('editComment', { id, body: 'y' })
    await comments.payloads.atLeast(3)
    await writer.get('deleteComment', { id })
    const received = await comments.payloads.atLeast(4)
    expect(received.map(({ data }) => data?.['commentChanged'])).toEqual([
      { id, body: 'x', isDeleted: false, author: { email: 'ada@example.com' }, reactions: [] },
      { id, body: 'x', isDeleted: false, author: { email: 'ada@example.com' }, reactions: [{ emoji: '👍' }] },
      { id, body: 'y', isDeleted: false, author: { email: 'ada@example.com' }, reactions: [{ emoji: '👍' }] },
      { id, body: '', isDeleted: true, author: { email: 'ada@example.com' }, reactions: [] },
    ])
    const counts = (await nodes.payloads.atLeast(2)).flatMap(readPayloadNodes).map((node) => node.commentCount)
    expect(counts.at(-1)).toBe(0)
    await client.close()
  })

  it('reach nobody who has only the link, and nobody who was removed', async () => {
    const { client, comments } = await listen(live, live.world.person('visitor'))
    const named = await listen(live, editor)
    const writer = createCommentClient(live.world, owner)
    await writer.add(nodeId, 'before')
    await named.comments.payloads.atLeast(1)
    const sharing = { users: {}, generalAccess: 'anyone' }
    await live.world.get(owner, updateProject, { id: plan.projectId, data: { sharing } })
    const own = await listen(live, owner)
    await writer.add(nodeId, 'after')
    await own.comments.payloads.atLeast(1)
    // A later event on the same socket shows that nothing was under way.
    await plan.change(nodeId, { title: 'x' })
    await named.nodes.payloads.atLeast(3)
    expect(named.comments.payloads.items).toHaveLength(1)
    expect(comments.payloads.items).toHaveLength(0)
    for (const one of [client, named.client, own.client]) await one.close()
  })
})

describe('Live notifications', () => {
  it('reach the person on another server, and nobody else', async () => {
    await live.close()
    live = await openLiveWorld({ lookMs: 50 })
    const bus = createSharedBus()
    const [writing, reading] = [await live.another(bus), await live.another(bus)]
    const [author, reader, other] = ['ada', 'bob', 'eve'].map((name) => live.world.person(name)) as [
      SignedInViewer,
      SignedInViewer,
      SignedInViewer,
    ]
    const project = await openTestProject(writing.server, author)
    const { id } = await project.add({ title: 'Order seeds' })
    const users = { [reader.person.id]: 'viewer', [other.person.id]: 'viewer' }
    await writing.server.get(author, updateProject, { id: project.projectId, data: { sharing: { users } } })
    const subscription = 'subscription { notificationAdded { kind nodeId text } }'
    const clients = [await reading.connect(reader), await reading.connect(other)] as const
    const [mine, others] = clients.map((client) => client.subscribe(subscription, {})) as [
      ReturnType<LiveClient['subscribe']>,
      ReturnType<LiveClient['subscribe']>,
    ]
    for (const client of clients) await client.enter(project.projectId, ['projectSessions'])
    await createCommentClient(writing.server, author).add(id, `Hi <a data-user-id="${reader.person.id}">bob</a>`)
    const [received] = await mine.payloads.atLeast(1)
    expect(received?.data?.['notificationAdded']).toEqual({
      kind: 'mentioned',
      nodeId: id,
      text: 'ada mentioned you in "Order seeds": Hi bob',
    })
    expect(others.payloads.items).toHaveLength(0)
    for (const client of clients) await client.close()
  })
})
