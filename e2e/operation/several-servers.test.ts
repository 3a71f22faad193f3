import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestCluster, type TestCluster } from '@espalier/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drainUnderLoad } from '../support/drain-under-load.ts'
import { visitor } from '../support/identity-client.ts'
import { password, registered, type Person } from '../support/person.ts'
import { stopServer } from '../support/process.ts'
import { serverGroup, type Member, type ServerGroup } from '../support/several-servers.ts'

let cluster: TestCluster
let group: ServerGroup
let one: Member
let two: Member
let ann: Person
let projectId: string

beforeAll(async () => {
  cluster = await startTestCluster()
  group = await serverGroup()
  // Five servers start on an empty database: one migrates, four wait for it.
  const all = await group.start(5, { RATE_LIMITS: 'on' })
  const [first, second, ...others] = all
  if (first === undefined || second === undefined) throw new Error('no servers')
  ;[one, two] = [first, second]
  expect(await Promise.all(others.map(({ process }) => stopServer(process)))).toEqual([0, 0, 0])
  ann = await registered(one.url, 'ann@example.com')
  projectId = await ann.createProject(one.url, 'Orchard')
}, 120_000)
afterAll(async () => {
  await group.stop()
  await cluster.stop()
})

describe('several servers on one database', () => {
  it('delivers a write of one server in order on the sockets of the other', async () => {
    const socket = await ann.watch(two.url, projectId)
    for (const title of ['apple', 'pear', 'plum']) await ann.createNode(one.url, { projectId, title })
    await socket.event(({ payload }) => titleIn(payload.data) === 'plum')
    const created = socket.events.filter(({ id }) => id === 'nodeCreated')
    expect(created.map(({ payload }) => titleIn(payload.data))).toEqual(['apple', 'pear', 'plum'])
    const seqs = created.map(({ payload }) => payload.extensions?.seq ?? 0)
    expect(seqs).toEqual([...seqs].sort((left, right) => left - right))
    socket.close()
  })

  it('delivers events again after the bus connections were cut', async () => {
    const socket = await ann.watch(two.url, projectId)
    expect(await group.cutBus()).toBeGreaterThanOrEqual(2)
    await ann.createNode(one.url, { projectId, title: 'after the cut' })
    await socket.event(({ payload }) => titleIn(payload.data) === 'after the cut')
    expect((await fetch(`${two.url}/readyz`)).status).toBe(200)
    socket.close()
  })

  it("closes a person's sockets on all servers when they log out on one", async () => {
    const bea = await registered(one.url, 'bea@example.com')
    const own = await bea.createProject(two.url, 'Hedge')
    const sockets = await Promise.all([bea.watch(one.url, own), bea.watch(two.url, own)])
    await bea.logOut()
    const closed = await Promise.all(sockets.map((socket) => socket.closed))
    expect(closed.map(({ code }) => code)).toEqual([4401, 4401])
    expect((await bea.ask(two.url, '{ account { id } }')).status).toBe(401)
  })

  it('counts a rate limit over both servers', async () => {
    const cleo = await registered(one.url, 'cleo@example.com')
    const findPerson = 'query ($email: String!) { publicUserByEmail(email: $email) { id } }'
    const codes: (readonly string[])[] = []
    for (let count = 0; count < 62; count += 1) {
      const { url } = count % 2 === 0 ? one : two
      codes.push((await cleo.ask(url, findPerson, { email: `nobody-${count}@example.com` })).codes)
    }
    expect(codes.filter((some) => some.length === 0)).toHaveLength(60)
    expect(codes.slice(60)).toEqual([['RATE_LIMITED'], ['RATE_LIMITED']])
  })

  it('slows down password guessing on both servers', async () => {
    await registered(one.url, 'dora@example.com')
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1) {
      const { url } = count % 2 === 0 ? one : two
      statuses.push((await visitor(url).logIn('dora@example.com', `${password}-${count}`)).status)
    }
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses.slice(5)).toEqual([429, 429])
  })

  it('runs each job once on any server', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, index) => registered(two.url, `guest-${index}@example.com`)),
    )
    const changes: Record<string, string> = {}
    for (const { email } of people) {
      const found = await ann.ask(one.url, 'query ($email: String!) { publicUserByEmail(email: $email) { id } }', {
        email,
      })
      changes[found.data?.['publicUserByEmail']?.id ?? ''] = 'viewer'
    }
    const share = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
    expect(
      (await ann.ask(one.url, share, { id: projectId, data: { sharing: { changes, notify: true } } })).codes,
    ).toEqual([])
    await expect.poll(jobsLeft, { timeout: 20_000 }).toBe(0)
    const mails = await Promise.all([one, two].map(({ dataDir }) => outboxOf(dataDir)))
    expect(mails.flat()).toHaveLength(people.length)
    const { rows } = await group.database.pool.query('select name from recurring_jobs order by name')
    expect(rows.map(({ name }) => name)).toContain('trim-change-log')
  })

  it('drains a server under load without losing an answer, and its sockets move on', async () => {
    const { answered, ...drained } = await drainUnderLoad({ person: ann, projectId, one, other: two })
    expect(answered).toBeGreaterThan(20)
    expect(drained).toMatchObject({ exitCode: 0, closeCode: 1001, lost: 0 })
  })
})

const titleIn = (data: Record<string, unknown> | undefined): unknown =>
  (data?.['nodeCreated'] as { readonly title?: string } | undefined)?.title

async function jobsLeft(): Promise<number> {
  const { rows } = await group.database.pool.query<{ left: number }>(
    'select count(*)::integer as left from graphile_worker.jobs',
  )
  return rows[0]?.left ?? -1
}

const outboxOf = (dataDir: string): Promise<string[]> =>
  readdir(join(dataDir, 'outbox')).then(
    (names) => names.filter((name) => name.endsWith('.eml')),
    () => [],
  )
