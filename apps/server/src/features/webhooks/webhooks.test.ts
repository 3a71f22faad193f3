import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import { createToken } from '../../testing/token-server.ts'
import { type Received, type Receiver, startReceiver } from '../../testing/webhook-world.ts'
import { deletePersonData } from '../account/index.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let receiver: Receiver
let owner: SignedInViewer
let project: NodeClient
let round = 0

beforeAll(async () => {
  world = await openProjectWorld({ hasLimits: false })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await world.close()
})
beforeEach(async () => {
  round += 1
  receiver.received.length = 0
  receiver.status = 200
  owner = world.person(`owner${round}`)
  project = await openTestProject(world, owner)
})

const fields = 'id url events isHealthy lastStatus lastAt offReason'
const creating = `mutation ($projectId: ID!, $url: String!, $events: [String!]!) {
  createWebhook(projectId: $projectId, url: $url, events: $events) { secret webhook { ${fields} } } }`

interface Hook {
  readonly id: string
  readonly url: string
  readonly events: string[]
  readonly isHealthy: boolean
  readonly lastStatus: number | null
  readonly lastAt: number | null
  readonly offReason: string | null
}

const tryCreating = (url: string, events: readonly string[] = ['*'], projectId = project.projectId, viewer = owner) =>
  world.ask(viewer, creating, { projectId, url, events })
const create = async (events: readonly string[] = ['*'], viewer = owner) =>
  (
    await world.get<{ createWebhook: { secret: string; webhook: Hook } }>(viewer, creating, {
      projectId: project.projectId,
      url: receiver.url,
      events,
    })
  ).createWebhook
const list = async () =>
  (
    await world.get<{ webhooks: Hook[] }>(
      owner,
      `query ($projectId: ID!) { webhooks(projectId: $projectId) { ${fields} } }`,
      {
        projectId: project.projectId,
      },
    )
  ).webhooks
const listDeliveries = async (id: string) =>
  (
    await world.get<{ webhookDeliveries: { id: string; type: string; state: string; attempts: number }[] }>(
      owner,
      'query ($id: ID!) { webhookDeliveries(id: $id) { id type state attempts status problem durationMs } }',
      { id },
    )
  ).webhookDeliveries
const send = () => world.webhookSender.runDue()

interface Payload {
  readonly type: string
  readonly timestamp: string
  readonly data: Record<string, unknown> & { readonly node?: { readonly title: string; readonly isDeleted: boolean } }
}
const parse = ({ body }: Received): Payload => JSON.parse(body) as Payload
const readTypes = () => receiver.received.map((one) => parse(one).type)

describe('Webhooks', () => {
  it('shows the secret once and stores it encrypted', async () => {
    const { secret, webhook } = await create(['node.updated', 'node.created', 'node.created'])
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/u)
    expect(webhook).toMatchObject({ events: ['node.created', 'node.updated'], isHealthy: true, lastStatus: null })
    expect(await list()).toEqual([webhook])
    const { rows } = await world.test.pool.query('select webhooks::text as stored from webhooks')
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  })

  it('sends what happened to a node, signed so that the public library verifies it', async () => {
    // The only node of a project cannot be deleted.
    await project.add()
    const { secret } = await create()
    const { id } = await project.add({ title: 'One' })
    await project.change(id, { title: 'Two' })
    expect((await project.try('deleteNode', { id })).errors).toBeUndefined()
    await send()
    expect(readTypes()).toEqual(['node.created', 'node.updated', 'node.deleted'])
    for (const { headers, body } of receiver.received) {
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>) as Payload
      expect(verified.data).toMatchObject({
        projectId: project.projectId,
        actorId: owner.person.id,
        tokenName: null,
        nodeId: id,
        node: { id, title: 'Two', isDeleted: true },
      })
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    const updated = receiver.received.map(parse)[1]
    expect(updated?.data).toMatchObject({ changed: ['title'] })
    expect(await list()).toMatchObject([{ isHealthy: true, lastStatus: 200 }])
    await send()
    expect(receiver.received).toHaveLength(3)
  })

  it('names the fields of the node as the API does', async () => {
    await create()
    const node = await project.add({ title: 'One', body: '<p>Text</p>', dueDate: '2030-01-02' })
    await send()
    expect(parse(receiver.received[0] as Received).data.node).toEqual(node)
  })

  it('sends a body like the one in the documentation', async () => {
    const { id } = await project.add({ title: 'One' })
    await create()
    await project.change(id, { title: 'Two' })
    await send()
    const { node, ...data } = parse(receiver.received[0] as Received).data
    const text = readFileSync(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
    const [, example = ''] = /```json\n(\{\n {2}"type": "node.updated".*?)\n```/su.exec(text) ?? []
    const shown = JSON.parse(example) as Payload
    expect(Object.keys({ ...data, node })).toEqual(Object.keys(shown.data))
    expect(Object.keys(node ?? {})).toEqual(expect.arrayContaining(Object.keys(shown.data.node ?? {})))
    expect(new Date(shown.timestamp).toISOString()).toBe(shown.timestamp)
  })

  it('sends only the chosen events, and none from before it was added', async () => {
    const { id } = await project.add({ title: 'Earlier' })
    await create(['node.created', 'project.updated'])
    await project.change(id, { title: 'Changed' })
    await project.add({ title: 'New' })
    await world.get(owner, 'mutation ($id: ID!) { updateProject(id: $id, data: { title: "Renamed" }) { id } }', {
      id: project.projectId,
    })
    await send()
    expect(readTypes().sort()).toEqual(['node.created', 'project.updated'])
    const renamed = receiver.received.map(parse).find(({ type }) => type === 'project.updated')
    expect(renamed?.data).toMatchObject({ project: { id: project.projectId, title: 'Renamed' }, changed: ['title'] })
  })

  it('sends a comment once, with the token that wrote it', async () => {
    const { id: nodeId } = await project.add()
    await create()
    const { token } = await createToken(world, owner, { name: 'Robot', role: 'editor' })
    const robot = { ...owner, token: { ...token, expiresAt: null } } as unknown as SignedInViewer
    const adding = 'mutation ($nodeId: ID!) { addComment(nodeId: $nodeId, body: "Done soon") { id } }'
    const { addComment } = await world.get<{ addComment: { id: string } }>(robot, adding, { nodeId })
    await send()
    expect(readTypes()).toEqual(['comment.added'])
    expect(parse(receiver.received[0] as Received).data).toMatchObject({
      tokenName: 'Robot',
      nodeId,
      comment: { id: addComment.id, nodeId, body: 'Done soon', authorId: owner.person.id },
    })
  })

  it('sends an event that is not in the change log', async () => {
    const { id: nodeId } = await project.add()
    await create(['proposal.created'])
    await create(['node.created'])
    await world.get(
      owner,
      `mutation ($projectId: ID!, $changes: [JSON!]!) {
        createProposal(projectId: $projectId, title: "Split it", changes: $changes) { id } }`,
      { projectId: project.projectId, changes: [{ op: 'update', id: nodeId, data: { title: 'y' } }] },
    )
    await send()
    expect(receiver.received.map(parse)).toMatchObject([
      {
        type: 'proposal.created',
        data: { tokenName: null, proposal: { title: 'Split it', changes: [{ op: 'update', nodeId }] } },
      },
    ])
  })

  it.each([
    'ftp://example.com/x',
    'nonsense',
    'http://example.com/x',
    'https://user:secret@example.com/x',
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
  ])('refuses the address %s', async (url) => {
    const { errors } = await tryCreating(url)
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field: 'url' })
  })

  it('refuses an address that is too long', async () => {
    const { errors } = await tryCreating(`https://example.com/${'x'.repeat(2_000)}`)
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field: 'url' })
  })

  it('refuses a webhook without events or with unknown ones', async () => {
    for (const events of [[], ['node.moved'], ['webhook.test']]) {
      const { errors } = await tryCreating(receiver.url, events)
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field: 'events' })
    }
  })

  it('allows twenty webhooks in a project, also when they are added at once', async () => {
    const answers = await Promise.all(Array.from({ length: 22 }, () => tryCreating(receiver.url)))
    expect(answers.filter((answer) => readErrorCode(answer) === 'BAD_USER_INPUT')).toHaveLength(2)
    expect(await list()).toHaveLength(20)
  })

  it('says whether a test was accepted, and switches a webhook on again that was off', async () => {
    const { webhook } = await create()
    const test = async () =>
      (
        await world.get<{ testWebhook: boolean }>(owner, 'mutation ($id: ID!) { testWebhook(id: $id) }', {
          id: webhook.id,
        })
      ).testWebhook
    receiver.status = 410
    expect(await test()).toBe(false)
    await project.add()
    await send()
    expect(await list()).toMatchObject([{ isHealthy: false, lastStatus: 410, offReason: 'gone' }])
    receiver.status = 204
    await project.add()
    await send()
    expect(readTypes()).toEqual(['webhook.test', 'node.created'])
    expect(await test()).toBe(true)
    expect(await list()).toMatchObject([{ isHealthy: true, lastStatus: 204, offReason: null }])
    await project.add()
    await send()
    expect(readTypes()).toEqual(['webhook.test', 'node.created', 'webhook.test', 'node.created'])
  })

  it('lists deliveries and sends one again with the same id', async () => {
    const { webhook } = await create()
    receiver.status = 500
    await project.add()
    await send()
    const [delivery] = await listDeliveries(webhook.id)
    expect(delivery).toMatchObject({ type: 'node.created', state: 'pending', attempts: 1, status: 500, problem: null })
    const resend = 'mutation ($id: ID!) { resendWebhookDelivery(id: $id) }'
    expect(await world.get(owner, resend, { id: delivery?.id })).toEqual({ resendWebhookDelivery: false })
    receiver.status = 200
    expect(await world.get(owner, resend, { id: delivery?.id })).toEqual({ resendWebhookDelivery: true })
    expect(await listDeliveries(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 3, status: 200 }])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery?.id]))
  })

  it('stops sending when the person of a webhook can no longer edit the project', async () => {
    const editor = world.person(`editor${round}`)
    const share = (users: object) =>
      world.get(owner, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
        id: project.projectId,
        data: { sharing: { users, generalAccess: 'restricted' } },
      })
    await share({ [editor.person.id]: 'editor' })
    await create(['node.created'], editor)
    await project.add()
    await send()
    expect(receiver.received).toHaveLength(1)
    await share({ [editor.person.id]: 'viewer' })
    await project.add()
    await send()
    expect(receiver.received).toHaveLength(1)
    expect(await list()).toMatchObject([{ isHealthy: false, offReason: 'access' }])
  })

  it('sends nothing about a project in the trash', async () => {
    await create(['node.created'])
    await project.add()
    const setStatus = (status: string) =>
      world.get(owner, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
        id: project.projectId,
        data: { status },
      })
    await setStatus('deleted')
    await send()
    expect(receiver.received).toHaveLength(0)
    await setStatus('active')
    await send()
    expect(readTypes()).toEqual(['node.created'])
  })

  it('deletes webhooks on request, with their project, and with the data of their person', async () => {
    const { webhook } = await create()
    await world.get(owner, 'mutation ($id: ID!) { deleteWebhook(id: $id) }', { id: webhook.id })
    await project.add()
    await send()
    expect(receiver.received).toHaveLength(0)
    expect(
      readErrorCode(await world.ask(owner, 'mutation ($id: ID!) { testWebhook(id: $id) }', { id: webhook.id })),
    ).toBe('NOT_FOUND')
    await create()
    await deletePersonData(world.database, owner.person.id)
    const { rows } = await world.test.pool.query('select from webhooks where user_id = $1', [owner.person.id])
    expect(rows).toEqual([])
  })
})
