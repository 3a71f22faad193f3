import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LiveWorld, openLiveWorld } from '../../testing/live-world.ts'
import { createNodeClient, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

const changesQuery = 'query ($projectId: ID!) { changesSinceLastVisit(projectId: $projectId) { nodeIds by { email } } }'
const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`

let live: LiveWorld
let owner: SignedInViewer
let reader: SignedInViewer
let plan: NodeClient

beforeEach(async () => {
  live = await openLiveWorld({ lookMs: 50 })
  owner = live.world.person('ada')
  reader = live.world.person('bob')
  const { accountId, person } = reader
  const row = [accountId, person.id, person.email]
  await live.world.test.pool.query('insert into accounts (id, user_id, email) values ($1, $2, $3)', row)
  plan = await openTestProject(live.world, owner)
  const sharing = { users: { [person.id]: 'editor' } }
  await live.world.get(owner, updateProject, { id: plan.projectId, data: { sharing } })
})
afterEach(() => live.close())

const readChanges = async () =>
  (
    await live.world.get<{ changesSinceLastVisit: { nodeIds: string[]; by: { email: string } | null }[] }>(
      reader,
      changesQuery,
      { projectId: plan.projectId },
    )
  ).changesSinceLastVisit

const isPresent = async (): Promise<boolean> => {
  const { rowCount } = await live.world.test.pool.query('select from presence where project_id = $1', [plan.projectId])
  return rowCount !== 0
}

async function leave(client: { close(): Promise<void> }): Promise<void> {
  await client.close()
  while (await isPresent()) await new Promise((resolve) => setTimeout(resolve, 20))
}

it('lists what others changed after the person left, each node once in a row, and nothing on a first visit', async () => {
  const [one, two] = [await plan.add({ title: 'one' }), await plan.add({ title: 'two' })]
  expect(await readChanges()).toEqual([])
  const client = await live.connect(reader)
  await client.enter(plan.projectId, ['projectSessions'])
  await plan.change(one.id, { title: 'seen' })
  await leave(client)
  expect(await readChanges()).toEqual([])
  await plan.change(one.id, { title: 'first' })
  await plan.change(two.id, { title: 'second' })
  await createNodeClient(live.world, reader, plan.projectId).change(two.id, { title: 'by myself' })
  await plan.change(one.id, { title: 'third' })
  expect((await readChanges()).map(({ nodeIds }) => nodeIds)).toEqual([[one.id], [one.id], [two.id]])
  // A new visit still shows them, until it ends.
  const again = await live.connect(reader)
  await again.enter(plan.projectId, ['projectSessions'])
  expect(await readChanges()).toHaveLength(3)
  await leave(again)
  expect(await readChanges()).toEqual([])
})

it('returns when the person left and what others did before more than a page of own changes, and nothing to other people', async () => {
  const readTime = async (viewer: SignedInViewer) =>
    (
      await live.world.get<{ lastVisitAt: number | null }>(
        viewer,
        'query ($projectId: ID!) { lastVisitAt(projectId: $projectId) }',
        { projectId: plan.projectId },
      )
    ).lastVisitAt
  const { id } = await plan.add({ title: 'one' })
  const began = Date.now() - 60_000
  const client = await live.connect(reader)
  await client.enter(plan.projectId, ['projectSessions'])
  expect(await readTime(reader)).toBeNull()
  await leave(client)
  expect(await readTime(reader)).toBeGreaterThan(began)
  expect(await readTime(owner)).toBeNull()
  await plan.change(id, { title: 'by another' })
  const own = createNodeClient(live.world, reader, plan.projectId)
  for (let count = 0; count < 101; count += 1) await own.change(id, { title: `own ${count}` })
  expect((await readChanges()).map(({ by }) => by?.email)).toEqual([owner.person.email])
})

it('does not end a visit while another tab is open, and forgets the visits of a project that is gone', async () => {
  const { id } = await plan.add()
  const tabs = [await live.connect(reader, 'one'), await live.connect(reader, 'two')]
  for (const tab of tabs) await tab.enter(plan.projectId, ['projectSessions'])
  await tabs[0]?.close()
  await plan.change(id, { title: 'x' })
  const readVisits = async () =>
    (await live.world.test.pool.query('select seq from project_visits')).rows.map(({ seq }) => seq as number)
  await leave(tabs[1] as { close(): Promise<void> })
  expect(await readVisits()).toEqual([await plan.seq()])
  await live.world.get(owner, updateProject, { id: plan.projectId, data: { status: 'deleted' } })
  await live.world.get(owner, 'mutation { emptyTrash }')
  await live.world.notificationRunners['forget-notifications']({})
  expect(await readVisits()).toEqual([])
})
