import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FeedSubscriber } from '../../api/live-feed.ts'
import { openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { createRoomRunner, createRoomState, type RoomBroadcast } from './room-state.ts'

let world: ProjectWorld
beforeAll(async () => {
  world = await openProjectWorld()
})
afterAll(() => world.close())

const createSubscriber = (viewer: SignedInViewer, received: string[]): FeedSubscriber => ({
  key: 'the same question',
  clientId: null,
  connectionId: 'a socket',
  earlier: Promise.resolve(),
  viewer: () => viewer,
  selectsField: () => false,
  write: async () => ({ text: 'the list', bytes: () => Buffer.from('the list') }),
  send: ({ text }) => void received.push(text),
  end: () => undefined,
})

it('reads a list once for all waiting subscribers and sends it to each of them', async () => {
  const owner = world.person('ada')
  const { projectId } = await openTestProject(world, owner)
  const work = createRoomState(projectId, 0)
  const received: string[] = []
  const others: string[] = []
  const waiting = Array.from({ length: 50 }, () => createSubscriber(owner, received))
  for (const subscriber of [...waiting, createSubscriber(owner, others)]) work.room.add('projectSessions', subscriber)
  let prepared = 0
  const prepare: RoomBroadcast['prepare'] = async (_scene, seq) => {
    prepared += 1
    return { extensions: { seq, clientId: null }, audienceFor: () => 'all', rootFor: () => ({}) }
  }
  for (const to of waiting) work.broadcasts.push({ channel: 'projectSessions', to, prepare })
  const runner = createRoomRunner({ database: { pool: world.test.pool }, log: world.log, onEmpty: () => undefined })
  runner.runEvenIfUnchanged(work)
  await runner.idle()
  expect([prepared, received.length, others.length, work.broadcasts.length]).toEqual([1, 50, 0, 0])
})

it('reads a room once for all subscribers that join within its pause, and immediately for the first one', async () => {
  const owner = world.person('bea')
  const { projectId } = await openTestProject(world, owner)
  const work = createRoomState(projectId, 0)
  let lookups = 0
  const query = async (...args: unknown[]) => {
    lookups += 1
    return (world.test.pool.query as (...given: unknown[]) => Promise<unknown>).apply(world.test.pool, args)
  }
  const runner = createRoomRunner({
    database: { pool: { query } as unknown as Pool },
    log: world.log,
    pauseMsPerSubscriber: 250,
    onEmpty: () => undefined,
  })
  const enter = (): void => {
    work.room.add('projectSessions', createSubscriber(owner, []))
    runner.runForNewcomer(work)
  }
  enter()
  await runner.idle()
  expect(lookups).toBe(1)
  for (let count = 1; count < 10; count += 1) {
    enter()
    await runner.idle()
  }
  expect(lookups).toBe(1)
  await expect.poll(() => lookups).toBe(2)
  await runner.idle()
  expect([work.pause, work.isAwaited]).toEqual([null, false])
})

it('reads and sends a large change in parts, so that others are served in between', async () => {
  const owner = world.person('cleo')
  const plan = await openTestProject(world, owner)
  const root = await plan.add({ title: 'root' })
  const before = await plan.seq()
  const ids: string[] = []
  for (let at = 0; at < 6; at += 1) ids.push((await plan.add({ parentId: root.id })).id)
  // As many log rows as a large branch has, each with more nodes than fit into one page.
  const many = Array.from({ length: 200 }, () => ids).flat()
  await world.test.pool.query(
    `update change_log set kind = 'nodes-updated', node_ids = $2::uuid[] where project_id = $1 and seq > $3`,
    [plan.projectId, many, before],
  )
  const work = createRoomState(plan.projectId, before)
  const received: string[] = []
  work.room.add('nodeBatchUpdated', createSubscriber(owner, received))
  let reads = 0
  const query = async (...args: unknown[]) => {
    reads += 1
    return (world.test.pool.query as (...given: unknown[]) => Promise<unknown>).apply(world.test.pool, args)
  }
  const runner = createRoomRunner({
    database: { pool: { query } as unknown as Pool },
    log: world.log,
    onEmpty: () => undefined,
  })
  runner.runEvenIfUnchanged(work)
  await runner.idle()
  expect([received.length, work.room.cursor]).toEqual([6, before + 6])
  expect(reads).toBe(6)
})
