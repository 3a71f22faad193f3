import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '../../api/viewer.ts'
import {
  type LiveClient,
  liveDocuments,
  type LiveFieldName,
  type LiveSubscription,
  type LiveWorld,
  openLiveWorld,
} from '../../testing/live-world.ts'
import { openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

const actors = ['anonymous', 'stranger', 'viewer', 'editor', 'owner', 'owner without access'] as const
type Actor = (typeof actors)[number]
const states = ['restricted', 'linked', 'deleted'] as const
type State = (typeof states)[number]
const fields = Object.keys(liveDocuments) as LiveFieldName[]

const outsiders = { restricted: 'NOT_FOUND', linked: 'ok', deleted: 'NOT_FOUND' }
const named = { restricted: 'ok', linked: 'ok', deleted: 'NOT_FOUND' }
const owners = { restricted: 'ok', linked: 'ok', deleted: 'ok' }
const expected: Readonly<Record<Actor, Readonly<Record<State, string>>>> = {
  anonymous: outsiders,
  stranger: outsiders,
  viewer: named,
  editor: named,
  owner: owners,
  'owner without access': owners,
}

/** Subscriptions of a person rather than of a project: who may start them. */
const forSignedIn: Readonly<Record<Actor, string>> = {
  anonymous: 'UNAUTHENTICATED',
  stranger: 'ok',
  viewer: 'ok',
  editor: 'ok',
  owner: 'ok',
  'owner without access': 'ok',
}
const personalFields: Readonly<Record<string, Readonly<Record<Actor, string>>>> = {
  projectListChanged: forSignedIn,
  myWorkChanged: forSignedIn,
  notificationAdded: forSignedIn,
}
const personalSelections: Readonly<Record<string, string>> = { notificationAdded: '{ id }' }

/** Comments and proposals reach people who are named in the project; others who may view it hear nothing. */
const namedFields = {
  commentChanged: {
    subscription: 'subscription ($projectId: ID!) { commentChanged(projectId: $projectId) { body } }',
    cause: 'mutation ($nodeId: ID!) { addComment(nodeId: $nodeId, body: "x") { id } }',
  },
  proposalChanged: {
    subscription: 'subscription ($projectId: ID!) { proposalChanged(projectId: $projectId) { title } }',
    cause: `mutation ($projectId: ID!, $changes: [JSON!]!) {
      createProposal(projectId: $projectId, title: "x", changes: $changes) { id } }`,
  },
} as const

let live: LiveWorld
let owner: SignedInViewer
const people = new Map<Actor, Viewer>([['anonymous', anonymousViewer]])

beforeAll(async () => {
  live = await openLiveWorld()
  owner = live.world.person('owner')
  people.set('owner', owner).set('owner without access', { ...owner, hasAccess: false })
  for (const actor of ['stranger', 'viewer', 'editor'] as const) people.set(actor, live.world.person(actor))
})
afterAll(() => live.close())

const findViewer = (actor: Actor): Viewer => people.get(actor) ?? anonymousViewer
const findPersonId = (actor: Actor): string => {
  const viewer = findViewer(actor)
  return viewer.kind === 'person' ? viewer.person.id : ''
}
const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const update = (id: string, data: object) => live.world.get(owner, updateProject, { id, data })

async function makeProject(state: State) {
  const plan = await openTestProject(live.world, owner)
  const [first] = [await plan.add(), await plan.add()]
  const users = { [findPersonId('viewer')]: 'viewer', [findPersonId('editor')]: 'editor' }
  await update(plan.projectId, { sharing: { users, generalAccess: state === 'restricted' ? 'restricted' : 'anyone' } })
  if (state === 'deleted') await update(plan.projectId, { status: 'deleted' })
  return { plan, nodeId: first.id }
}

/** Causes an event of each kind. */
async function happen(plan: Awaited<ReturnType<typeof openTestProject>>, nodeId: string): Promise<void> {
  await plan.add()
  await plan.change(nodeId, { title: 'changed' })
  await plan.try('updateNodeBatch', { ids: [nodeId], data: { projectId: plan.projectId, status: 'done' } })
  await update(plan.projectId, { title: 'renamed' })
}

/** Returns 'ok' if an event arrives, otherwise the message of the refusal. */
async function readOutcome({ payloads }: LiveSubscription): Promise<string> {
  const [first] = await payloads.atLeast(1)
  return first?.errors?.[0]?.extensions.code ?? 'ok'
}

describe('Subscription policy', () => {
  it('covers every subscription of the schema', () => {
    const served = Object.keys(live.world.engine.schema.getSubscriptionType()?.getFields() ?? {})
    expect(served.sort()).toEqual([...fields, ...Object.keys(personalFields), ...Object.keys(namedFields)].sort())
  })

  it.each(actors.flatMap((actor) => states.map((state) => [actor, state] as const)))(
    'the subscriptions of %s to a project that is %s',
    async (actor, state) => {
      const { plan, nodeId } = await makeProject(state)
      const client = await live.connect(findViewer(actor), `tab of ${actor}`.replaceAll(' ', '-'))
      const listening = fields.map((field) => client.listen(field, plan.projectId))
      const sessions = listening[fields.indexOf('projectSessions')]
      expect(sessions && (await readOutcome(sessions))).toBe(expected[actor][state])
      if (expected[actor][state] === 'ok') {
        if (state === 'deleted') await update(plan.projectId, { status: 'active' })
        await happen(plan, nodeId)
      }
      const outcomes = await Promise.all(listening.map(readOutcome))
      expect(outcomes).toEqual(fields.map(() => expected[actor][state]))
      await client.close()
    },
  )

  it.each(actors.flatMap((actor) => states.map((state) => [actor, state] as const)))(
    'the comments and proposals that %s gets of a project that is %s',
    async (actor, state) => {
      const { plan, nodeId } = await makeProject(state)
      const { projectId } = plan
      const [client, owners] = [await live.connect(findViewer(actor)), await live.connect(owner)]
      const listening = Object.values(namedFields).map(({ subscription, cause }) => ({
        cause,
        heard: client.subscribe(subscription, { projectId }),
        control: owners.subscribe(subscription, { projectId }),
      }))
      if (expected[actor][state] === 'ok') {
        for (const one of [client, owners]) await one.enter(projectId, [])
        if (state === 'deleted') await update(projectId, { status: 'active' })
      }
      const changes = [{ op: 'update', id: nodeId, data: { title: 'x' } }]
      for (const { cause, heard, control } of listening) {
        if (expected[actor][state] !== 'ok') {
          expect(await readOutcome(heard)).toBe(expected[actor][state])
          continue
        }
        await live.world.get(owner, cause, { projectId, nodeId, changes })
        await control.payloads.atLeast(1)
        const isNamed = actor !== 'anonymous' && actor !== 'stranger'
        if (isNamed) expect(await readOutcome(heard)).toBe('ok')
        else expect(heard.payloads.items).toEqual([])
      }
      for (const one of [client, owners]) await one.close()
    },
  )

  it.each(Object.entries(personalFields))('the personal subscription %s', async (field, allowed) => {
    const giver = live.world.person('giver')
    const outcomes: Record<string, string> = {}
    for (const actor of actors) {
      const client = await live.connect(findViewer(actor))
      const subscription = client.subscribe(`subscription { ${field} ${personalSelections[field] ?? ''} }`, {})
      const { plan } = await makeProject('linked')
      await client.enter(plan.projectId, [])
      // Everybody who has an id gets access to a project of somebody else.
      const given = await openTestProject(live.world, giver)
      const users = actor === 'anonymous' ? {} : { [findPersonId(actor)]: 'viewer' }
      await live.world.get(giver, updateProject, { id: given.projectId, data: { sharing: { users } } })
      outcomes[actor] = await readOutcome(subscription)
      await client.close()
    }
    expect(outcomes).toEqual(allowed)
  })

  it('gives the same answer for hidden and missing projects', async () => {
    const { plan } = await makeProject('restricted')
    const client = await live.connect(findViewer('stranger'))
    for (const field of fields) {
      const answers = await Promise.all(
        [plan.projectId, '6f1f3c1e-0f5a-4f0e-9a52-1f9f3f8f2a10', 'x'].map(
          async (id) => (await client.listen(field, id).payloads.atLeast(1))[0],
        ),
      )
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]).toEqual(answers[2])
    }
    await client.close()
  })
})

const enter = async (client: LiveClient, projectId: string) =>
  Object.values(await client.enter(projectId, fields)) as LiveSubscription[]

describe('Revoked access', () => {
  it.each([
    ['sharing by name', 'viewer', 'restricted', { sharing: { users: {} } }],
    ['the link', 'anonymous', 'linked', { sharing: { generalAccess: 'restricted' } }],
    ['the project', 'editor', 'linked', { status: 'deleted' }],
  ] as const)('%s: every subscription ends and no event follows', async (_name, actor, state, data) => {
    const { plan, nodeId } = await makeProject(state)
    const [revoked, staying] = [await live.connect(findViewer(actor), 'gone'), await live.connect(owner, 'stays')]
    const ends = await enter(revoked, plan.projectId)
    const stays = await staying.enter(plan.projectId, ['projectUpdated', 'nodeCreated'])
    await update(plan.projectId, data)
    expect(await Promise.all(ends.map(({ over }) => over))).toEqual(fields.map(() => 'NOT_FOUND'))
    const arrived = ends.map(({ payloads }) => payloads.items.length)
    if ('status' in data)
      await update(plan.projectId, { status: 'active', sharing: { users: {}, generalAccess: 'restricted' } })
    await happen(plan, nodeId)
    await stays.nodeCreated.payloads.atLeast(1)
    expect(ends.map(({ payloads }) => payloads.items.length)).toEqual(arrived)
    await Promise.all([revoked.close(), staying.close()])
  })

  it('ends every subscription of a person who leaves the project', async () => {
    const { plan } = await makeProject('restricted')
    const [leaver, staying] = [await live.connect(findViewer('viewer'), 'leaves'), await live.connect(owner, 'stays')]
    const ends = await enter(leaver, plan.projectId)
    const stays = await staying.enter(plan.projectId, ['projectUpdated'])
    await live.world.get(findViewer('viewer'), 'mutation ($id: ID!) { leaveProject(id: $id) }', { id: plan.projectId })
    expect(await Promise.all(ends.map(({ over }) => over))).toEqual(fields.map(() => 'NOT_FOUND'))
    const [update] = await stays.projectUpdated.payloads.atLeast(1)
    expect(update?.data).toMatchObject({
      projectUpdated: { sharing: { users: { [findPersonId('editor')]: 'editor' } } },
    })
    await Promise.all([leaver.close(), staying.close()])
  })

  it('informs the owner as well when the project is purged from the trash', async () => {
    const { plan } = await makeProject('deleted')
    const client = await live.connect(owner)
    const ends = await enter(client, plan.projectId)
    await live.world.get(owner, 'mutation { emptyTrash }')
    expect(await Promise.all(ends.map(({ over }) => over))).toEqual(fields.map(() => 'NOT_FOUND'))
    await client.close()
  })

  it('keeps a former member connected who still has the link, but hides the people', async () => {
    const { plan } = await makeProject('linked')
    const client = await live.connect(findViewer('viewer'))
    const received = await client.enter(plan.projectId, ['projectUpdated', 'projectSessions'])
    expect(received.projectSessions.payloads.items[0]?.data).toMatchObject({
      projectSessions: [{ id: findPersonId('viewer') }],
    })
    await update(plan.projectId, { title: 'before' })
    const [before] = await received.projectUpdated.payloads.atLeast(1)
    expect(before?.data).toMatchObject({
      projectUpdated: { sharing: { users: { [findPersonId('viewer')]: 'viewer' } } },
    })
    await update(plan.projectId, { sharing: { changes: { [findPersonId('viewer')]: null } } })
    const [, after] = await received.projectUpdated.payloads.atLeast(2)
    expect(after?.data).toMatchObject({ projectUpdated: { title: 'before', sharing: { users: {} } } })
    await client.close()
  })

  it('closes the sockets of a session at logout and no others', async () => {
    const { plan } = await makeProject('restricted')
    const [one, other] = [await live.connect(findViewer('viewer')), await live.connect(owner)]
    const [received, stays] = [
      await one.enter(plan.projectId, ['nodeCreated']),
      await other.enter(plan.projectId, ['nodeCreated', 'projectSessions']),
    ]
    const { sessionId } = findViewer('viewer') as SignedInViewer
    live.world.bus.publish({ kind: 'sessions-ended', sessionIds: [sessionId] })
    expect(await one.closed).toBe(4401)
    await plan.add()
    await stays.nodeCreated.payloads.atLeast(1)
    expect(received.nodeCreated.payloads.items).toEqual([])
    await other.close()
  })
})
