import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { nodeDocuments, createNodeClient } from '../../testing/node-client.ts'
import { readErrorCode, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from './index.ts'

let world: ProjectWorld
let names = 0
beforeAll(async () => {
  world = await openProjectWorld()
})
afterAll(() => world.close())

const someone = (): SignedInViewer => world.person(`person${(names += 1)}`)
const nodes = [
  { id: 'garden', title: '<p>garden</p>' },
  { id: 'beds', parentIds: ['garden'], title: 'beds<script>x</script>', position: 500, status: 'done' },
  { id: 'paths', parentIds: ['garden'], title: 'paths', position: 10 },
  { id: 'gravel', parentIds: ['paths', 'beds'], title: 'gravel' },
]
const file = { format: 'espalier', version: 1, project: { title: 'x', body: '<p>B</p>', layout: 'tree-up' }, nodes }

const create = (viewer: SignedInViewer, json: unknown) =>
  world.ask(viewer, nodeDocuments.createProject, { data: { title: 'From JSON', json } })

async function made(viewer: SignedInViewer, json: unknown) {
  const { data } = await create(viewer, json)
  const { id } = (data as { createProject: { id: string } }).createProject
  const stored = await createNodeClient(world, viewer, id).list()
  const findTitle = (nodeId: string) => stored.find((node) => node.id === nodeId)?.title
  return {
    id,
    stored,
    parentsOf: (title: string) => stored.find((one) => one.title === title)?.parentIds.map(findTitle),
  }
}

describe('JSON field of a new project', () => {
  it.each([
    ['as a value', file],
    ['as a text', JSON.stringify(file)],
  ])('creates the nodes of our own format, %s', async (_name, json) => {
    const ada = someone()
    const { id, stored, parentsOf } = await made(ada, json)
    expect(stored.map(({ title, status }) => `${title} ${status}`).toSorted()).toEqual([
      '<p>garden</p> todo',
      'beds done',
      'gravel todo',
      'paths todo',
    ])
    expect(parentsOf('gravel')).toEqual(['paths', 'beds'])
    const asked = `{ project(id: "${id}") { title body layout completionStatus } }`
    expect(await world.get(ada, asked)).toEqual({
      project: { title: 'From JSON', body: '<p>B</p>', layout: 'tree-up', completionStatus: 'progress' },
    })
  })

  it('keeps other JSON unchanged', async () => {
    const ada = someone()
    const json = { format: 'other', nodes: [{ id: 'a' }] }
    const { id, stored } = await made(ada, json)
    expect(stored).toEqual([])
    expect(await world.get(ada, `{ project(id: "${id}") { json } }`)).toEqual({ project: { json } })
  })

  it.each([
    ['a parent that is not there', { ...file, nodes: [{ id: 'a', parentIds: ['x'], title: 'a' }] }, /not in the file/],
    ['another version', { ...file, version: 99 }, /another version/],
    ['no nodes', { ...file, nodes: undefined }, /"nodes" is not a list/],
  ])('refuses invalid data in our own format: %s', async (_name, json, reason) => {
    const ada = someone()
    const answer = await create(ada, json)
    expect([readErrorCode(answer), answer.errors?.[0]?.extensions?.['field']]).toEqual(['BAD_USER_INPUT', 'json'])
    expect(answer.errors?.[0]?.message).toMatch(reason)
    expect(await world.get(ada, '{ projects { id } }')).toEqual({ projects: [] })
  })
})
