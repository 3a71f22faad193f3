import { startTestCluster, type TestCluster } from '@espalier/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registered, type Person } from '../support/person.ts'
import { startRedisServer, type RedisServer } from '@espalier/stand-ins/redis-server.ts'
import { serverGroup, type Member, type ServerGroup } from '../support/several-servers.ts'

let cluster: TestCluster
let redis: RedisServer
let group: ServerGroup
let one: Member
let two: Member
let ann: Person
let projectId: string

beforeAll(async () => {
  cluster = await startTestCluster()
  redis = await startRedisServer()
  group = await serverGroup()
  const [first, second] = await group.start(2, {
    REDIS_URL: redis.url,
    RATE_LIMITS: 'on',
    ADMIN_EMAILS: 'ann@example.com',
  })
  if (first === undefined || second === undefined) throw new Error('no servers')
  ;[one, two] = [first, second]
  ann = await registered(one.url, 'ann@example.com')
  projectId = await ann.createProject(one.url, 'Orchard')
}, 120_000)
afterAll(async () => {
  await group.stop()
  await redis.stop()
  await cluster.stop()
})

const readiness = async ({ url }: Member) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, ...((await answer.json()) as object) }
}
const isReady = { status: 200, ready: true }
const findPerson = 'query ($email: String!) { publicUserByEmail(email: $email) { id } }'

describe('two servers with Redis', () => {
  it("delivers each other's events and counts limits together with Redis between two servers", async () => {
    const socket = await ann.watch(two.url, projectId)
    const made = await ann.createNode(one.url, { projectId })
    await socket.event(({ payload }) => idIn(payload.data) === made)
    const codes: (readonly string[])[] = []
    for (let count = 0; count < 61; count += 1) {
      codes.push(
        (await ann.ask(count % 2 === 0 ? one.url : two.url, findPerson, { email: 'nobody@example.com' })).codes,
      )
    }
    expect([codes.flat(), codes.at(-1)]).toEqual([['RATE_LIMITED'], ['RATE_LIMITED']])
    expect(await readiness(one)).toEqual(isReady)
    socket.close()
  })

  it('closes the sockets of a deactivated person on both servers, soon after the operator has done it on one', async () => {
    const zoe = await registered(one.url, 'zoe@example.com')
    const own = await zoe.createProject(one.url, 'Hedge')
    const sockets = await Promise.all([zoe.watch(one.url, own), zoe.watch(two.url, own)])
    const people = 'query { adminPeople(search: "zoe@example.com") { people { id } } }'
    const found = (await ann.ask(one.url, people)).data?.['adminPeople'] as unknown as { people: { id: string }[] }
    const deactivating = 'mutation ($id: ID!) { setPersonActive(personId: $id, isActive: false) { id } }'
    const closed = Promise.all(sockets.map(async (socket) => ({ ...(await socket.closed), at: performance.now() })))
    const began = performance.now()
    expect((await ann.ask(one.url, deactivating, { id: found.people[0]?.id })).codes).toEqual([])
    const ends = await closed
    expect(ends.map(({ code }) => code)).toEqual([4401, 4401])
    // The bar is a second; without the bus the other server would notice only at its next check.
    for (const { at } of ends) expect(at - began).toBeLessThan(10_000)
    expect((await zoe.ask(two.url, 'query { projects { id } }')).codes).toEqual(['UNAUTHENTICATED'])
  })

  it('serves without Redis, reports a degraded state, delivers events, and recovers', async () => {
    const socket = await ann.watch(two.url, projectId)
    await redis.kill()
    await expect
      .poll(() => readiness(one), patience)
      .toMatchObject({ ...isReady, degraded: expect.arrayContaining(['bus']) })
    await expect
      .poll(() => readiness(two), patience)
      .toMatchObject({ ...isReady, degraded: expect.arrayContaining(['bus']) })
    const made = await ann.createNode(one.url, { projectId })
    await socket.event(({ payload }) => idIn(payload.data) === made)
    await redis.start()
    for (const member of [one, two]) await expect.poll(() => readiness(member), patience).toEqual(isReady)
    const bea = await registered(one.url, 'bea@example.com')
    const own = await bea.createProject(one.url, 'Hedge')
    const sockets = await Promise.all([bea.watch(one.url, own), bea.watch(two.url, own)])
    await bea.logOut()
    expect(await Promise.all(sockets.map(async ({ closed }) => (await closed).code))).toEqual([4401, 4401])
    const lines = [one, two].map(({ process }) => process.output().match(/the bus is away/g)?.length)
    expect(lines).toEqual([1, 1])
    socket.close()
  })
})

const patience = { timeout: 20_000 }
const idIn = (data: Record<string, unknown> | undefined): unknown =>
  (data?.['nodeCreated'] as { readonly id?: string } | undefined)?.id
