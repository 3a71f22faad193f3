import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { createRequestBudget, type RequestBudget } from '../../api/request-budget.ts'
import { toJsonPieces, type GraphqlAnswer } from '../../transport/graphql/engine.ts'
import type { SignedInViewer } from './index.ts'

const clients = new Set<PoolClient>()
let world: ProjectWorld
let owner: SignedInViewer
const ids: string[] = []
const body = `<p>${'lorem ipsum '.repeat(80_000)}</p>`
const projects = 8

beforeAll(async () => {
  world = await openProjectWorld()
  world.test.pool.on('acquire', (client) => void clients.add(client as PoolClient))
  owner = world.person('owner')
  for (let at = 0; at < projects; at += 1) {
    const data = { title: `P${at}`, body, json: { text: 'x'.repeat(500_000) } }
    const made = await world.get<{ createProject: { id: string } }>(
      owner,
      'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }',
      { data },
    )
    ids.push(made.createProject.id)
  }
  const nodes = Array.from({ length: 6 }, (_, at) => ({ projectId: ids[0], title: `n${at}`, body }))
  for (const data of nodes) {
    await world.get(owner, 'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }', { data })
  }
})
afterAll(() => world.close())

/** Returns the bytes that the database has sent to all connections so far. */
const received = (): number =>
  [...clients].reduce((sum, client) => {
    const { stream } = (client as unknown as { connection: { stream: { bytesRead: number } } }).connection
    return sum + stream.bytesRead
  }, 0)

async function ask(
  query: string,
  budget: RequestBudget = createRequestBudget(),
): Promise<GraphqlAnswer & { sent: number }> {
  const ready = world.engine.prepare(query, null)
  if (ready.kind === 'refused') throw new Error(String(ready.errors))
  const ids = { clientId: null, operationId: null, requestId: 'test' }
  const before = received()
  const answer = await world.engine.run(ready, {}, { viewer: owner, ...ids, log: world.log, budget })
  const sent = received() - before
  return { ...(JSON.parse(toJsonPieces(answer).join('')) as GraphqlAnswer), sent }
}

const getErrorCode = ({ errors }: GraphqlAnswer): unknown => errors?.[0]?.extensions?.['code']
const smallest = 100_000

const aliases = (field: string) => Array.from({ length: 29 }, (_, at) => `b${at}: ${field}`).join(' ')

const sizes = async (id: string | undefined) => {
  const { rows } = await world.test.pool.query<{ counted: number; stored: number; log: number; logged: number }>(
    `select content_bytes as counted, history_bytes as log,
       (select sum(octet_length(title) + octet_length(body) + 200) from nodes where project_id = $1)::float8 as stored,
       (select sum(bytes) from change_log where project_id = $1)::float8 as logged
     from projects where id = $1`,
    [id],
  )
  return rows[0]
}

describe('Columns that a query reads', () => {
  it.each([
    ['a list', '{ projects { id title } }'],
    ['a list, by a fragment', '{ projects { ...F } } fragment F on Project { id title seq }'],
    [
      'the same list under ten names',
      `{ ${Array.from({ length: 10 }, (_, at) => `a${at}: projects { id }`).join(' ')} }`,
    ],
    ['a project', '{ project(id: "ID") { id title sharing { users } } }'],
    ['nodes, written by the database', '{ nodes(projectId: "ID") { id title } }'],
    ['nodes, made by the engine', '{ a: nodes(projectId: "ID") { id b: title } }'],
    ['changes', '{ changes(projectId: "ID", after: 0) { seq nodes { id title } } }'],
    ['history', '{ history(projectId: "ID") { entries { seq kind } } }'],
  ])('reads only the selected columns: %s', async (_name, query) => {
    const asked = query.replaceAll('ID', ids[0] ?? '')
    // The second round uses the compiled query.
    for (let round = 0; round < 2; round += 1) {
      const answer = await ask(asked)
      expect(answer.errors).toBeUndefined()
      expect(answer.sent).toBeLessThan(smallest)
    }
  })

  it('returns the selected columns, compiled or not', async () => {
    const query = `{ projects { id body j: json } project(id: "${ids[0]}") { ...F } } fragment F on Project { body json }`
    for (let round = 0; round < 2; round += 1) {
      const { data } = await ask(query)
      const { projects: list, project } = data as {
        projects: { body: string; j: unknown }[]
        project: { body: string }
      }
      expect(list).toHaveLength(projects)
      expect(list.every(({ body: text, j }) => text.length > 900_000 && j !== null)).toBe(true)
      expect(project).toMatchObject({ body: list[0]?.body, json: expect.anything() })
    }
  })
})

describe('Query beyond the budget', () => {
  it.each([
    ['a list whose long texts stand in it many times', `{ projects { ${aliases('body')} } }`],
    ['many lists', `{ ${Array.from({ length: 12 }, (_, at) => `a${at}: projects { body json }`).join(' ')} }`],
    ['nodes whose texts stand in it many times', `{ nodes(projectId: "ID") { ${aliases('body')} } }`],
    [
      'changes whose texts stand in it many times',
      `{ changes(projectId: "ID", after: 0) { nodes { ${aliases('body')} } } }`,
    ],
    [
      'the same project many times',
      `{ ${Array.from({ length: 30 }, (_, at) => `a${at}: project(id: "ID") { body json }`).join(' ')} }`,
    ],
  ])('refuses a query beyond the budget before anything is read: %s', async (_name, query) => {
    const answer = await ask(query.replaceAll('ID', ids[0] ?? ''))
    expect(getErrorCode(answer)).toBe('BAD_USER_INPUT')
    expect(answer.errors?.[0]?.message).toMatch(/larger than \d+ MB/)
    expect(answer.sent).toBeLessThan(70_000_000)
  })

  it('refuses a request whose operations together exceed the budget', async () => {
    const budget = createRequestBudget()
    const codes: unknown[] = []
    for (let at = 0; at < 12; at += 1)
      codes.push(getErrorCode(await ask(`{ nodes(projectId: "${ids[0]}") { id body } }`, budget)))
    expect(codes[0]).toBeUndefined()
    expect(codes.at(-1)).toBe('BAD_USER_INPUT')
  })
})

describe('Stored sizes of a project', () => {
  it('the stored sizes match the nodes and the log, also after changes', async () => {
    const before = await sizes(ids[0])
    expect(before?.counted).toBe(before?.stored)
    expect(before?.log).toBe(before?.logged)
    const { nodes } = await world.get<{ nodes: { id: string }[] }>(owner, `{ nodes(projectId: "${ids[0]}") { id } }`)
    const [first, second] = nodes
    await world.get(owner, 'mutation ($id: ID!) { updateNode(id: $id, data: { body: "short" }) { id } }', {
      id: first?.id,
    })
    await world.get(owner, 'mutation ($id: ID!) { deleteNode(id: $id) { id } }', { id: second?.id })
    const after = await sizes(ids[0])
    expect(after?.counted).toBe(after?.stored)
    expect(after?.log).toBe(after?.logged)
    expect(after?.counted).toBeLessThan(before?.counted ?? 0)
  })
})
