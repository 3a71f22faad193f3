import { randomUUID } from 'node:crypto'
import type { PageData } from '@espalier/schema'
import { projectQuery } from '@espalier/schema/documents/open-project'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import { type Actor, actors, type State, states } from '../../testing/access-answers.ts'
import { pageDataTable, updateProjectDocument } from '../../testing/access-table.ts'
import { nodeDocuments } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { Authenticate, SignedInViewer, Viewer } from '../../api/viewer.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let world: ProjectWorld
let server: TestServer
let owner: SignedInViewer
const people = new Map<string, Viewer>()

const authenticate: Authenticate = async ({ cookie = '' }) => {
  if (cookie === 'person=away') throw new IdentityUnavailableError('connection refused')
  return people.get(cookie.replace('person=', '')) ?? anonymousViewer
}

beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('owner', { unverifiedEmail: 'new@example.com' })
  people.set('anonymous', anonymousViewer).set('owner', owner)
  people.set('owner-without-access', { ...owner, hasAccess: false })
  for (const name of ['stranger', 'viewer', 'editor']) people.set(name, world.person(name))
  for (const viewer of people.values()) {
    if (viewer.kind === 'anonymous') continue
    const row = [viewer.accountId, viewer.person.id, viewer.person.email]
    const text = 'insert into accounts (id, user_id, email) values ($1, $2, $3) on conflict do nothing'
    await world.test.pool.query(text, row)
  }
  server = await startTestServer({ slices: world.slices, authenticate })
})
afterAll(async () => {
  await server.close()
  await world.close()
})

const get = (path: string, person = 'anonymous', headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { ...headers, ...(person !== 'anonymous' && { cookie: `person=${person}` }) } })
const read = async (path: string, person?: string) => (await (await get(path, person)).json()) as PageData

function personId(name: string): string {
  const viewer = people.get(name)
  return viewer?.kind === 'person' ? viewer.person.id : ''
}

async function createProject(state: State): Promise<string> {
  const { createProject: made } = await world.get<{ createProject: { id: string } }>(
    owner,
    nodeDocuments.createProject,
    { data: { title: 'Orchard' } },
  )
  await addNode(made.id)
  const users = { [personId('viewer')]: 'viewer', [personId('editor')]: 'editor' }
  const sharing = { users, generalAccess: state === 'restricted' ? 'restricted' : 'anyone' }
  await world.get(owner, updateProjectDocument, { id: made.id, data: { sharing } })
  if (state === 'deleted') await world.get(owner, updateProjectDocument, { id: made.id, data: { status: 'deleted' } })
  return made.id
}

const addNode = (projectId: string) =>
  world.get(owner, nodeDocuments.createNode, { data: { projectId, title: 'Pear' } })

const readCode = ({ answers }: PageData): unknown => {
  const [fault] = (answers[0]?.answer.errors ?? []) as readonly { extensions: { code: string } }[]
  return fault?.extensions.code ?? 'ok'
}

describe('Page data', () => {
  it.each(Object.entries(pageDataTable))('the access table for %s', async (path, expected) => {
    const found = new Map<Actor, unknown[]>()
    for (const actor of actors) {
      const codes: unknown[] = []
      for (const state of states) {
        const address = path.replace(':id', await createProject(state))
        codes.push(readCode(await read(address, actor.replaceAll(' ', '-'))))
      }
      found.set(actor, codes)
    }
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it('answers exactly what the API answers to the same operation', async () => {
    const id = await createProject('restricted')
    const { personId: whose, answers } = await read(`/page-data/projects/${id}`, 'viewer')
    expect(whose).toBe(personId('viewer'))
    expect(answers.map(({ variables }) => variables)).toEqual([{ id }, { projectId: id }])
    for (const { query, variables, answer } of answers) {
      const headers = { 'content-type': 'application/json', cookie: 'person=viewer' }
      const body = JSON.stringify({ query, variables })
      const asked = await fetch(`${server.url}/graphql/`, { method: 'POST', headers, body })
      expect(answer).toEqual(await asked.json())
    }
    expect(answers[0]?.query).toBe(projectQuery.text)
    expect(answers[1]?.answer.data).toMatchObject({ nodes: [{ title: 'Pear' }] })
  })

  it('gives the same answer for a hidden, an unknown and an impossible project, and reads no nodes', async () => {
    const hidden = await createProject('restricted')
    const [first, ...others] = await Promise.all(
      [hidden, randomUUID(), 'x'].map(async (id) => {
        const response = await get(`/page-data/projects/${id}`, 'stranger')
        const { answers, ...rest } = (await response.json()) as PageData
        const {
          date: _date,
          'x-request-id': _id,
          'content-length': _length,
          ...headers
        } = Object.fromEntries(response.headers)
        return { status: response.status, headers, rest, answers: answers.map(({ answer }) => answer) }
      }),
    )
    expect(others).toEqual([first, first])
    expect(first?.answers).toHaveLength(1)
    expect(first?.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(first?.headers).not.toHaveProperty('etag')
  })
})

describe('Session in the page data', () => {
  it('names the person with account and keys, and is never stored', async () => {
    const response = await get('/page-data/session', 'owner')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { session, personId: whose, answers } = (await response.json()) as PageData
    expect(whose).toBe(owner.person.id)
    expect(session).toEqual({
      identity: {
        id: owner.person.id,
        traits: { email: 'owner@example.com', firstname: 'owner', lastname: null },
        metadata_public: { picture: null, status: null },
        verifiable_addresses: [{ value: 'new@example.com', verified: false }],
      },
    })
    expect(answers.map(({ answer }) => answer.data)).toEqual([
      { account: { id: owner.accountId, subscription: null } },
      { account: { id: owner.accountId, deviceKeys: [expect.any(String)] } },
    ])
  })

  it.each(['/page-data/session', '/page-data/projects', '/page-data/my-work', '/page-data/inbox'])(
    'says at %s that nobody is signed in',
    async (path) => {
      expect(await read(path)).toEqual({ personId: null, session: null, answers: [] })
    },
  )

  it('comes with the list of projects, which is not stored either', async () => {
    const id = await createProject('restricted')
    const response = await get('/page-data/projects', 'owner')
    expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual(['no-store', null])
    const { session, answers } = (await response.json()) as PageData
    expect(session?.identity.id).toBe(owner.person.id)
    expect(answers.map(({ variables }) => variables)).toEqual([{}, { filter: 'inbox' }, {}, { id: owner.person.id }])
    expect(JSON.stringify(answers[1]?.answer)).toContain(id)
  })

  it('comes with the work of the person and of nobody else, which is not stored either', async () => {
    const projectId = await createProject('restricted')
    const data = { projectId, title: 'Prune', assigneeIds: [personId('editor')] }
    await world.get(owner, nodeDocuments.createNode, { data })
    const response = await get('/page-data/my-work', 'editor')
    expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual(['no-store', null])
    const { answers } = (await response.json()) as PageData
    expect(answers.map(({ variables }) => variables)).toEqual([{}, {}, { first: 100, after: null }])
    expect(JSON.stringify(answers[2]?.answer)).toContain('Prune')
    expect(JSON.stringify((await read('/page-data/my-work', 'viewer')).answers)).not.toContain('Prune')
  })

  it('sends the inbox of the person and of nobody else, which is not stored either', async () => {
    const projectId = await createProject('restricted')
    const data = { projectId, title: 'Graft', assigneeIds: [personId('editor')] }
    await world.get(owner, nodeDocuments.createNode, { data })
    const response = await get('/page-data/inbox', 'editor')
    expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual(['no-store', null])
    const { answers } = (await response.json()) as PageData
    expect(answers.map(({ variables }) => variables)).toEqual([{}, {}, { first: 50, before: null }, {}])
    expect(JSON.stringify(answers[2]?.answer)).toContain('Graft')
    expect(JSON.stringify((await read('/page-data/inbox', 'viewer')).answers)).not.toContain('Graft')
  })

  it('does not call a person signed out while the identity service is away', async () => {
    expect((await get('/page-data/session', 'away')).status).toBe(503)
  })
})

describe('Revalidation of page data', () => {
  it('costs nothing while the project is unchanged, and sends a changed one', async () => {
    const path = `/page-data/projects/${await createProject('restricted')}`
    const first = await get(path, 'viewer')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toContain('cookie')
    const again = await get(path, 'viewer', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await addNode(path.split('/').at(-1) ?? '')
    const changed = await get(path, 'viewer', { 'if-none-match': etag })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  })

  it('does not confirm the content to another person or to one who has lost access', async () => {
    const id = await createProject('restricted')
    const path = `/page-data/projects/${id}`
    const etag = (await get(path, 'viewer')).headers.get('etag') ?? ''
    expect((await get(path, 'editor', { 'if-none-match': etag })).status).toBe(200)
    const sharing = { changes: { [personId('viewer')]: null } }
    await world.get(owner, updateProjectDocument, { id, data: { sharing } })
    const refused = await get(path, 'viewer', { 'if-none-match': etag })
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(readCode((await refused.json()) as PageData)).toBe('NOT_FOUND')
  })

  it('lets the browser forget what it has stored', async () => {
    const response = await get('/page-data/forget')
    expect([response.status, response.headers.get('clear-site-data')]).toEqual([204, '"cache"'])
  })
})

const createHeaders = (person: string) => ({ 'content-type': 'application/json', cookie: `person=${person}` })

describe('Limits of page data', () => {
  it('counts like the same operations sent to the API: both use up the same limit of a person', async () => {
    const limited = await startTestServer({ slices: world.slices, authenticate, env: { RATE_LIMITS: 'on' } })
    const readData = async (person: string) =>
      (await fetch(`${limited.url}/page-data/projects`, { headers: createHeaders(person) })).status
    const askApi = async (person: string) => {
      const body = JSON.stringify({ query: '{ account { id } }' })
      return (await fetch(`${limited.url}/graphql/`, { method: 'POST', headers: createHeaders(person), body })).status
    }
    // The limit of an address, which counts requests and not their work, is reached much later.
    const most = 1_000
    const statuses: number[] = []
    while (statuses.length < most && !statuses.includes(429))
      statuses.push(...(await Promise.all(Array.from({ length: 8 }, () => readData('editor')))))
    expect(statuses.length).toBeLessThan(most)
    expect([await readData('editor'), await askApi('editor')]).toEqual([429, 429])
    expect([await readData('viewer'), await askApi('viewer')]).toEqual([200, 200])
    await limited.close()
  })

  it('lets no other site read it', async () => {
    const response = await get('/page-data/session', 'owner', { origin: 'https://evil.example' })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})
