import { openPool } from '@espalier/postgres'
import type { Pool, PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import { readProjectRow } from '../../database/projects.ts'
import { openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from './policy.ts'
import { allowEditors } from './policy.ts'
import { createWriteQueue } from './write-queue.ts'
import { createWrites, type Writes } from './writes.ts'

const connections = 3
let world: ProjectWorld
let owner: SignedInViewer
let pool: Pool
let holder: PoolClient
let busyId: string
let otherId: string

beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('ada')
  pool = openPool(world.test.connection, { max: connections })
})
afterAll(async () => {
  await pool.end()
  await world.close()
})
beforeEach(async () => {
  ;[busyId, otherId] = [
    (await openTestProject(world, owner)).projectId,
    (await openTestProject(world, owner)).projectId,
  ]
  holder = await world.test.pool.connect()
  await holder.query('begin')
  await holder.query('select from projects where id = $1 for update', [busyId])
})
afterEach(async () => {
  await holder.query('rollback')
  holder.release()
})

function openWrites(waitMs: number): { readonly writes: Writes; readonly queue: ReturnType<typeof createWriteQueue> } {
  const queue = createWriteQueue()
  const bus = { publish: () => undefined }
  return {
    queue,
    writes: createWrites({ database: openDatabase(pool), bus, audit: () => undefined, queue, waitMs }),
  }
}

const rename = (writes: Writes, projectId: string, title: string): Promise<string> =>
  writes.run(
    { viewer: owner, clientId: null, operationId: null, field: 'test' },
    async (work) => {
      const write = await work.open(projectId, allowEditors)
      write.setColumns({ title })
      write.logChange('project-updated', { project: { title } })
      return title
    },
    { projectId },
  )

describe('Project locked by another server', () => {
  it('many writers of a locked project cost one connection, so that other projects are not blocked', async () => {
    const { writes, queue } = openWrites(60_000)
    const waiting = Array.from({ length: 40 }, (_, index) => rename(writes, busyId, `title ${index}`))
    await expect.poll(() => queue.size).toBe(39)
    expect(await rename(writes, otherId, 'free')).toBe('free')
    expect((await readProjectRow(pool, otherId))?.title).toBe('free')
    expect(pool.totalCount).toBeLessThanOrEqual(connections)
    await holder.query('rollback')
    expect(await Promise.all(waiting)).toHaveLength(40)
    expect((await readProjectRow(pool, busyId))?.title).toBe('title 39')
  })

  it('answers busy when writers of a locked project have waited too long, in the database or in the queue', async () => {
    const { writes } = openWrites(200)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => rename(writes, busyId, 'never')))
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason.code) : 'written'))
    // The first write waits in the database, the others in the queue.
    expect(reasons[0]).toBe('55P03')
    expect(reasons.slice(1).every((code) => code === 'RATE_LIMITED' || code === '55P03')).toBe(true)
    await holder.query('rollback')
    expect(await rename(writes, busyId, 'at last')).toBe('at last')
  })
})
