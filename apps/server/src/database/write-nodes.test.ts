import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PoolClient } from 'pg'
import { openTestProject } from '../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../testing/project-world.ts'
import { readNodesById, type NodeRecord } from './nodes.ts'
import { insertNodeRows, markNodesDeleted, updateNodeRows } from './write-nodes.ts'

const manyNodes = 3_000

let world: ProjectWorld
let client: PoolClient
let node: NodeRecord

beforeAll(async () => {
  world = await openProjectWorld()
  const plan = await openTestProject(world, world.person('ada'))
  const { id } = await plan.add({ title: 'Pears' })
  client = await world.test.pool.connect()
  const [stored] = await readNodesById(client, plan.projectId, [id])
  if (stored === undefined) throw new Error('the node was not stored')
  node = stored
  await insertNodeRows(
    client,
    Array.from({ length: manyNodes }, (_, at) => ({ ...node, id: randomUUID(), position: at })),
  )
  await client.query('analyze nodes')
})
afterAll(async () => {
  client.release()
  await world.close()
})

/** Counts the rows of nodes that were read without an index during some work. */
async function countScannedRows(work: () => Promise<void>): Promise<number> {
  const read = async (): Promise<number> => {
    const { rows } = await client.query<{ scanned: number }>(
      `select seq_tup_read::integer as scanned from pg_stat_xact_user_tables where relname = 'nodes'`,
    )
    return rows[0]?.scanned ?? Number.NaN
  }
  await client.query('begin')
  try {
    const before = await read()
    await work()
    return (await read()) - before
  } finally {
    await client.query('rollback')
  }
}

describe('Changing one node of a large table', () => {
  it('finds the node by its index instead of reading the table', async () => {
    expect(await countScannedRows(() => updateNodeRows(client, [{ ...node, title: 'Plums' }]))).toBe(0)
    expect(await countScannedRows(() => markNodesDeleted(client, [node]))).toBe(0)
  })
})
