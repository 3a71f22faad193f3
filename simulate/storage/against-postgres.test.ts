import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import {
  appendChanges,
  type LoggedChange,
  readChangedNodeIds,
  readChanges,
  readLogStart,
} from '@espalier/server/src/database/change-log.ts'
import { openDatabase, serverMigrations } from '@espalier/server/src/database/database.ts'
import { readNodes } from '@espalier/server/src/database/nodes.ts'
import { claimOperation, storeOperationAnswer } from '@espalier/server/src/database/operations.ts'
import { advanceProject, lockProjectRow, readProjectRow } from '@espalier/server/src/database/projects.ts'
import { readProjectChanges, readProjectSeqs } from '@espalier/server/src/database/read-change-log.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChance } from '../chance.ts'
import { createProjectFixture } from '../project-fixture.ts'
import { createStorage } from './storage.ts'
import { copyProject, databaseOn, type Side, sideOn } from './testing/sides.ts'
import { someCall } from './testing/some-call.ts'

const userIds = ['ada', 'bea', 'cleo']
let test: TestDatabase
let projectId: string
let standIn: Side
let postgres: Side
const chance = createChance(11)

beforeAll(async () => {
  test = await testDatabase([serverMigrations])
})
afterAll(() => test.drop())
beforeEach(async () => {
  const storage = createStorage()
  projectId = createProjectFixture(storage, chance, userIds)
  standIn = sideOn(databaseOn(storage), projectId, userIds)
  postgres = sideOn(openDatabase(test.pool), projectId, userIds)
  await copyProject(storage, projectId, postgres.database)
})

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((left, right) => (left.id < right.id ? -1 : 1))

/** SQL guarantees no order among the rows of one statement, nor among the nodes of one change. */
const inOrder = ({ payload, ...rest }: LoggedChange) => ({
  ...rest,
  payload: { ...payload, nodes: byId(payload.nodes ?? []) },
})

async function everythingOn({ database: { pool } }: Side) {
  const tail = await readProjectChanges(pool, projectId, { after: 3, mostEntries: 40, mostNodes: 12 })
  return {
    project: await readProjectRow(pool, projectId),
    nodes: byId(await readNodes(pool, projectId, true)),
    living: byId(await readNodes(pool, projectId, false)),
    log: (await readChanges(pool, projectId, 0)).map(inOrder),
    logFrom: await readLogStart(pool, projectId),
    changed: (await readChangedNodeIds(pool, projectId, 5, 1_000))?.toSorted(),
    seqs: [...(await readProjectSeqs(pool, [projectId]))],
    tail: {
      ...tail,
      entries: tail?.entries.map(({ nodeIds, ...entry }) => ({ ...entry, nodeIds: nodeIds.toSorted() })),
      nodes: byId([...(tail?.nodes.values() ?? [])]),
    },
  }
}

describe('PostgreSQL stand-in', () => {
  it('answers and stores like PostgreSQL for any request', async () => {
    const codes = new Set<string>()
    const asked: Parameters<Side['ask']>[] = []
    for (let turn = 0; turn < 200; turn += 1) {
      const ids = (await readNodes(standIn.database.pool, projectId, true)).map(({ id }) => id).sort()
      const isRepeat = asked.length > 0 && chance.happens(0.1)
      const call: Parameters<Side['ask']> = isRepeat
        ? chance.pick(asked)
        : [chance.pick(['ada', 'ada', 'bea', 'cleo']), someCall(chance, ids, userIds)]
      asked.push(call)
      const result = await standIn.ask(...call)
      codes.add(result.ok ? 'done' : result.code)
      expect(result, JSON.stringify(call)).toEqual(await postgres.ask(...call))
    }
    expect([...codes].sort()).toEqual(expect.arrayContaining(['CONFLICT', 'FORBIDDEN', 'done']))
    expect(await everythingOn(standIn)).toEqual(await everythingOn(postgres))
  }, 60_000)
})

const sides = [
  ['the stand-in', () => standIn],
  ['PostgreSQL', () => postgres],
] as const

describe.each(sides)('two transactions on %s', (_name, side) => {
  const counts = { todo: 1, progress: 0, done: 0 }

  it("gives the lock of a project to one transaction after the other, with the first one's changes", async () => {
    const { database } = side()
    const order: string[] = []
    let second: Promise<void> | null = null
    await database.transaction(async ({ client }) => {
      const row = await lockProjectRow(client, projectId)
      second = database.transaction(async (other) => {
        const seen = await lockProjectRow(other.client, projectId)
        order.push(`second at ${seen?.seq}`)
      })
      await advanceProject(client, projectId, { seq: 9, at: new Date(), counts, contentBytes: 0, historyBytes: 0 })
      expect((await readProjectRow(database.pool, projectId))?.seq).toBe(row?.seq)
      order.push('first')
    })
    await second
    expect(order).toEqual(['first', 'second at 9'])
  })

  it('lets one transaction claim an operation: the second waits for the answer, or gets the claim when the first fails', async () => {
    const { database } = side()
    for (const isFailing of [true, false]) {
      const key = { caller: 'ada', clientId: 'tab', operationId: chance.uuid(), field: 'createNode' }
      let second: Promise<unknown> | null = null
      const first = database.transaction(async ({ client }) => {
        expect(await claimOperation(client, key, { now: new Date(), content: 'digest' })).toBeNull()
        second = database.transaction((other) =>
          claimOperation(other.client, key, { now: new Date(), content: 'digest' }),
        )
        await storeOperationAnswer(client, key, { id: 'a' })
        await readProjectRow(client, projectId)
        if (isFailing) throw new Error('given up')
      })
      if (isFailing) await expect(first).rejects.toThrow('given up')
      else await first
      expect(await second).toEqual(isFailing ? null : { answer: { id: 'a' }, content: 'digest' })
    }
  })

  it('does not let two transactions log under the same number', async () => {
    const { database } = side()
    const origin = { actor: 'ada', clientId: null, operationId: null, at: new Date(), token: null }
    const change = { seq: 2, kind: 'nodes-updated', payload: { nodes: [] } } as const
    let second: Promise<number> | null = null
    await database.transaction(async ({ client }) => {
      await appendChanges(client, projectId, [change], origin)
      second = database.transaction((other) => appendChanges(other.client, projectId, [change], origin))
      // The rejection is handled before it is awaited below, or it would count as unhandled.
      second.catch(() => {})
      await readProjectRow(client, projectId)
    })
    await expect(second).rejects.toMatchObject({ code: '23505' })
  })
})
