import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldOperations } from '../../database/operations.ts'
import { createOperationIds, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectServer, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { purgeOldTrash, trashJobRunners } from './empty-trash.ts'

const day = 24 * 60 * 60 * 1000
let at = Date.parse('2026-06-01T00:00:00Z')
let world: ProjectWorld
let names = 0
const update = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { status } }`
const empty = 'mutation { emptyTrash }'

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date(at) })
})
afterAll(() => world.close())

const createTrashOptions = (server: ProjectServer) => ({
  database: server.database,
  bus: { publish: (message: (typeof server.published)[number]) => void server.published.push(message) },
  audit: (event: (typeof server.audited)[number]) => void server.audited.push(event),
  now: () => new Date(at),
})
const setStatus = (owner: SignedInViewer, id: string, status: string, server: ProjectServer = world) =>
  server.ask(owner, update, { id, data: { status } })

async function trashed(owner: SignedInViewer): Promise<string> {
  const plan = await openTestProject(world, owner)
  const root = await plan.add()
  await plan.add({ parentId: root.id })
  await setStatus(owner, plan.projectId, 'deleted')
  return plan.projectId
}
const someone = () => world.person(`person${(names += 1)}`)
const countRemainingRows = async (id: string) => {
  const tables = ['nodes', 'node_parents', 'change_log', 'project_members']
  const counts = tables.map((table) => `(select count(*) from ${table} where project_id = $1)`).join(' + ')
  const { rows } = await world.test.pool.query(
    `select (select count(*) from projects where id = $1)::int as projects, (${counts})::int as rest`,
    [id],
  )
  return rows[0]
}

describe('Emptying the trash', () => {
  it('permanently deletes the trash of the caller and nothing else', async () => {
    const [owner, other] = [someone(), someone()]
    const mine = [await trashed(owner), await trashed(owner)]
    const living = await openTestProject(world, owner)
    const theirs = await trashed(other)
    const operation = createOperationIds()
    const { data } = await world.ask(owner, empty, {}, operation)
    expect(data).toEqual({ emptyTrash: 2 })
    expect((await world.ask(owner, empty, {}, operation)).data).toEqual({ emptyTrash: 2 })
    expect((await world.ask(owner, empty)).data).toEqual({ emptyTrash: 0 })
    for (const id of mine) expect(await countRemainingRows(id)).toEqual({ projects: 0, rest: 0 })
    expect(await countRemainingRows(living.projectId)).toMatchObject({ projects: 1 })
    expect(await countRemainingRows(theirs)).toMatchObject({ projects: 1 })
    for (const projectId of mine) expect(world.published).toContainEqual({ kind: 'project-purged', projectId })
    expect(world.audited).toContainEqual({ kind: 'project-purged', projectId: mine[0], userId: owner.person.id })
  })

  it('leaves a concurrently restored project either complete or gone, and both callers see the same', async () => {
    const other = world.another()
    const outcomes = { restored: 0, purged: 0 }
    for (let round = 0; round < 40; round += 1) {
      const owner = someone()
      const id = await trashed(owner)
      const [restoring, emptying] = await Promise.all([setStatus(owner, id, 'active', other), world.ask(owner, empty)])
      const isRestored = restoring.errors === undefined
      expect(emptying.data).toEqual({ emptyTrash: isRestored ? 0 : 1 })
      expect(await countRemainingRows(id)).toEqual(isRestored ? { projects: 1, rest: 8 } : { projects: 0, rest: 0 })
      outcomes[isRestored ? 'restored' : 'purged'] += 1
    }
    expect(outcomes.restored + outcomes.purged).toBe(40)
  })
})

describe('Trash purge', () => {
  it('deletes what has been in the trash for 30 days, even when several servers run it at once', async () => {
    const owner = someone()
    const old = [await trashed(owner), await trashed(owner), await trashed(owner)]
    at += 29 * day
    const recent = await trashed(owner)
    const back = await trashed(owner)
    const servers = [world, world.another(), world.another()]
    const runPurge = () =>
      Promise.all(servers.map((server) => trashJobRunners(createTrashOptions(server))['purge-trash']({})))
    await runPurge()
    for (const id of old) expect(await countRemainingRows(id)).toMatchObject({ projects: 1 })
    at += day
    await runPurge()
    for (const id of old) expect(await countRemainingRows(id)).toEqual({ projects: 0, rest: 0 })
    expect(await countRemainingRows(recent)).toMatchObject({ projects: 1 })
    await setStatus(owner, back, 'active')
    at += 30 * day
    await runPurge()
    expect(await countRemainingRows(recent)).toEqual({ projects: 0, rest: 0 })
    expect(await countRemainingRows(back)).toMatchObject({ projects: 1 })
  })

  it('skips a project that is being restored', async () => {
    const owner = someone()
    const id = await trashed(owner)
    at += 31 * day
    const restorer = await world.test.pool.connect()
    await restorer.query('begin')
    await restorer.query(`update projects set status = 'active', deleted_at = null where id = $1`, [id])
    expect(await purgeOldTrash(createTrashOptions(world), new Date(at))).toBe(0)
    await restorer.query('commit')
    restorer.release()
    expect(await countRemainingRows(id)).toMatchObject({ projects: 1 })
  })

  it('deletes operations after a day', async () => {
    const plan = await openTestProject(world, someone())
    await plan.add({}, createOperationIds())
    const count = async () => (await world.test.pool.query('select count(*)::int as n from operations')).rows[0]?.n
    await deleteOldOperations(world.test.pool, new Date(at + day - 1))
    expect(await count()).toBeGreaterThan(0)
    at += day
    await trashJobRunners(createTrashOptions(world))['forget-operations']({})
    expect(await count()).toBe(0)
  })
})
