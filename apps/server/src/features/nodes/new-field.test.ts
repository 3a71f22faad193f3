import type * as NodeFieldsModule from '@espalier/domain/node-fields'
import type * as ServerSchemaModule from '@espalier/schema/server'
import {
  throwawayRows,
  throwawaySql,
  throwawayTypeDefs,
  throwawayValues,
} from '@espalier/domain/testing/throwaway-fields'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveWorld } from '../../testing/live-world.ts'
import type { NodeClient } from '../../testing/node-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

let live: LiveWorld
let owner: SignedInViewer
let plan: NodeClient
let openPlan: () => Promise<NodeClient>
let openCopy: (projectId: string) => NodeClient

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@espalier/domain/node-fields', async (load) => {
    const real = await load<typeof NodeFieldsModule>()
    return { ...real, nodeFieldRows: { ...real.nodeFieldRows, ...throwawayRows } }
  })
  vi.doMock('@espalier/schema/server', async (load) => {
    const real = await load<typeof ServerSchemaModule>()
    return { ...real, typeDefs: { ...real.typeDefs, nodes: real.typeDefs.nodes + throwawayTypeDefs } }
  })
  const { openLiveWorld } = await import('../../testing/live-world.ts')
  const { createNodeClient, openTestProject } = await import('../../testing/node-client.ts')
  live = await openLiveWorld()
  await live.world.test.pool.query(throwawaySql)
  owner = live.world.person('ada')
  openPlan = () => openTestProject(live.world, owner)
  openCopy = (projectId) => createNodeClient(live.world, owner, projectId)
  plan = await openPlan()
})
afterAll(async () => {
  vi.doUnmock('@espalier/domain/node-fields')
  vi.doUnmock('@espalier/schema/server')
  vi.resetModules()
  await live.close()
})

const defaults = { nicknames: [], weight: null }
const undo = 'mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }'
const readHistory = `query ($projectId: ID!) {
  history(projectId: $projectId, first: 1) { entries { seq canUndo changes { before after } } } }`

const readSelected = async (selection: string): Promise<readonly object[]> => {
  const query = `query ($id: ID!) { nodes(projectId: $id) { ${selection} nicknames weight } }`
  const { nodes } = await live.world.get<{ nodes: { id: string; own?: string }[] }>(owner, query, {
    id: plan.projectId,
  })
  return nodes.map(({ own: _own, ...node }) => node).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

describe('Field that is only in the field table', () => {
  it('gives a new field its default in a new node unless a value is sent', async () => {
    expect(await plan.add()).toMatchObject(defaults)
    const { id } = await plan.add({ ...throwawayValues })
    expect(await plan.node(id)).toMatchObject(throwawayValues)
    expect((await live.world.test.pool.query('select nicknames, weight from nodes where id = $1', [id])).rows).toEqual([
      throwawayValues,
    ])
  })

  it('updates a new field alone and in a batch, and null clears only a nullable one', async () => {
    const { id } = await plan.add()
    expect(await plan.change(id, throwawayValues)).toMatchObject(throwawayValues)
    const cleared = { ids: [id], data: { projectId: plan.projectId, weight: null, nicknames: null } }
    expect(await plan.try('updateNodeBatch', cleared)).toEqual({ data: { updateNodeBatch: true } })
    expect(await plan.node(id)).toMatchObject({ nicknames: throwawayValues.nicknames, weight: null })
  })

  it('refuses a wrong value of a new field and names the field', async () => {
    const { id, version } = await plan.add()
    const { errors } = await plan.try('updateNode', { id, data: { weight: -1 } })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', field: 'weight' } })
    expect(await plan.node(id)).toMatchObject({ version, weight: null })
  })

  it('sends changes of a new field to subscribers and to clients that catch up', async () => {
    const client = await live.connect(owner)
    const received = await client.enter(plan.projectId, ['nodeUpdated'])
    const { id } = await plan.add()
    const seq = await plan.seq()
    await plan.change(id, throwawayValues)
    const [payload] = await received.nodeUpdated.payloads.atLeast(1)
    expect(payload?.data?.['nodeUpdated']).toMatchObject(throwawayValues)
    expect((await plan.changes(seq)).nodes).toMatchObject([throwawayValues])
    await client.close()
  })

  it('shows a new field in the history, and reverts it unless a newer change exists', async () => {
    const { id } = await plan.add()
    await plan.change(id, throwawayValues)
    const { history } = await live.world.get<{
      history: { entries: { seq: number; canUndo: boolean; changes: unknown[] }[] }
    }>(owner, readHistory, { projectId: plan.projectId })
    const [entry] = history.entries
    expect(entry).toMatchObject({ canUndo: true, changes: [{ before: defaults, after: throwawayValues }] })
    const past = { projectId: plan.projectId, seq: entry?.seq }
    expect(await live.world.ask(owner, undo, past)).toEqual({ data: { undoChange: true } })
    expect(await plan.node(id)).toMatchObject(defaults)
    await plan.change(id, { weight: 7 })
    const { errors } = await live.world.ask(owner, undo, past)
    expect(errors?.[0]?.message).toContain('has another weight by now')
  })

  it('copies a new field with a duplicated project and an imported file', async () => {
    const source = await openPlan()
    await source.add({ ...throwawayValues })
    const { cloneProject: copy } = await live.world.get<{ cloneProject: { id: string } }>(
      owner,
      'mutation ($id: ID!) { cloneProject(id: $id) { id } }',
      { id: source.projectId },
    )
    expect(await openCopy(copy.id).list()).toMatchObject([throwawayValues])
    const nodes = [{ id: 'a', title: 'Pear', ...throwawayValues }]
    const json = JSON.stringify({ format: 'espalier', version: 1, project: { title: 'Imported' }, nodes })
    const { createProject: imported } = await live.world.get<{ createProject: { id: string } }>(
      owner,
      'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }',
      { data: { title: 'Imported', json } },
    )
    expect(await openCopy(imported.id).list()).toMatchObject([{ title: 'Pear', ...throwawayValues }])
  })

  it('reads a new field in the database with the same result as in the GraphQL engine', async () => {
    // An alias in the selection forces the GraphQL engine to build the answer.
    expect(await readSelected('id')).toEqual(await readSelected('id own: id'))
  })
})
