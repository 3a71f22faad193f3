import { startTestCluster, type TestCluster } from '@espalier/postgres/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { dropSockets } from '../support/drop-sockets.ts'
import { failoverUnderLoad } from '../support/failover.ts'
import { killUnderLoad } from '../support/kill-under-load.ts'
import { compareWithStored, type AnsweredWrite } from '../support/ledger.ts'
import { partitionUnderLoad } from '../support/partition.ts'
import { registered } from '../support/person.ts'
import { serverGroup } from '../support/several-servers.ts'
import { syncThroughKills } from '../support/sync-through-kills.ts'

// The short form of `npm run chaos`.
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
}, 60_000)
afterAll(() => cluster.stop())

it('loses and duplicates nothing in ten kills among 1,000 answered writes on two servers', async () => {
  expect(await killUnderLoad({ kills: 10, writes: 1_000, servers: 2 })).toMatchObject({
    kills: 10,
    answered: 1_000,
    lost: 0,
    twice: 0,
    unlike: 0,
    shownOtherwise: 0,
    check: 'Checked 1 project: every rule holds.',
  })
}, 240_000)

it('syncs one issue per node with its last values to Jira through three kills among 100 changes', async () => {
  const report = await syncThroughKills({ kills: 3, changes: 100, servers: 2 })
  expect(report).toMatchObject({ issues: report.nodes, missing: 0, twice: 0, otherwise: 0 })
  expect(report.nodes).toBeGreaterThan(30)
}, 240_000)

it('heals each page after fifty dropped sockets', async () => {
  const { drops, healedMs, shownOtherwise, written } = await dropSockets({
    pages: 5,
    rounds: 2,
    awayMs: () => [0, 20, 50, 100, 300],
  })
  expect({ drops, shownOtherwise }).toEqual({ drops: 50, shownOtherwise: 0 })
  expect(healedMs.filter((ms) => ms === Number.POSITIVE_INFINITY)).toEqual([])
  expect(written).toBeGreaterThan(20)
}, 240_000)

it("delays other servers' writes only for some seconds when one is cut off from the database", async () => {
  const cutMs = 10_000
  const report = await partitionUnderLoad({ cuts: 1, cutMs })
  expect(report).toMatchObject({ lost: 0, twice: 0 })
  expect(report.longestGapMs).toBeLessThan(cutMs * 0.8)
  expect(report.recoveredMs).toBeLessThan(Number.POSITIVE_INFINITY)
}, 240_000)

it('continues with the standby after the loss of the database’s machine', async () => {
  const report = await failoverUnderLoad({ servers: 2, writes: 60, withoutMs: 500 })
  expect(report).toMatchObject({ lost: 0, twice: 0, unlike: 0, ready: 2 })
  expect(report.answered).toBeGreaterThanOrEqual(120)
}, 240_000)

it('detects lost and duplicated writes in the account that these tests use', async () => {
  const group = await serverGroup()
  const [{ url } = { url: '' }] = await group.start(1)
  const ann = await registered(url, 'ann@example.com')
  const projectId = await ann.createProject(url, 'Orchard')
  const create = 'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }'
  const make = async (title: string, operationId = randomUUID()): Promise<AnsweredWrite> => {
    const response = await ann.ask(url, create, { data: { projectId, title } }, operationId)
    const nodeId = response.data?.['createNode']?.id ?? ''
    return { operationId, kind: 'create', nodeId, title, parentId: null }
  }
  const [pear, plum] = [await make('pear'), await make('plum')]
  const { pool } = group.database
  expect(await compareWithStored(pool, projectId, [pear, plum])).toEqual({ lost: 0, twice: 0 })
  const never = { ...pear, operationId: randomUUID(), nodeId: randomUUID() }
  const otherwise = { ...plum, title: 'quince' }
  expect(await compareWithStored(pool, projectId, [pear, otherwise, never])).toMatchObject({ lost: 2 })
  expect(await compareWithStored(pool, projectId, [pear])).toEqual({ lost: 0, twice: 1 })
  await group.stop()
}, 120_000)
