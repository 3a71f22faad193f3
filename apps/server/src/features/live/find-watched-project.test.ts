import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { createFindWatchedProject } from './resolvers.ts'

let world: ProjectWorld
beforeAll(async () => {
  world = await openProjectWorld()
})
afterAll(() => world.close())

/** Wraps the pool of the tests and counts queries and their concurrency. */
function countedPool() {
  const counts = { queries: 0, running: 0, most: 0 }
  const query = async (...args: unknown[]) => {
    counts.queries += 1
    counts.running += 1
    counts.most = Math.max(counts.most, counts.running)
    return (world.test.pool.query as (...given: unknown[]) => Promise<unknown>)
      .apply(world.test.pool, args)
      .finally(() => (counts.running -= 1))
  }
  return { counts, database: { pool: { query } as unknown as Pool } }
}

it('queries once for the five subscriptions of a page and again for the next page', async () => {
  const owner = world.person('ada')
  const { projectId } = await openTestProject(world, owner)
  const { counts, database } = countedPool()
  const find = createFindWatchedProject(database)
  const found = await Promise.all(Array.from({ length: 5 }, () => find(owner, projectId)))
  expect(found.map((one) => one?.role)).toEqual(Array.from({ length: 5 }, () => 'owner'))
  expect(counts.queries).toBe(1)
  await find(owner, projectId)
  expect(counts.queries).toBe(2)
})

it('queries again after a refusal and separately for each person', async () => {
  const [owner, stranger] = [world.person('bea'), world.person('cleo')]
  const { projectId } = await openTestProject(world, owner)
  const { database } = countedPool()
  const find = createFindWatchedProject(database)
  const [own, others] = await Promise.all([find(owner, projectId), find(stranger, projectId)])
  expect([own?.role, others?.role]).toEqual(['owner', 'none'])
  await world.get(owner, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id: projectId,
    data: { sharing: { changes: { [stranger.person.id]: 'viewer' } } },
  })
  expect((await find(stranger, projectId))?.role).toBe('viewer')
})

it('leaves connections for others while 200 pages reconnect at once', async () => {
  const owner = world.person('dora')
  const { projectId } = await openTestProject(world, owner)
  const { counts, database } = countedPool()
  const find = createFindWatchedProject(database)
  await Promise.all(Array.from({ length: 200 }, () => find({ ...owner }, projectId)))
  expect(counts.queries).toBe(200)
  expect(counts.most).toBeLessThanOrEqual(4)
})
