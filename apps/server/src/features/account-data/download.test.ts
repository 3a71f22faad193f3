import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeAuthentication } from '../../app/identity.ts'
import { createRates } from '../../reliability/rates.ts'
import { openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createToken } from '../../testing/token-server.ts'
import { startTestServer, type TestServer } from '../../transport/testing/test-server.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { accountDataRoutes } from './download-routes.ts'

let world: ProjectWorld
let server: TestServer
let ann: SignedInViewer
let bob: SignedInViewer
let people: ReadonlyMap<string, SignedInViewer>

const insertAccountSql = 'insert into accounts (id, user_id, email, firstname) values ($1, $2, $3, $4)'

beforeAll(async () => {
  world = await openProjectWorld()
  ann = world.person('ann')
  bob = world.person('bob')
  people = new Map([ann, bob].map((viewer) => [`person=${viewer.person.email}`, viewer]))
  for (const { person, accountId } of people.values())
    await world.test.pool.query(insertAccountSql, [accountId, person.id, person.email, person.firstname])
  const authenticate = composeAuthentication(
    { authenticate: async ({ cookie = '' }) => people.get(cookie) ?? anonymousViewer },
    world.tokens,
  )
  const { database } = world
  const rates = createRates({ store: null, log: createRecordedLog() })
  server = await startTestServer({
    slices: world.slices,
    authenticate,
    routes: [accountDataRoutes({ database, identities: { listSessions }, authenticate, rates, audit: () => {} })],
  })
})
afterAll(async () => {
  await server.close()
  await world.close()
})

/** Each person has one session. */
const listSessions = async (id: string) => {
  const at = new Date('2026-11-18T08:00:00Z')
  return [{ id: `session of ${id}`, signedInAt: at, expiresAt: at, address: '::1', browser: 'Firefox', methods: [] }]
}

const download = (headers: Record<string, string>) => fetch(`${server.url}/account-data`, { headers })
const cookieFor = (viewer: SignedInViewer) => ({ cookie: `person=${viewer.person.email}` })

interface Downloaded {
  readonly account: { readonly email: string; readonly notificationSettings: unknown }
  readonly projects: readonly {
    readonly title: string
    readonly nodes: readonly { readonly title: string; readonly isDeleted: boolean }[]
    readonly comments: readonly { readonly body: string }[]
    readonly history: readonly { readonly kind: string; readonly after: unknown }[]
    readonly members: readonly { readonly userId: string }[]
  }[]
  readonly sessions: readonly { readonly id: string; readonly signedInAt: string }[]
  readonly accessTokens: readonly { readonly name: string }[]
  readonly calendarAddresses: readonly unknown[]
  readonly commentsElsewhere: readonly { readonly body: string }[]
  readonly notifications: readonly { readonly kind: string }[]
  readonly sharedWithMe: readonly { readonly title: string }[]
  readonly savedViews: readonly { readonly view: { readonly name: string } }[]
}

const comment = (viewer: SignedInViewer, nodeId: string, body: string) =>
  world.get(viewer, 'mutation ($nodeId: ID!, $body: String!) { addComment(nodeId: $nodeId, body: $body) { id } }', {
    nodeId,
    body,
  })
const update = (viewer: SignedInViewer, id: string, data: object) =>
  world.get(viewer, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id,
    data,
  })

/** The forms in which the database has secrets, which open nothing by themselves and are nobody's data either. */
async function readStoredSecrets(): Promise<readonly string[]> {
  const { rows } = await world.test.pool.query<{ text: string }>(
    `select encode(secret_hash, 'hex') as text from access_tokens
     union all select encode(secret_hash, 'hex') from calendar_feeds
     union all select sealed_secret from calendar_feeds`,
  )
  return rows.map(({ text }) => text)
}

describe("The download of one's data", () => {
  it('downloads everything of a person, and no secret and no project of others', async () => {
    const own = await openTestProject(world, ann, 'Orchard')
    const long = 'x'.repeat(400_000)
    // More than a page by bytes, and more than a page by rows.
    for (const title of ['Pear', 'Plum', 'Fig']) await own.add({ title, body: long })
    const rows = `insert into nodes (id, project_id, parent_ids, title, body, status, position, hide_children, is_deleted,
      background_color, processing, type, transitions, version)
      select gen_random_uuid(), $1, '{}', 'Node ' || number, '', 'todo', 0, false, number = 1, '', false, 'standard', '[]', 1
      from generate_series(1, 1100) as number`
    await world.test.pool.query(rows, [own.projectId])
    const [node] = await own.list()
    await comment(ann, node?.id ?? '', 'My own note')
    await update(ann, own.projectId, { sharing: { users: { [bob.person.id]: 'editor' } } })
    const other = await openTestProject(world, bob, 'Cellar')
    const shelf = await other.add({ title: 'Shelf' })
    await update(bob, other.projectId, { sharing: { users: { [ann.person.id]: 'editor' } } })
    await comment(ann, shelf.id, 'Seen by Ann')
    await comment(bob, shelf.id, 'Written by Bob')
    await update(ann, other.projectId, { viewChanges: { put: [{ name: 'Mine', kind: 'map' }] } })
    await openTestProject(world, bob, 'Secret of Bob')
    const { secret } = await createToken(world, ann, { name: 'Robot' })
    const feed = await world.calendars.create(ann, null)
    const response = await download(cookieFor(ann))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="espalier-[\d-]{10}\.json"$/u)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    const data = JSON.parse(text) as Downloaded
    expect(data.account).toMatchObject({ email: 'ann@example.com', firstname: 'ann', userId: ann.person.id })
    expect(data.sessions).toMatchObject([
      { id: `session of ${ann.person.id}`, signedInAt: '2026-11-18T08:00:00.000Z', browser: 'Firefox' },
    ])
    expect(data.projects.map(({ title }) => title)).toEqual(['Orchard'])
    const [project] = data.projects
    expect(project?.nodes).toHaveLength((await own.list(true)).length)
    expect(new Set(project?.nodes.map((one) => JSON.stringify(one))).size).toBe(project?.nodes.length)
    expect(project?.nodes.find(({ title }) => title === 'Fig')).toMatchObject({ body: long })
    expect(project?.nodes.filter(({ isDeleted }) => isDeleted)).toHaveLength(1)
    expect(project?.comments.map(({ body }) => body)).toEqual(['My own note'])
    expect(project?.history.map(({ kind }) => kind)).toContain('project-created')
    expect(project?.members).toEqual([{ userId: bob.person.id, role: 'editor', openedAt: null }])
    expect(data.sharedWithMe.map(({ title }) => title)).toEqual(['Cellar'])
    expect(data.commentsElsewhere.map(({ body }) => body)).toEqual(['Seen by Ann'])
    expect(data.savedViews.map(({ view }) => view.name)).toEqual(['Mine'])
    expect(data.notifications.map(({ kind }) => kind)).toContain('shared')
    expect(data.accessTokens.map(({ name }) => name)).toEqual(['Robot'])
    expect(data.calendarAddresses).toHaveLength(1)
    const storedSecrets = await readStoredSecrets()
    expect(storedSecrets).toHaveLength(3)
    for (const hidden of [secret, feed.url.slice(-47), 'Secret of Bob', 'Written by Bob', ...storedSecrets])
      expect(text).not.toContain(hidden)
  })

  it('refuses the download of data to programs and to people who are not signed in', async () => {
    const { secret } = await createToken(world, ann, {})
    expect((await download({})).status).toBe(401)
    expect((await download({ authorization: `Bearer ${secret}`, ...cookieFor(ann) })).status).toBe(403)
    expect((await download({ ...cookieFor(ann), 'x-person-id': bob.person.id })).status).toBe(401)
  })

  it('limits downloads of data to ten an hour for each person', async () => {
    const answers: number[] = []
    for (let count = 0; count < 11; count += 1) {
      const response = await download(cookieFor(bob))
      answers.push(response.status)
      await response.arrayBuffer()
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})
