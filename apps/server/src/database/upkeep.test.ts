import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { historyJobRunners } from '../features/history/cleanup-jobs.ts'
import type { SignedInViewer } from '../features/projects/index.ts'
import { type NodeClient, openTestProject } from '../testing/node-client.ts'
import { findStoredBreaches } from './consistency.ts'
import { openProjectWorld, type ProjectWorld } from '../testing/project-world.ts'
import { trimChangeLogs } from './upkeep.ts'

const dayMs = 86_400_000
const clock = { at: Date.parse('2026-01-01T00:00:00Z') }
const daysAgo = (days: number) => new Date(clock.at - days * dayMs)

let world: ProjectWorld
let ada: SignedInViewer
let plan: NodeClient
beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date(clock.at) })
  ada = world.person('ada')
})
afterAll(() => world.close())

/** One change when the project is created, five long ago and five today. */
beforeEach(async () => {
  plan = await openTestProject(world, ada)
  const old = await plan.add({ title: 'old' })
  for (const title of ['older', 'oldest', 'b', 'c']) await plan.change(old.id, { title })
  clock.at += 100 * dayMs
  await plan.change(old.id, { title: 'today' })
  for (const title of ['d', 'e', 'f', 'g']) await plan.add({ title, parentId: old.id })
})

const sound = () => findStoredBreaches(world.test.pool, plan.projectId)
const kept = async () => {
  const { rows } = await world.test.pool.query<{ first: number; count: number }>(
    'select min(seq) as first, count(*)::integer as count from change_log where project_id = $1',
    [plan.projectId],
  )
  return rows[0]
}

it('deletes old changes and makes clients that need them reload', async () => {
  const seq = await plan.seq()
  const today = seq - 5
  expect(await trimChangeLogs(world.database, { before: daysAgo(90), keep: 1 })).toBeGreaterThanOrEqual(today)
  expect(await kept()).toEqual({ first: today + 1, count: 5 })
  expect(await plan.changes(today - 1)).toEqual({ seq, complete: false, nodes: [] })
  const { complete, nodes } = await plan.changes(today)
  expect([complete, nodes.length]).toEqual([true, 5])
  expect(await sound()).toEqual([])
  await plan.change(nodes[0]?.id ?? '', { title: 'after' })
  expect(await sound()).toEqual([])
})

it('trims in batches and has no effect the second time', async () => {
  const trimmed = await trimChangeLogs(world.database, { before: daysAgo(90), keep: 1, batch: 2 })
  expect(trimmed).toBeGreaterThanOrEqual(5)
  expect((await kept())?.count).toBe(5)
  expect(await trimChangeLogs(world.database, { before: daysAgo(90), keep: 1 })).toBe(0)
})

it('keeps the latest changes whatever their age, because servers catch up with them', async () => {
  clock.at += 1_000 * dayMs
  await trimChangeLogs(world.database, { before: daysAgo(90), keep: 3 })
  expect((await kept())?.count).toBe(3)
})

it('skips a project that is being written to', async () => {
  const writer = await world.test.pool.connect()
  await writer.query('begin')
  await writer.query('select from projects where id = $1 for update', [plan.projectId])
  const before = await kept()
  await trimChangeLogs(world.database, { before: daysAgo(90), keep: 1 })
  expect(await kept()).toEqual(before)
  await writer.query('rollback')
  writer.release()
})

it('finds a manipulated change in a trimmed log', async () => {
  await trimChangeLogs(world.database, { before: daysAgo(90), keep: 1 })
  await world.test.pool.query(
    `update change_log set payload = jsonb_set(payload::jsonb, '{nodes,0,title}', '"forged"')::json
     where project_id = $1 and kind = 'node-updated'`,
    [plan.projectId],
  )
  expect(await sound()).not.toEqual([])
})

it('keeps what the configuration says and never less than servers need', async () => {
  const runners = historyJobRunners({ database: world.database, changeLogDays: 30, now: () => new Date(clock.at) })
  const before = await kept()
  await runners['trim-change-log']({})
  await runners['forget-rates']({})
  expect(await kept()).toEqual(before)
})
