import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createSharedBus,
  liveNodeFields,
  type LivePayload,
  type LiveServer,
  type LiveWorld,
  openLiveWorld,
} from '../../testing/live-world.ts'
import { createNodeClient, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

let live: LiveWorld
let disconnected: LiveServer
let owner: SignedInViewer
let plan: NodeClient

beforeEach(async () => {
  live = await openLiveWorld({ lookMs: 50 })
  disconnected = await live.another()
  owner = live.world.person('ada')
  plan = await openTestProject(live.world, owner)
})
afterEach(() => live.close())

const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const listSeqs = (payloads: readonly LivePayload[]) => payloads.map(({ extensions }) => extensions?.seq)

describe('Servers without a bus', () => {
  it('servers without a bus find the changes of another server in the log, complete and in order', async () => {
    const client = await disconnected.connect(owner)
    const received = await client.enter(plan.projectId, liveNodeFields)
    const writers = [plan, createNodeClient(disconnected.server, owner, plan.projectId)]
    for (let turn = 0; turn < 40; turn += 1) await writers[turn % 2]?.add({ title: `${turn}` })
    const payloads = await received.nodeCreated.payloads.atLeast(40)
    expect(listSeqs(payloads)).toEqual(Array.from({ length: 40 }, (_, index) => index + 2))
    await client.close()
  })

  it('servers without a bus end the subscriptions of a person whose access was revoked on another server', async () => {
    const guest = live.world.person('bob')
    const sharing = { users: { [guest.person.id]: 'viewer' } }
    await live.world.get(owner, updateProject, { id: plan.projectId, data: { sharing } })
    const client = await disconnected.connect(guest)
    const received = await client.enter(plan.projectId, ['nodeCreated', 'projectSessions'])
    await live.world.get(owner, updateProject, { id: plan.projectId, data: { sharing: { users: {} } } })
    expect(await Promise.all([received.nodeCreated.over, received.projectSessions.over])).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ])
    await client.close()
  })

  it('servers without a bus end the subscriptions of a project that is gone', async () => {
    const client = await disconnected.connect(owner)
    const received = await client.enter(plan.projectId, ['nodeCreated'])
    await live.world.get(owner, updateProject, { id: plan.projectId, data: { status: 'deleted' } })
    await live.world.get(owner, 'mutation { emptyTrash }')
    expect(await received.nodeCreated.over).toBe('NOT_FOUND')
    await client.close()
  })

  it('servers without a bus continue after a database outage', async () => {
    const client = await live.connect(owner)
    const received = await client.enter(plan.projectId, ['nodeCreated'])
    const [writing, listening] = [live.world.another(), live.world.log]
    const { pool } = live.world.database
    const query = pool.query
    pool.query = (() => Promise.reject(new Error('the database is away'))) as typeof pool.query
    live.world.bus.publish({ kind: 'project-changed', projectId: plan.projectId, seq: 2 })
    await listening.line('the changes of a project could not be sent yet')
    pool.query = query
    await createNodeClient(writing, owner, plan.projectId).add()
    expect(listSeqs(await received.nodeCreated.payloads.atLeast(1))).toEqual([2])
    await client.close()
  })
})

describe('Servers on one bus', () => {
  it('servers on one bus wake each other and do not poll endlessly for a seq that is never reached', async () => {
    const bus = createSharedBus()
    const [one, other] = [await live.another(bus), await live.another(bus)]
    const client = await other.connect(owner)
    const received = await client.enter(plan.projectId, ['nodeCreated'])
    bus.publish({ kind: 'project-changed', projectId: plan.projectId, seq: 9_999 })
    await createNodeClient(one.server, owner, plan.projectId).add()
    expect(listSeqs(await received.nodeCreated.payloads.atLeast(1))).toEqual([2])
    await client.close()
  })
})
