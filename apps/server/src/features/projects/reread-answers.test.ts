import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createOperationIds, type NodeClient, nodeDocuments, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from './index.ts'

const update =
  'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id title body seq } }'
const longText = `<p>${'a'.repeat(50_000)}</p>`

let world: ProjectWorld
let owner: SignedInViewer
let plan: NodeClient
beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('owner')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, owner)
  await world.test.pool.query('delete from operations')
})

const measureAnswers = async (): Promise<number> => {
  const { rows } = await world.test.pool.query<{ bytes: number }>(
    'select coalesce(sum(length(answer::text)), 0)::integer as bytes from operations',
  )
  return rows[0]?.bytes ?? 0
}

it('does not store the long description of a node again with every change of its title', async () => {
  const { id } = await plan.add({ body: longText })
  const operation = createOperationIds()
  const change = () => world.get(owner, nodeDocuments.updateNode, { id, data: { title: 'new' } }, operation)
  const first = await change()
  expect(await measureAnswers()).toBeLessThan(200)
  expect(await change()).toEqual(first)
  expect(await plan.node(id)).toMatchObject({ version: 2, body: longText })
})

it('does not store the long texts of a project again with every change of its title', async () => {
  const operation = createOperationIds()
  await world.get(owner, update, { id: plan.projectId, data: { body: longText } })
  const change = () => world.get(owner, update, { id: plan.projectId, data: { title: 'new' } }, operation)
  const first = await change()
  expect(await measureAnswers()).toBeLessThan(200)
  expect(await change()).toEqual(first)
})

it.each(['node', 'project'] as const)(
  'gives the long %s that an operation answered with to nobody who has lost access since',
  async (kind) => {
    const editor = world.person('editor')
    const share = (users: object) => world.get(owner, update, { id: plan.projectId, data: { sharing: { users } } })
    await share({ [editor.person.id]: 'editor' })
    const { id: nodeId } = await plan.add({ body: longText })
    await world.get(owner, update, { id: plan.projectId, data: { body: longText } })
    const [document, id] = kind === 'node' ? [nodeDocuments.updateNode, nodeId] : [update, plan.projectId]
    const operation = createOperationIds()
    const change = () => world.ask(editor, document, { id, data: { title: 'new' } }, operation)
    expect((await change()).errors).toBeUndefined()
    expect((await change()).errors).toBeUndefined()
    await share({})
    expect(readErrorCode(await change())).toBe('NOT_FOUND')
  },
)
