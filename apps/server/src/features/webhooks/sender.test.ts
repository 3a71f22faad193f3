import { createSelfSignedCertificate } from '@espalier/stand-ins/self-signed-certificate.ts'
import { dayMs, minuteMs, secondMs } from '@espalier/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { composeTestWebhooks, type Receiver, startReceiver, testSecret } from '../../testing/webhook-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let receiver: Receiver
let owner: SignedInViewer
let project: NodeClient
let round = 0
let time = new Date('2030-01-01T12:00:00Z')
const asked: string[] = []

const wait = (ms: number): void => void (time = new Date(time.getTime() + ms))
const posting = {
  allowHosts: ['127.0.0.1'],
  waitMs: 2_000,
  resolve: async (host: string) => {
    asked.push(host)
    return [{ address: '127.0.0.1', family: 4 }]
  },
}

beforeAll(async () => {
  world = await openProjectWorld({ now: () => time, posting })
})
afterAll(() => world.close())
beforeEach(async () => {
  round += 1
  receiver = await startReceiver()
  owner = world.person(`owner${round}`)
  await world.test.pool.query('insert into accounts (id, user_id, email) values ($1, $2, $3)', [
    owner.accountId,
    owner.person.id,
    owner.person.email,
  ])
  project = await openTestProject(world, owner, 'Garden')
})
afterEach(async () => {
  await world.test.pool.query('delete from webhooks')
  await receiver.close()
})

const create = async (url = receiver.url, events: readonly string[] = ['*']): Promise<string> => {
  const { createWebhook } = await world.get<{ createWebhook: { webhook: { id: string } } }>(
    owner,
    `mutation ($projectId: ID!, $url: String!, $events: [String!]!) {
      createWebhook(projectId: $projectId, url: $url, events: $events) { webhook { id } } }`,
    { projectId: project.projectId, url, events },
  )
  return createWebhook.webhook.id
}
interface Delivery {
  readonly state: string
  readonly attempts: number
  readonly status: number | null
  readonly problem: string | null
  readonly nextAt: number | null
}
const listDeliveries = async (id: string) =>
  (
    await world.get<{ webhookDeliveries: Delivery[] }>(
      owner,
      'query ($id: ID!) { webhookDeliveries(id: $id) { type state attempts status problem nextAt } }',
      { id },
    )
  ).webhookDeliveries
const readHook = async () =>
  (
    await world.get<{ webhooks: { isHealthy: boolean; offReason: string | null }[] }>(
      owner,
      'query ($id: ID!) { webhooks(projectId: $id) { isHealthy lastStatus lastAt offReason } }',
      { id: project.projectId },
    )
  ).webhooks[0]
const send = () => world.webhookSender.runDue()

/** Sends an event to a receiver that does not accept it, and returns the state of its delivery. */
async function readState(url: string): Promise<Delivery | undefined> {
  const id = await create(url)
  await project.add()
  await send()
  return (await listDeliveries(id))[0]
}

describe('A receiver that does not accept', () => {
  it.each([
    ['is down', () => 'http://127.0.0.1:1/', { problem: 'unreachable', status: null }],
    ['is silent', () => ((receiver.status = null), receiver.url), { problem: 'timeout', status: null }],
    ['redirects', () => ((receiver.status = 302), receiver.url), { problem: 'redirect', status: 302 }],
    ['fails', () => ((receiver.status = 503), receiver.url), { problem: null, status: 503 }],
    ['has a private address by its name', () => 'https://hooks.example/x', { problem: 'address', status: null }],
  ])('has a state of its own if it %s, and is tried again within 30 seconds', async (_case, prepare, expected) => {
    const delivery = await readState(prepare())
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, ...expected })
    expect(delivery?.nextAt).toBeLessThanOrEqual(time.getTime() + 30 * secondMs)
    expect(await readHook()).toMatchObject({ isHealthy: false, lastStatus: expected.status, offReason: null })
  })

  it('does not follow a receiver to another address', async () => {
    receiver.status = 307
    await readState(receiver.url)
    expect(receiver.received).toHaveLength(1)
  })

  it('refuses a receiver with a certificate that nobody has signed', async () => {
    const secure = await startReceiver(createSelfSignedCertificate('127.0.0.1'))
    try {
      expect(await readState(secure.url)).toMatchObject({ problem: 'certificate', status: null })
      expect(secure.received).toHaveLength(0)
    } finally {
      await secure.close()
    }
  })

  it('sends an event again with the same id as soon as the receiver accepts', async () => {
    receiver.status = 500
    const delivery = await readState(receiver.url)
    await send()
    expect(receiver.received).toHaveLength(1)
    receiver.status = 200
    time = new Date(delivery?.nextAt ?? 0)
    await send()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[0]])
    expect(await readHook()).toMatchObject({ isHealthy: true, lastStatus: 200 })
  })

  it('tries a receiver for a day, then switches the webhook off and mails its person', async () => {
    receiver.status = 500
    const id = await create()
    await project.add()
    const begin = time.getTime()
    while (time.getTime() < begin + 2 * dayMs) {
      await send()
      wait(5 * minuteMs)
    }
    const attempts = receiver.received.length
    expect(attempts).toBeGreaterThan(20)
    expect(attempts).toBeLessThan(40)
    expect(await readHook()).toMatchObject({ isHealthy: false, offReason: 'failed' })
    expect(await listDeliveries(id)).toMatchObject([{ state: 'failed', attempts, nextAt: null }])
    const letters = (await world.letters()).filter(({ to }) => to === owner.person.email)
    expect(letters).toMatchObject([{ subject: 'A webhook of "Garden" was switched off' }])
    expect(letters[0]?.text).toContain('127.0.0.1')
    expect(letters[0]?.text).not.toContain('/hook')
  })

  it('sends the events of other nodes while one event is refused, which holds back those of its own node', async () => {
    const id = await create()
    const [bad, good] = [await project.add({ title: 'bad' }), await project.add({ title: 'good' })]
    receiver.decide = (body) => (body.includes(bad.id) ? 400 : 200)
    await send()
    await project.change(bad.id, { title: 'bad again' })
    await project.change(good.id, { title: 'good again' })
    wait(minuteMs)
    await send()
    const isAbout = (nodeId: string) => receiver.received.filter(({ body }) => body.includes(nodeId))
    expect(isAbout(good.id).map(({ body }) => JSON.parse(body).type)).toEqual(['node.created', 'node.updated'])
    expect(new Set(isAbout(bad.id).map(({ body }) => JSON.parse(body).type))).toEqual(new Set(['node.created']))
    const begin = time.getTime()
    while (time.getTime() < begin + dayMs) {
      wait(30 * minuteMs)
      await project.change(good.id, { title: `good at ${time.getTime()}` })
      await send()
    }
    expect(await readHook()).toMatchObject({ offReason: null })
    const states = (await listDeliveries(id)).map(({ state }) => state)
    expect(states).toContain('failed')
  })
})

/** The parts that another sender needs. */
const parts = () => ({
  database: world.database,
  mailer: { send: async () => {} },
  log: world.log,
  audit: () => {},
  rates: null,
  now: () => time,
  posting,
})

it('seals a secret again with the newest key, so that the old one can be removed', async () => {
  await create()
  const newer = 'a newer secret of the tests, also long enough'
  for (const secrets of [[newer, testSecret], [newer]]) {
    await project.add()
    await composeTestWebhooks({ ...parts(), secrets }).sender.runDue()
  }
  expect(receiver.received).toHaveLength(2)
})

/** A database that is gone for good after some calls, as for a process that was killed. */
function dieAfter(database: Database, calls: number): Database {
  let left = calls
  const live = (): void => {
    left -= 1
    if (left < 0) throw new Error('killed')
  }
  const pool = new Proxy(database.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value
      return (...args: unknown[]) => {
        live()
        return (value as (...given: unknown[]) => unknown).apply(target, args)
      }
    },
  })
  return {
    pool,
    transaction: async (work, options) => {
      live()
      return database.transaction(async (tx) => {
        const answer = await work(tx)
        // It may die before the commit as well.
        live()
        return answer
      }, options)
    },
  }
}

describe('A sender that is killed', () => {
  it('loses no event of a killed sender: each arrives at least once, in order for its node, with an id that identifies repeats', async () => {
    await create(receiver.url, ['node.updated'])
    const nodes = await Promise.all(Array.from({ length: 4 }, () => project.add()))
    const expected = new Map(nodes.map(({ id }) => [id, [] as string[]]))
    for (let kill = 0; kill < 25; kill += 1) {
      for (const { id } of nodes) {
        const title = `title ${kill}`
        await project.change(id, { title })
        expected.get(id)?.push(title)
      }
      const database = dieAfter(world.database, 3 + ((kill * 7) % 12))
      const { sender } = composeTestWebhooks({ ...parts(), database })
      await sender.runDue().catch(() => {})
      // The claim of a dead server ends after a while.
      if (kill % 3 !== 0) wait(2 * minuteMs)
    }
    wait(2 * minuteMs)
    await send()
    const seqs = new Map<string, Map<string, number>>()
    for (const { headers, body } of receiver.received) {
      const { data } = JSON.parse(body) as { data: { nodeId: string; seq: number } }
      const ofNode = seqs.get(data.nodeId) ?? new Map<string, number>()
      const id = String(headers['webhook-id'])
      if (!ofNode.has(id)) ofNode.set(id, data.seq)
      seqs.set(data.nodeId, ofNode)
    }
    expect(receiver.received.length).toBeGreaterThan(100)
    for (const [nodeId, titles] of expected) {
      const arrived = [...(seqs.get(nodeId)?.values() ?? [])]
      expect(arrived).toHaveLength(titles.length)
      expect(arrived).toEqual([...arrived].sort((a, b) => a - b))
    }
  })

  // Four calls clean up and claim; each further one leaves another part of the work undone.
  it.each([4, 5, 6, 7, 8])(
    'leaves the webhook of a sender that is killed after %i calls of the database to another server, and not before its claim ends',
    async (calls) => {
      await create()
      await project.add()
      const other = world.another()
      const { sender } = composeTestWebhooks({ ...parts(), database: dieAfter(world.database, calls) })
      await sender.runDue().catch(() => {})
      const before = receiver.received.length
      await other.webhookSender.runDue()
      expect(receiver.received).toHaveLength(before)
      wait(2 * minuteMs)
      await Promise.all([other.webhookSender.runDue(), world.webhookSender.runDue()])
      expect(receiver.received).toHaveLength(before + 1)
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    },
  )
})
