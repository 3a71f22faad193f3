import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../api/viewer.ts'
import { createSharedBus, type LiveSubscription, type LiveWorld, openLiveWorld } from '../../testing/live-world.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

let live: LiveWorld
let owner: SignedInViewer
let plan: NodeClient

beforeAll(async () => {
  live = await openLiveWorld({ beatMs: 50, socketTimes: { pingMs: 200 } })
  owner = await known('ada')
})
afterAll(() => live.close())
beforeEach(async () => {
  plan = await openTestProject(live.world, owner)
  await update({ sharing: { generalAccess: 'anyone' } })
})

const soon = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 10_000, interval: 20 })

/** A person who has opened the product before. */
async function known(name: string): Promise<SignedInViewer> {
  const viewer = live.world.person(name)
  const { id, email, firstname } = viewer.person
  await live.world.test.pool.query('insert into accounts (id, user_id, email, firstname) values ($1, $2, $3, $4)', [
    viewer.accountId,
    id,
    email,
    firstname,
  ])
  return viewer
}
const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const update = (data: object) => live.world.get(owner, updateProject, { id: plan.projectId, data })

interface Session {
  readonly id: string
  readonly email: string | null
  readonly picture: string
  readonly nodeIds: readonly string[]
}
const listed = ({ payloads }: LiveSubscription): readonly Session[] =>
  (payloads.items.at(-1)?.data?.['projectSessions'] ?? []) as readonly Session[]
const idsIn = (listening: LiveSubscription) => listed(listening).map(({ id }) => id)
const guestId = (clientId: string) => `guest:${createHash('sha256').update(clientId).digest('hex').slice(0, 32)}`
const sessionsFor = async (viewer: Viewer) => {
  const query = `query ($projectId: ID!) { projectSessions(projectId: $projectId) { id email picture nodeIds } }`
  const answer = await live.world.get<{ projectSessions: Session[] }>(viewer, query, { projectId: plan.projectId })
  return answer.projectSessions
}

describe('Presence', () => {
  it('makes a subscriber present and sends the list at once and at each change', async () => {
    const bob = await known('bob')
    const one = await live.connect(owner, 'tab-1')
    const { projectSessions: received } = await one.enter(plan.projectId, ['projectSessions'])
    expect(received.payloads.items[0]).toMatchObject({
      data: {
        projectSessions: [
          {
            id: owner.person.id,
            email: 'ada@example.com',
            firstname: 'ada',
            picture: `https://espalier.example/avatar/${owner.person.id}`,
            colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
            nodeIds: [],
          },
        ],
      },
      extensions: { seq: 2, clientId: null },
    })
    const other = await live.connect(bob)
    await other.enter(plan.projectId, [])
    await soon(() => idsIn(received)).toEqual([owner.person.id, bob.person.id])
    await other.close()
    await soon(() => idsIn(received)).toEqual([owner.person.id])
    await one.close()
    await soon(() => sessionsFor(owner)).toEqual([])
  })

  it('lists a person with several tabs once, until the last tab closes', async () => {
    const [watching, first, second] = [await live.connect(owner), await live.connect(owner), await live.connect(owner)]
    const { projectSessions: received } = await watching.enter(plan.projectId, ['projectSessions'])
    const { projectSessions: tab } = await first.enter(plan.projectId, ['projectSessions'])
    await second.enter(plan.projectId, [])
    expect(idsIn(received)).toEqual([owner.person.id])
    tab.complete()
    await second.close()
    const guest = await live.connect(anonymousViewer, 'guest-tab')
    await guest.enter(plan.projectId, [])
    await soon(() => idsIn(received)).toEqual([owner.person.id, guestId('guest-tab')])
    await Promise.all([watching.close(), first.close(), guest.close()])
    await soon(() => sessionsFor(owner)).toEqual([])
  })

  it('shows email addresses to named members, but not to guests or people with only the link', async () => {
    const [stranger, viewer] = [await known('eve'), await known('vic')]
    await update({ sharing: { users: { [viewer.person.id]: 'viewer' } } })
    const clients = [await live.connect(anonymousViewer, 'g'), await live.connect(stranger), await live.connect(viewer)]
    const received: LiveSubscription[] = []
    for (const client of clients)
      received.push((await client.enter(plan.projectId, ['projectSessions'])).projectSessions)
    for (const listening of received) await soon(() => listed(listening).length).toBe(3)
    const addresses = received.map((listening) => listed(listening).map(({ email }) => email))
    expect(addresses).toEqual([
      [null, null, null],
      [null, null, null],
      [null, 'eve@example.com', 'vic@example.com'],
    ])
    expect((await sessionsFor(anonymousViewer)).map(({ email }) => email)).toEqual([null, null, null])
    expect((await sessionsFor(owner)).map(({ email }) => email)).toEqual([null, 'eve@example.com', 'vic@example.com'])
    await Promise.all(clients.map((client) => client.close()))
  })

  it('removes a crashed browser when it answers no ping', async () => {
    const watching = await live.connect(owner)
    const { projectSessions: received } = await watching.enter(plan.projectId, ['projectSessions'])
    const dying = await live.connect(anonymousViewer, 'dying')
    await dying.enter(plan.projectId, [])
    await soon(() => idsIn(received).length).toBe(2)
    dying.socket.pong = () => undefined
    await soon(() => idsIn(received)).toEqual([owner.person.id])
    expect(await dying.closed).toBe(1006)
    await watching.close()
  })

  it('removes a person whose access is revoked', async () => {
    const bob = await known('rob')
    await update({ sharing: { users: { [bob.person.id]: 'viewer' }, generalAccess: 'restricted' } })
    const [watching, losing] = [await live.connect(owner), await live.connect(bob)]
    const { projectSessions: received } = await watching.enter(plan.projectId, ['projectSessions'])
    await losing.enter(plan.projectId, [])
    await soon(() => idsIn(received).length).toBe(2)
    await update({ sharing: { users: {} } })
    await soon(() => idsIn(received)).toEqual([owner.person.id])
    await Promise.all([watching.close(), losing.close()])
  })
})

describe('Presence on several servers', () => {
  it('lists the people of all servers once, with and without a bus', async () => {
    const bus = createSharedBus()
    const [near, far, disconnected] = [await live.another(bus), await live.another(bus), await live.another()]
    const clients = [
      await near.connect(owner),
      await far.connect(owner),
      await disconnected.connect(anonymousViewer, 'far-guest'),
    ]
    const received: LiveSubscription[] = []
    for (const client of clients)
      received.push((await client.enter(plan.projectId, ['projectSessions'])).projectSessions)
    const everyone = [owner.person.id, guestId('far-guest')]
    for (const listening of received) await soon(() => idsIn(listening)).toEqual(everyone)
    await clients[0]?.close()
    await clients[2]?.close()
    await soon(() => received[1] && idsIn(received[1])).toEqual([owner.person.id])
    await clients[1]?.close()
  })

  it('removes the people of a dead server after 6 s of silence', async () => {
    const { pool } = live.world.test
    const client = await live.connect(owner)
    const { projectSessions: received } = await client.enter(plan.projectId, ['projectSessions'])
    const serverId = randomUUID()
    await pool.query('insert into servers values ($1, now())', [serverId])
    await pool.query('insert into presence values ($1, $2, $3, now(), default, now())', [
      plan.projectId,
      'ghost',
      serverId,
    ])
    await soon(() => idsIn(received)).toEqual([owner.person.id, 'ghost'])
    await pool.query(`update servers set seen_at = now() - interval '6.1 seconds' where id = $1`, [serverId])
    await soon(() => idsIn(received)).toEqual([owner.person.id])
    await pool.query(`update servers set seen_at = now() - interval '61 seconds' where id = $1`, [serverId])
    const left = () => pool.query('select from presence where server_id = $1', [serverId])
    await soon(async () => (await left()).rowCount).toBe(0)
    await client.close()
  })

  it('writes its rows again when they are gone', async () => {
    const client = await live.connect(owner)
    const { projectSessions: received } = await client.enter(plan.projectId, ['projectSessions'])
    await live.world.test.pool.query('truncate servers, presence')
    await soon(async () => (await sessionsFor(owner)).map(({ id }) => id)).toEqual([owner.person.id])
    await soon(() => idsIn(received)).toEqual([owner.person.id])
    await client.close()
  })

  it('removes its people at once when a server stops', async () => {
    const other = await live.another(live.world.bus)
    const [staying, leaving] = [await live.connect(owner), await other.connect(anonymousViewer, 'leaving')]
    const { projectSessions: received } = await staying.enter(plan.projectId, ['projectSessions'])
    await leaving.enter(plan.projectId, [])
    await soon(() => idsIn(received).length).toBe(2)
    await other.front.app.close()
    await soon(() => idsIn(received)).toEqual([owner.person.id])
    await staying.close()
  })
})

describe('Selections of others', () => {
  const mutation = `mutation ($projectId: ID!, $nodeIds: [ID!]!) { showSelection(projectId: $projectId, nodeIds: $nodeIds) }`
  const show = (viewer: Viewer, nodeIds: readonly string[], clientId?: string) =>
    live.world.ask(viewer, mutation, { projectId: plan.projectId, nodeIds }, clientId === undefined ? {} : { clientId })

  it('shows the selections of people and guests to everybody present until they leave', async () => {
    const [first, second] = [await plan.add(), await plan.add()]
    const seq = await plan.seq()
    const [one, guest] = [await live.connect(owner, 'tab-1'), await live.connect(anonymousViewer, 'tab-2')]
    const { projectSessions: received } = await one.enter(plan.projectId, ['projectSessions'])
    await guest.enter(plan.projectId, [])
    expect((await show(owner, [first.id, second.id.toUpperCase(), first.id])).data).toEqual({ showSelection: true })
    expect((await show(anonymousViewer, [second.id], 'tab-2')).data).toEqual({ showSelection: true })
    const shown = () => listed(received).map(({ id, nodeIds }) => [id, nodeIds])
    await soon(shown).toEqual([
      [owner.person.id, [first.id, second.id]],
      [guestId('tab-2'), [second.id]],
    ])
    await show(owner, [])
    await guest.close()
    await soon(shown).toEqual([[owner.person.id, []]])
    expect(await plan.seq()).toBe(seq)
    await one.close()
  })

  it('shows no selection of a person who is not present', async () => {
    const { id } = await plan.add()
    expect((await show(owner, [id])).data).toEqual({ showSelection: false })
    expect((await show(anonymousViewer, [id])).data).toEqual({ showSelection: false })
    expect((await show(anonymousViewer, [id], 'nobody')).data).toEqual({ showSelection: false })
  })

  it('refuses nodes of other projects, unknown nodes and too many nodes', async () => {
    const other = await (await openTestProject(live.world, owner)).add()
    const ids = Array.from({ length: 101 }, () => randomUUID())
    expect(readErrorCode(await show(owner, [other.id]))).toBe('NOT_FOUND')
    expect(readErrorCode(await show(owner, ['x']))).toBe('NOT_FOUND')
    expect(readErrorCode(await show(owner, ids))).toBe('BAD_USER_INPUT')
  })
})

it('limits how often a selection is shown', async () => {
  const limited = await openLiveWorld({ hasLimits: true })
  const person = limited.world.person('ada')
  const own = await openTestProject(limited.world, person)
  const query = `mutation ($projectId: ID!) { showSelection(projectId: $projectId, nodeIds: []) }`
  const codes: unknown[] = []
  for (let turn = 0; turn < 61; turn += 1) {
    codes.push(readErrorCode(await limited.world.ask(person, query, { projectId: own.projectId })))
  }
  expect(codes.filter((code) => code !== undefined)).toEqual(['RATE_LIMITED'])
  await limited.close()
})
