import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { findStoredBreaches } from '../../database/consistency.ts'
import type { Rates } from '../../ports/rates.ts'
import { createNodeClient, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { cloneProject } from './clone-project.ts'
import type { SignedInViewer } from './index.ts'

const update = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
/** The part of a connection of pg that counts what passes over its socket. */
interface ConnectedClient {
  readonly connection: { readonly stream: { readonly bytesRead: number; readonly bytesWritten: number } }
}

const text = (bytes: number): string => `<p>${'a'.repeat(bytes - 7)}</p>`

let world: ProjectWorld
let owner: SignedInViewer
let source: NodeClient
beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('owner')
})
afterAll(() => world.close())
beforeEach(async () => {
  source = await openTestProject(world, owner)
  const root = await source.add({ title: 'root', body: text(50_000) })
  await source.add({ title: 'child', body: text(50_000), parentId: root.id, status: 'done' })
})

const createCaller = (viewer: SignedInViewer) => ({ viewer, clientId: null, operationId: null, field: 'cloneProject' })
const clone = (rates: Rates | null = null) =>
  cloneProject({ writes: world.writes, rates }, createCaller(owner), source.projectId)

const countProjects = async () => (await world.test.pool.query('select from projects')).rowCount

const readSizes = async (projectId: string) => {
  const { rows } = await world.test.pool.query<{ history: number; content: number; texts: number }>(
    `select history_bytes::float8 as history, content_bytes::float8 as content,
       (select sum(octet_length(title) + octet_length(body)) from nodes where project_id = $1)::float8 as texts
     from projects where id = $1`,
    [projectId],
  )
  return rows[0] ?? { history: 0, content: 0, texts: 0 }
}

it('copies the texts of nodes and counts their bytes', async () => {
  const { id } = await clone()
  const [original, copy] = [await readSizes(source.projectId), await readSizes(id)]
  expect([copy.texts, copy.content]).toEqual([original.texts, original.content])
  const nodes = await createNodeClient(world, owner, id).list()
  expect(nodes.map(({ title, status, body }) => [title, status, body.length]).toSorted()).toEqual([
    ['child', 'done', 50_000],
    ['root', 'todo', 50_000],
  ])
})

it('copies the texts inside the database: they do not pass through the server', async () => {
  const countBytes = ({ connection: { stream } }: ConnectedClient) => stream.bytesRead + stream.bytesWritten
  const bytesAtFirst = new Map<ConnectedClient, number>()
  const noteClient = (acquired: unknown) => {
    const client = acquired as ConnectedClient
    if (!bytesAtFirst.has(client)) bytesAtFirst.set(client, countBytes(client))
  }
  const { pool } = world.database
  pool.on('acquire', noteClient)
  await clone()
  pool.off('acquire', noteClient)
  const bytes = Array.from(bytesAtFirst, ([client, before]) => countBytes(client) - before)
  const total = bytes.reduce((sum, more) => sum + more, 0)
  expect(total).toBeGreaterThan(1_000)
  expect(total).toBeLessThan(50_000)
})

it('names the source in the log of a copy instead of repeating its texts', async () => {
  await world.get(owner, update, { id: source.projectId, data: { body: text(50_000) } })
  const { id, seq } = await clone()
  expect((await readSizes(id)).history).toBeLessThan(5_000)
  const { rows } = await world.test.pool.query<{ payload: { copiedFrom?: string } }>(
    'select payload from change_log where project_id = $1',
    [id],
  )
  expect(rows.map(({ payload }) => payload.copiedFrom)).toEqual([source.projectId, source.projectId])
  expect(seq).toBe(2)
})

it('lets clients catch up with a copy, and the copy passes every check', async () => {
  const { id } = await clone()
  const copy = createNodeClient(world, owner, id)
  const { complete, nodes } = await copy.changes(0)
  expect([complete, nodes.map(({ title }) => title).toSorted()]).toEqual([true, ['child', 'root']])
  const [first] = nodes
  await copy.change(first?.id ?? '', { title: 'changed later' })
  await copy.add({ title: 'new', parentId: first?.id })
  expect(await findStoredBreaches(world.test.pool, id)).toEqual([])
})

it('shows the first nodes of a copy in its history', async () => {
  const { id } = await clone()
  const { history } = await world.get<{ history: { entries: { kind: string; changes: { title: string }[] }[] } }>(
    owner,
    'query ($id: ID!) { history(projectId: $id) { entries { kind changes { title } } } }',
    { id },
  )
  const [entry] = history.entries
  expect(entry?.kind).toBe('project_created')
  expect(entry?.changes.map(({ title }) => title)).toEqual(expect.arrayContaining(['root', 'child']))
})

it('weighs a copy by its nodes and texts, and refuses it before anything is stored', async () => {
  const counted: (number | undefined)[] = []
  const createCountingRates = (count: number): Rates => ({
    async count(rate, _key, by) {
      counted.push(by)
      return { count: count * rate.max, endsInMs: 90_000 }
    },
  })
  await clone(createCountingRates(1))
  // Two nodes, and one for each thousand bytes.
  expect(counted[0]).toBe(2 + 101)
  const before = await countProjects()
  await expect(clone(createCountingRates(2))).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'You have made too many copies within an hour. Try again in 2 minutes.',
  })
  expect(await countProjects()).toBe(before)
})
