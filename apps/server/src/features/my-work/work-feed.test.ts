import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveWorld, openLiveWorld } from '../../testing/live-world.ts'
import { openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

const listening = 'subscription { myWorkChanged }'

let live: LiveWorld
let ann: SignedInViewer

beforeAll(async () => {
  live = await openLiveWorld()
  ann = live.world.person('ann')
})
afterAll(() => live.close())

/** Subscribes and waits until the subscription runs: a room that is entered afterwards confirms it. */
async function subscribe(viewer: SignedInViewer) {
  const client = await live.connect(viewer)
  const subscription = client.subscribe(listening, {})
  const own = await openTestProject(live.world, viewer)
  await client.enter(own.projectId, ['projectUpdated'])
  return { client, subscription, own }
}

describe('myWorkChanged', () => {
  it('announces that something was assigned, changed and done', async () => {
    const { client, subscription } = await subscribe(ann)
    const project = await openTestProject(live.world, ann)
    const { id } = await project.add({ title: 'a', assigneeIds: [ann.person.id] })
    const last = async () => (await subscription.payloads.atLeast(1)).at(-1)?.extensions?.seq
    await expect.poll(last).toBe(await project.seq())
    await project.change(id, { dueDate: '2030-01-01' })
    await expect.poll(last).toBe(await project.seq())
    await project.change(id, { status: 'done' })
    await expect.poll(last).toBe(await project.seq())
    const payloads = await subscription.payloads.atLeast(3)
    expect(new Set(payloads.map(({ data }) => (data as { myWorkChanged: string }).myWorkChanged))).toEqual(
      new Set([project.projectId]),
    )
    await client.close()
  })

  it('is silent about projects in which the person has nothing to do', async () => {
    const bea = live.world.person('bea')
    const { client, subscription, own } = await subscribe(bea)
    await own.add({ title: 'unassigned' })
    const project = await openTestProject(live.world, ann)
    await project.add({ title: 'for ann', assigneeIds: [ann.person.id] })
    const mine = await openTestProject(live.world, bea)
    await mine.add({ title: 'for bea', assigneeIds: [bea.person.id] })
    const payloads = await subscription.payloads.atLeast(1)
    expect(payloads.map(({ data }) => data)).toEqual([{ myWorkChanged: mine.projectId }])
    await client.close()
  })

  it('is refused without a session', async () => {
    const client = await live.connect(anonymousViewer)
    const [refused] = await client.subscribe(listening, {}).payloads.atLeast(1)
    expect(refused?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    await client.close()
  })
})
