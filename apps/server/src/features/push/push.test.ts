import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PushResult, PushTarget } from '../../ports/push.ts'
import { type CommentClient, createCommentClient, mention } from '../../testing/comment-client.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import { startTestPushing } from '../../testing/push-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

const add = `mutation ($endpoint: String!, $key: String!) {
  addPushSubscription(endpoint: $endpoint, p256dh: $key, auth: $key) }`
const remove = 'mutation ($endpoint: String!) { removePushSubscription(endpoint: $endpoint) }'
const shareDocument = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
const key = 'k'.repeat(22)
const laptop = 'https://push.example.com/laptop'
const phone = 'https://push.example.com/phone'

let world: ProjectWorld
let reader: SignedInViewer
let comments: CommentClient
let plan: NodeClient
let nodeId: string
let stopPushing: () => Promise<void>
let sent: { endpoint: string; body: string; path: string }[]
let results: Record<string, PushResult>

const push = {
  publicKey: 'the public key',
  async send({ endpoint }: PushTarget, message: string): Promise<PushResult> {
    sent.push({ endpoint, ...(JSON.parse(message) as { body: string; path: string }) })
    return results[endpoint] ?? 'sent'
  },
}

beforeEach(async () => {
  sent = []
  results = {}
  world = await openProjectWorld()
  const owner = world.person('ada')
  reader = world.person('bob')
  comments = createCommentClient(world, owner)
  plan = await openTestProject(world, owner, 'Garden')
  nodeId = (await plan.add({ title: 'Order <b>seeds</b>' })).id
  const data = { sharing: { users: { [reader.person.id]: 'viewer' } } }
  await world.get(owner, shareDocument, { id: plan.projectId, data })
  // The notification of the shared project would be sent to a browser that is there before the server looks for one.
  stopPushing = startTestPushing(world, world, push)
})
afterEach(async () => {
  await stopPushing()
  await world.close()
})

const subscribe = (endpoint: string, viewer = reader) => world.get(viewer, add, { endpoint, key })
const listEndpoints = async () =>
  (await world.test.pool.query<{ endpoint: string }>('select endpoint from push_subscriptions order by 1')).rows.map(
    ({ endpoint }) => endpoint,
  )
const mentionReader = () => comments.add(nodeId, mention(reader.person.id))
const untilSent = (count: number) => expect.poll(() => sent.length, { timeout: 10_000 }).toBe(count)

describe('Push messages', () => {
  it('sends a push message to every browser of the person once, from any number of servers, with the path of the comment', async () => {
    const stopOther = startTestPushing(world, world.another(world.bus), push)
    await subscribe(laptop)
    await subscribe(phone)
    const { id } = await mentionReader()
    await untilSent(2)
    expect(sent.map(({ endpoint }) => endpoint).sort()).toEqual([laptop, phone])
    expect(sent[0]).toMatchObject({
      title: 'Espalier',
      body: expect.stringContaining('mentioned you in "Order seeds"'),
      path: `/tree/${plan.projectId}#node=${nodeId}&comment=${id}`,
      tag: nodeId,
    })
    // A burst is one notification, and one message.
    await mentionReader()
    await Promise.all([stopPushing(), stopOther()])
    expect(sent).toHaveLength(2)
  })

  it('sends no more push messages to a browser that is gone, and continues after a failure', async () => {
    await subscribe(laptop)
    await subscribe(phone)
    results = { [laptop]: 'gone', [phone]: 'failed' }
    await mentionReader()
    await untilSent(2)
    await expect.poll(listEndpoints).toEqual([phone])
  })

  it('stops push messages with the session that asked for them, and when the person switches them off', async () => {
    await subscribe(laptop)
    await subscribe(phone, { ...reader, sessionId: 'another session' })
    world.bus.publish({ kind: 'sessions-ended', sessionIds: [reader.sessionId] })
    await expect.poll(listEndpoints).toEqual([phone])
    const has = '{ hasPushSubscription(endpoint: "https://push.example.com/phone") }'
    expect(await world.get(reader, has)).toEqual({ hasPushSubscription: true })
    expect(await world.get(world.person('zoe'), has)).toEqual({ hasPushSubscription: false })
    expect(await world.get(world.person('eve'), remove, { endpoint: phone })).toEqual({ removePushSubscription: false })
    expect(await world.get(reader, remove, { endpoint: phone })).toEqual({ removePushSubscription: true })
    expect(await listEndpoints()).toEqual([])
    await mentionReader()
    await stopPushing()
    expect(sent).toEqual([])
  })

  it('sends push messages to the person who used the browser last, and to 10 browsers at most', async () => {
    await subscribe(laptop)
    await subscribe(laptop, world.person('eve'))
    await mentionReader()
    for (let count = 0; count < 11; count += 1)
      await subscribe(`https://push.example.com/${String(count).padStart(2, '0')}`)
    const endpoints = await listEndpoints()
    expect(endpoints).toHaveLength(11)
    expect(endpoints).not.toContain('https://push.example.com/00')
    await stopPushing()
    expect(sent).toEqual([])
  })

  it('refuses an invalid address or key for push messages', async () => {
    for (const variables of [
      { endpoint: 'http://push.example.com/x', key },
      { endpoint: 'nothing', key },
      { endpoint: `https://push.example.com/${'x'.repeat(1_000)}`, key },
      { endpoint: laptop, key: 'short' },
      { endpoint: laptop, key: `${'k'.repeat(30)}"` },
    ]) {
      expect(readErrorCode(await world.ask(reader, add, variables))).toBe('BAD_USER_INPUT')
    }
    expect(await listEndpoints()).toEqual([])
    expect(await world.get(reader, '{ pushKey }')).toEqual({ pushKey: 'the public key' })
  })
})
