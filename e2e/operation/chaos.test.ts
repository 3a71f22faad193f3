import { startTestCluster, type TestCluster } from '@espalier/postgres/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropSockets } from '../support/drop-sockets.ts'
import { killUnderLoad } from '../support/kill-under-load.ts'

// The short form of `npm run chaos`.
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
}, 60_000)
afterAll(() => cluster.stop())

it('ten kills among 1,000 answered writes on two servers: none is lost, none is made twice', async () => {
  expect(await killUnderLoad({ kills: 10, writes: 1_000, servers: 2 })).toMatchObject({
    kills: 10,
    answered: 1_000,
    lost: 0,
    twice: 0,
    unlike: 0,
    shownOtherwise: 0,
    check: 'Checked 1 projects: every rule holds.',
  })
}, 240_000)

it('fifty dropped sockets: each page has again what the tables have', async () => {
  const { drops, healedMs, shownOtherwise, written } = await dropSockets({
    pages: 5,
    rounds: 2,
    awayMs: () => [0, 20, 50, 100, 300],
  })
  expect({ drops, shownOtherwise }).toEqual({ drops: 50, shownOtherwise: 0 })
  expect(healedMs.filter((ms) => ms === Number.POSITIVE_INFINITY)).toEqual([])
  expect(written).toBeGreaterThan(20)
}, 240_000)
