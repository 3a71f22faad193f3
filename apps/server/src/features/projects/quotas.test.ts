import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openTestProject, type NodeClient } from '../../testing/node-client.ts'
import { readErrorCode, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { GraphqlAnswer } from '../../transport/graphql/engine.ts'
import type { SignedInViewer } from './index.ts'

const limits = {
  projects: 3,
  projectNodes: 10,
  projectBytes: 1_000_000,
  accountBytes: 5_000_000,
  historyBytes: 1_000_000,
}
const create = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'
const update = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
const clone = 'mutation ($id: ID!) { cloneProject(id: $id) { id } }'
const text = (bytes: number): string => `<p>${'a'.repeat(bytes - 7)}</p>`

let world: ProjectWorld
let owner: SignedInViewer
beforeAll(async () => {
  world = await openProjectWorld({ quotas: limits })
})
afterAll(() => world.close())
let round = 0
beforeEach(() => void (owner = world.person(`owner${(round += 1)}`)))

const refusal = ({ errors }: GraphqlAnswer) => [errors?.[0]?.extensions?.['code'], errors?.[0]?.extensions?.['field']]
const refused = ['BAD_USER_INPUT', 'quota']

async function addNodes(client: NodeClient, count: number, data: object = {}): Promise<void> {
  for (let at = 0; at < count; at += 1) await client.add({ title: `n${at}`, ...data })
}

describe('Account with the maximum number of projects', () => {
  it('refuses more projects in any way until the trash is emptied', async () => {
    const first = await openTestProject(world, owner)
    for (let at = 1; at < limits.projects; at += 1) await openTestProject(world, owner)
    const answer = await world.ask(owner, create, { data: { title: 'One more' } })
    expect(refusal(answer)).toEqual(refused)
    expect(answer.errors?.[0]?.message).toBe(
      'An account can have at most 3 projects. Delete some and empty the trash, then try again.',
    )
    expect(refusal(await world.ask(owner, clone, { id: first.projectId }))).toEqual(refused)
    await world.get(owner, update, { id: first.projectId, data: { status: 'deleted' } })
    expect(refusal(await world.ask(owner, create, { data: { title: 'One more' } }))).toEqual(refused)
    await world.get(owner, 'mutation { emptyTrash }')
    await world.get(owner, create, { data: { title: 'One more' } })
  })
})

describe('Full project', () => {
  it('refuses more nodes in a full project until one is deleted', async () => {
    const client = await openTestProject(world, owner)
    await addNodes(client, limits.projectNodes)
    const data = { projectId: client.projectId, title: 'One more' }
    expect(refusal(await client.try('createNode', { data }))).toEqual(refused)
    const [first] = await client.list()
    await client.change(first?.id ?? '', { title: 'Still edited' })
    await world.get(owner, 'mutation ($id: ID!) { deleteNode(id: $id) { id } }', { id: first?.id })
    await client.add(data)
  })

  it('refuses a whole import that exceeds the node limit', async () => {
    const nodes = Array.from({ length: limits.projectNodes + 1 }, (_, at) => ({
      id: `n${at}`,
      title: 'x',
      parentIds: [],
    }))
    const json = { format: 'espalier', version: 1, project: { title: 'x' }, nodes }
    expect(refusal(await world.ask(owner, create, { data: { title: 'File', json } }))).toEqual(refused)
    expect(await world.get(owner, '{ projects { id } }')).toEqual({ projects: [] })
  })

  it('refuses longer texts of new nodes, changed nodes and the project, but accepts shorter ones', async () => {
    const client = await openTestProject(world, owner)
    await addNodes(client, 2, { body: text(450_000) })
    const [first] = await client.list()
    const id = first?.id ?? ''
    const more = { projectId: client.projectId, title: 'x', body: text(200_000) }
    expect(refusal(await client.try('createNode', { data: more }))).toEqual(refused)
    expect(refusal(await client.try('updateNode', { id, data: { body: text(600_000) } }))).toEqual(refused)
    const own = { id: client.projectId, data: { body: text(200_000) } }
    expect(refusal(await world.ask(owner, update, own))).toEqual(refused)
    await client.change(id, { body: text(100) })
    await world.get(owner, update, own)
  })
})

describe('Account with the maximum amount of text', () => {
  it('refuses more text in any project of a full account and tells each editor why', async () => {
    const editor = world.person(`editor${round}`)
    for (let at = 0; at < 2; at += 1) await addNodes(await openTestProject(world, owner), 2, { body: text(450_000) })
    const other = await openTestProject(world, owner)
    await addNodes(other, 1, { body: text(450_000) })
    await world.get(owner, update, {
      id: other.projectId,
      data: { sharing: { users: { [editor.person.id]: 'editor' } } },
    })
    const data = { projectId: other.projectId, title: 'x', body: text(300_000) }
    const add = 'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }'
    const answers = [await world.ask(owner, add, { data }), await world.ask(editor, add, { data })]
    expect(answers.map(refusal)).toEqual([refused, refused])
    expect(answers.map(({ errors }) => errors?.[0]?.message)).toEqual([
      expect.stringMatching(/^Your projects have reached the limit of 5 MB together/),
      expect.stringContaining('Ask the owner to make room'),
    ])
    const [node] = await other.list()
    await other.change(node?.id ?? '', { title: 'Small changes go on' })
  })

  it('refuses a copy and stores nothing of it', async () => {
    const client = await openTestProject(world, owner)
    for (let at = 0; at < 2; at += 1) await addNodes(client, 1, { body: text(450_000) })
    const other = await openTestProject(world, owner)
    await addNodes(other, 2, { body: text(450_000) })
    // The history has both texts of a change, and then a copy no longer fits.
    const [changed] = await other.list()
    await other.change(changed?.id ?? '', { body: text(450_001) })
    const count = async () =>
      (await world.test.pool.query<{ count: string }>('select count(*) from nodes')).rows[0]?.count
    const before = await count()
    const aliases = Array.from({ length: 5 }, (_, at) => `a${at}: cloneProject(id: "${client.projectId}") { id }`)
    const answer = await world.ask(owner, `mutation { ${aliases.join(' ')} }`)
    expect(refusal(answer)).toEqual(refused)
    expect(await count()).toBe(before)
  })
})

describe('History limit of a project', () => {
  it('drops the oldest history beyond the limit and shows where the history begins', async () => {
    const client = await openTestProject(world, owner)
    const node = await client.add()
    for (let at = 0; at < 230; at += 1) await client.change(node.id, { title: `${at} ${'b'.repeat(3_000)}` })
    const { rows } = await world.test.pool.query<{ kept: number; counted: number; log_from: number; rows: number }>(
      `select (select sum(bytes) from change_log where project_id = $1)::float8 as kept, history_bytes as counted, log_from,
         (select count(*) from change_log where project_id = $1)::integer as rows from projects where id = $1`,
      [client.projectId],
    )
    expect(rows[0]?.counted).toBe(rows[0]?.kept)
    expect(rows[0]?.log_from).toBeGreaterThan(0)
    expect(rows[0]?.rows).toBeGreaterThanOrEqual(200)
    expect(await client.changes(0)).toMatchObject({ complete: false })
  })
})

describe('Concurrent project copies', () => {
  it('refuses one of two concurrent copies of one person, which can be retried', async () => {
    const client = await openTestProject(world, owner)
    await world.database.transaction(async ({ client: connection }) => {
      const lock = `select pg_advisory_xact_lock(hashtext('clone project'), hashtext($1))`
      await connection.query(lock, [owner.person.id])
      expect(readErrorCode(await world.ask(owner, clone, { id: client.projectId }))).toBe('RATE_LIMITED')
    })
    await world.get(owner, clone, { id: client.projectId })
  })
})

describe('Account.usage', () => {
  it('shows the usage of each limit and the largest projects', async () => {
    const client = await openTestProject(world, owner, 'Large')
    await addNodes(client, 3, { body: text(1_000) })
    await openTestProject(world, owner, 'Small')
    const usage = await world.quotas.readUsage(world.database.pool, owner.person.id)
    expect(usage).toMatchObject([
      { kind: 'projects', used: 2, limit: 3 },
      { kind: 'account_bytes', limit: limits.accountBytes, used: expect.any(Number) },
      { kind: 'project_nodes', used: 3, limit: 10, projectId: client.projectId, projectTitle: 'Large' },
      { kind: 'project_bytes', projectId: client.projectId, limit: limits.projectBytes },
    ])
    expect(usage[1]?.used).toBeGreaterThan(3_000)
  })
})
