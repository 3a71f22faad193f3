import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type NodeClient, allNodeFields, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { PlainField } from '../../api/slice.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { buildNodeColumns } from './node-selection.ts'

let world: ProjectWorld
let owner: SignedInViewer
let plan: NodeClient

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date('2026-06-01T00:00:00Z') })
  owner = world.person('ada')
  plan = await openTestProject(world, owner)
  const root = await plan.add({ title: '<p>Quotes " and \\ and \u2028 and 🌳</p>', body: '<p>line<br>break</p>' })
  const other = await plan.add({ title: 'other root', position: 0.000001 })
  const child = await plan.add({ parentId: root.id, status: 'done', style: { backgroundColor: '#bbffd8' } })
  await plan.change(child.id, { parentIds: [root.id, other.id], hideChildren: true })
  const gone = await plan.add({ parentId: root.id, title: 'gone' })
  await plan.change(gone.id, { isDeleted: true })
})
afterAll(() => world.close())

const ask = (selection: string, includeDeleted: boolean, prefix = '') =>
  world.ask(
    owner,
    `query ($id: ID!, $all: Boolean) { ${prefix}nodes(projectId: $id, includeDeleted: $all) { ${selection} } }`,
    { id: plan.projectId, all: includeDeleted },
  )
const byId = (answer: { data?: unknown }, key = 'nodes') =>
  [...((answer.data as Record<string, { id: string }[]>)[key] ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1))

const field = (name: string, fields: PlainField[] = []): PlainField => ({ name, fields })

describe('Nodes as JSON from the database', () => {
  it.each([
    ['every field', allNodeFields],
    ['a few', 'id title position'],
    ['half a style', 'id style { processing }'],
    ['parents', 'id parentId parentIds'],
    ['transitions in another order', 'id transitions { to from dt }'],
  ])('the database and the engine return the same nodes: %s', async (_name, selection) => {
    for (const all of [false, true]) {
      const written = await ask(selection, all)
      // An alias inside forces the engine to do it.
      const made = await ask(`${selection} own: id`, all)
      const withoutOwn = byId(made).map(({ own: _own, ...node }: Record<string, unknown>) => node)
      expect(byId(written)).toEqual(withoutOwn)
      expect(withoutOwn).toHaveLength(all ? 4 : 3)
    }
  })

  it('the database uses the alias of the field for its JSON', async () => {
    expect(byId(await ask('id', false, 'mine: '), 'mine')).toHaveLength(3)
  })

  it('refuses a hidden project like the engine and audits it once', async () => {
    const stranger = world.person('eve')
    const before = world.audited.length
    const query = `query ($id: ID!) { nodes(projectId: $id) { id SELECTION } }`
    const written = await world.ask(stranger, query.replace('SELECTION', ''), { id: plan.projectId })
    const toldOnce = world.audited.length - before
    const made = await world.ask(stranger, query.replace('SELECTION', 'own: id'), { id: plan.projectId })
    expect(written).toEqual(made)
    expect(written).toMatchObject({ data: null, errors: [{ path: ['nodes'], extensions: { code: 'NOT_FOUND' } }] })
    expect(world.audited.length - before).toBe(toldOnce * 2)
  })

  it('writes an empty list for a project without nodes', async () => {
    const empty = await openTestProject(world, owner)
    const query = `{ nodes(projectId: "${empty.projectId}") { id } }`
    expect(await world.ask(owner, query)).toEqual({ data: { nodes: [] } })
  })

  it('does not accept unknown field names into the SQL', () => {
    expect(buildNodeColumns([field('id'), field('constructor')])).toBeNull()
    expect(buildNodeColumns([field("x', (select 1)")])).toBeNull()
    expect(buildNodeColumns([field('style', [field("x'")])])).toBeNull()
    expect(buildNodeColumns([field('transitions', [field('dt')])])).toBeNull()
    expect(buildNodeColumns([])).toBeNull()
  })
})
