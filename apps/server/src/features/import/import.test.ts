import { randomUUID } from 'node:crypto'
import { exchangeLimits, limits } from '@espalier/domain'
import type { InterchangeNode } from '@espalier/interchange'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NodeView } from '../../database/nodes.ts'
import { createNodeClient, openTestProject } from '../../testing/node-client.ts'
import { importFixtures, type ImportWorld, openImportWorld } from '../../testing/import-world.ts'
import { type ProjectWorld, readLoggedChanges } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { importJobRunners } from './import-routes.ts'

let imports: ImportWorld
let world: ProjectWorld
const clock = { now: Date.parse('2026-06-01T00:00:00Z') }

beforeAll(async () => {
  imports = await openImportWorld(() => new Date(clock.now))
  world = imports.world
})
afterAll(() => imports.close())

const { node } = importFixtures
const someone: ImportWorld['someone'] = (more) => imports.someone(more)
const send: ImportWorld['send'] = (...request) => imports.send(...request)
const bringIn: ImportWorld['bringIn'] = (...request) => imports.bringIn(...request)

const plain = (title: string): string => title.replace(/<[^>]+>/g, '')

/** Formats an outline such as 'a(b c(d))'; a node with several parents appears under each of them. */
function formatOutline(nodes: readonly NodeView[]): string {
  const below = (parentId: string | null): string =>
    nodes
      .filter(({ parentIds }) => (parentId === null ? parentIds.length === 0 : parentIds.includes(parentId)))
      .toSorted((left, right) => left.position - right.position)
      .map((one) => `${plain(one.title)}${below(one.id) === '' ? '' : `(${below(one.id)})`}`)
      .join(' ')
  return below(null)
}

const readProjects = async (viewer: SignedInViewer): Promise<{ title: string; body: string; layout: string }[]> =>
  (
    await world.get<{ projects: { title: string; body: string; layout: string }[] }>(
      viewer,
      '{ projects { title body layout } }',
    )
  ).projects

const garden = [
  node('garden', [], { body: '<p>All of it</p>' }),
  node('beds', ['garden'], {
    position: 5000,
    status: 'done',
    transitions: [
      { dt: 1000, from: 'deleted', to: 'todo' },
      { dt: 2000, from: 'todo', to: 'done' },
    ],
  }),
  node('paths', ['garden'], { position: 10, status: 'progress', hideChildren: true, backgroundColor: '#bbffd8' }),
  node('gravel', ['paths', 'beds']),
]

describe('Import from a page of another person', () => {
  it('refuses an import when another person has signed in since the page was opened', async () => {
    const [ann, bea] = [someone(), someone()]
    const beginning = { title: 'Plan', nodeCount: 1 }
    const asAnn = { headers: { 'x-person-id': ann.person.id } }
    expect((await send(ann, '', beginning, asAnn)).status).toBe(201)
    const refused = await send(bea, '', beginning, asAnn)
    expect([refused.status, refused.body.error?.code]).toEqual([401, 'UNAUTHENTICATED'])
  })
})

describe('Import into a new project', () => {
  it('keeps order, statuses, bodies, further parents, colors, folds and history', async () => {
    const ada = someone()
    const header = { title: 'My <b>garden</b>', body: '<p>Plan<script>x</script></p>', layout: 'tree-down' }
    const { status, body } = await bringIn(ada, garden, header)
    expect([status, body.error]).toEqual([200, undefined])
    expect(await readProjects(ada)).toEqual([{ title: 'My <b>garden</b>', body: '<p>Plan</p>', layout: 'tree-down' }])
    const nodes = await createNodeClient(world, ada, body.projectId ?? '').list()
    expect(formatOutline(nodes)).toBe('garden(paths(gravel) beds(gravel))')
    expect(body.nodeIds).toHaveLength(4)
    expect(body.nodeIds?.[0]).toBe(nodes.find(({ title }) => title.includes('garden'))?.id)
    expect(nodes.find(({ title }) => title.includes('beds'))).toMatchObject({
      status: 'done',
      transitions: garden[1]?.transitions,
      style: { backgroundColor: limits.nodeColour },
    })
    expect(nodes.find(({ title }) => title.includes('paths'))).toMatchObject({
      status: 'progress',
      hideChildren: true,
      style: { backgroundColor: '#bbffd8' },
      transitions: [{ dt: clock.now, from: 'deleted', to: 'progress' }],
    })
    const { projects } = await world.get<{ projects: object[] }>(ada, '{ projects { completionStatus } }')
    expect(projects).toEqual([{ completionStatus: 'progress' }])
  })

  it('keeps the order of 30 siblings', async () => {
    const ada = someone()
    const names = Array.from({ length: 30 }, (_, at) => `n${at + 10}`)
    const { body } = await bringIn(ada, [node('root'), ...names.map((name) => node(name, ['root']))], {}, 40)
    const nodes = await createNodeClient(world, ada, body.projectId ?? '').list()
    expect(formatOutline(nodes)).toBe(`root(${names.join(' ')})`)
  })

  it('creates one project however often the end is sent', async () => {
    const ada = someone()
    const { body } = await send(ada, '', { title: 'Once', nodeCount: 1 })
    await send(ada, `/${body.id}/parts/0`, { nodes: [node('a')] })
    await send(ada, `/${body.id}/parts/0`, { nodes: [node('a')] })
    const answers = await Promise.all([1, 2, 3].map(() => send(ada, `/${body.id}/finish`)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await readProjects(ada)).toHaveLength(1)
  })

  it('gives the same answer to an end whose file another end has used while it was read', async () => {
    const ada = someone()
    const { body } = await send(ada, '', { title: 'Once', nodeCount: 1 })
    await send(ada, `/${body.id}/parts/0`, { nodes: [node('a')] })
    const { pool } = world.test
    const query = pool.query.bind(pool)
    let first: unknown = null
    const spy = vi.spyOn(pool, 'query').mockImplementation((async (...request: [string]) => {
      if (first === null && String(request[0]).includes('from import_parts')) {
        spy.mockRestore()
        first = await send(ada, `/${body.id}/finish`)
      }
      return query(...request)
    }) as typeof pool.query)
    const second = await send(ada, `/${body.id}/finish`)
    expect([second.status, second]).toEqual([200, first])
    expect(await readProjects(ada)).toHaveLength(1)
  })
})

describe('Part of a dropped import', () => {
  it('answers as for an unknown import when the import is dropped while a part is checked', async () => {
    const ada = someone()
    const { body } = await send(ada, '', { title: 'Dropped', nodeCount: 1 })
    const { pool } = world.test
    const query = pool.query.bind(pool)
    const spy = vi.spyOn(pool, 'query').mockImplementation((async (...request: [string]) => {
      if (String(request[0]).includes('insert into import_parts')) {
        spy.mockRestore()
        await send(ada, `/${body.id}`, {}, { method: 'DELETE' })
      }
      return query(...request)
    }) as typeof pool.query)
    const late = await send(ada, `/${body.id}/parts/0`, { nodes: [node('a')] })
    expect([late.status, late.body.error?.code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('Import into an existing project', () => {
  it('adds the nodes below the target after its children and notifies all subscribers', async () => {
    const ada = someone()
    const plan = await openTestProject(world, ada)
    const root = await plan.add({ title: 'root' })
    await plan.add({ title: 'first', parentId: root.id })
    const before = await plan.seq()
    world.published.length = 0
    const { body } = await bringIn(ada, garden, { projectId: plan.projectId, parentId: root.id })
    expect(formatOutline(await plan.list())).toBe('root(first garden(paths(gravel) beds(gravel)))')
    expect(world.published).toMatchObject([{ kind: 'project-changed', projectId: plan.projectId }])
    const logged = await readLoggedChanges(world.test.pool, plan.projectId, before)
    expect(logged.map(({ kind, clientId }) => [kind, clientId])).toEqual([['nodes-updated', 'tab']])
    const received = await plan.changes(before)
    expect([received.seq, received.nodes.map(({ id }) => id).toSorted()]).toEqual([body.seq, body.nodeIds?.toSorted()])
  })

  it('creates roots without a target node', async () => {
    const ada = someone()
    const plan = await openTestProject(world, ada)
    await plan.add({ title: 'root' })
    await bringIn(ada, [node('one', [], { position: 1 }), node('two', [], { position: 2 })], {
      projectId: plan.projectId,
    })
    expect(formatOutline(await plan.list())).toBe('root one two')
  })

  it('changes nothing if the target node was deleted or belongs to another project', async () => {
    const ada = someone()
    const [plan, other] = [await openTestProject(world, ada), await openTestProject(world, ada)]
    const root = await plan.add({ title: 'root' })
    const gone = await plan.add({ title: 'gone', parentId: root.id })
    const elsewhere = await other.add({ title: 'elsewhere' })
    await plan.change(gone.id, { isDeleted: true })
    const before = await plan.seq()
    for (const [parentId, code] of [
      [gone.id, 'CONFLICT'],
      [elsewhere.id, 'NOT_FOUND'],
      [randomUUID(), 'NOT_FOUND'],
    ]) {
      const { body } = await bringIn(ada, garden, { projectId: plan.projectId, parentId })
      expect(body.error?.code).toBe(code)
    }
    expect([await plan.seq(), formatOutline(await plan.list())]).toEqual([before, 'root'])
  })
})

describe('Import policy', () => {
  it.each([
    ['anonymous', 'UNAUTHENTICATED'],
    ['stranger', 'NOT_FOUND'],
    ['viewer', 'FORBIDDEN'],
    ['editor', undefined],
    ['owner without access', 'FORBIDDEN'],
  ])('imports into a project as: %s', async (actor, code) => {
    const ada = someone()
    const plan = await openTestProject(world, ada)
    const root = await plan.add({ title: 'root' })
    const bob = actor === 'anonymous' ? null : someone()
    if (bob !== null && (actor === 'viewer' || actor === 'editor')) {
      const update = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
      await world.get(ada, update, { id: plan.projectId, data: { sharing: { changes: { [bob.person.id]: actor } } } })
    }
    if (actor === 'owner without access') imports.signIn({ ...ada, hasAccess: false })
    const who = actor === 'owner without access' ? ada : bob
    const target = { projectId: plan.projectId, parentId: root.id }
    const answer =
      who === null ? await send(null, '', { title: 'x', nodeCount: 0, ...target }) : await bringIn(who, garden, target)
    expect(answer.body.error?.code).toBe(code)
    expect(await plan.list()).toHaveLength(code === undefined ? 5 : 1)
  })

  it('imports as a new project only with access to the product', async () => {
    const bea = someone({ hasAccess: false })
    expect((await bringIn(bea, garden)).body.error?.code).toBe('FORBIDDEN')
    expect((await send(null, '', { title: 'x', nodeCount: 0 })).status).toBe(401)
  })

  it('checks access again after the upload', async () => {
    const ada = someone()
    const { body } = await send(ada, '', { title: 'Late', nodeCount: 1 })
    await send(ada, `/${body.id}/parts/0`, { nodes: [node('a')] })
    imports.signIn({ ...ada, hasAccess: false })
    expect((await send(ada, `/${body.id}/finish`)).body.error?.code).toBe('FORBIDDEN')
    expect(await readProjects(ada)).toEqual([])
  })

  it('hides the upload of another person', async () => {
    const [ada, bob] = [someone(), someone()]
    const { body } = await send(ada, '', { title: 'Mine', nodeCount: 1 })
    expect((await send(bob, `/${body.id}/parts/0`, { nodes: [node('a')] })).status).toBe(404)
    expect((await send(bob, `/${body.id}/finish`)).status).toBe(404)
    await send(bob, `/${body.id}`, {}, { method: 'DELETE' })
    expect((await send(ada, `/${body.id}/parts/0`, { nodes: [node('a')] })).status).toBe(200)
  })

  it('refuses other sites and everything except JSON', async () => {
    const ada = someone()
    const foreign = await send(ada, '', { title: 'x', nodeCount: 0 }, { headers: { origin: 'https://evil.example' } })
    expect(foreign.body.error?.code).toBe('FORBIDDEN')
    const text = await send(ada, '', { title: 'x', nodeCount: 0 }, { headers: { 'content-type': 'text/plain' } })
    expect(text.status).toBe(415)
  })

  it('limits the imports of a person', async () => {
    const ada = someone()
    for (let at = 0; at < exchangeLimits.importsPerMinute; at += 1) {
      expect((await send(ada, '', { title: 'x', nodeCount: 0 })).status).toBe(201)
    }
    expect((await send(ada, '', { title: 'x', nodeCount: 0 })).body.error?.code).toBe('RATE_LIMITED')
    const { rows } = await world.test.pool.query('select 1 from imports where user_id = $1', [ada.person.id])
    expect(rows).toHaveLength(exchangeLimits.openImports)
  })
})

describe('Invalid import', () => {
  const chain = (length: number) => Array.from({ length }, (_, at) => node(`c${at}`, at === 0 ? [] : [`c${at - 1}`]))

  it.each<[string, InterchangeNode[], RegExp]>([
    ['a circle', [node('a', ['b']), node('b', ['a'])], /circle/],
    ['a node below itself', [node('a', ['a'])], /circle/],
    ['a parent that is not there', [node('a', ['x'])], /not in the file/],
    ['one id twice', [node('a'), node('a')], /same id/],
    ['one parent twice', [node('a'), node('b', ['a', 'a'])], /twice/],
    ['a chain of 1,001', chain(limits.chainNodes + 1), /deeper than 1,000/],
    ['a title that is too long', [node('a', [], { title: 'x'.repeat(20_001) })], /too long/],
    ['a status nobody knows', [node('a', [], { status: 'gone' as 'todo' })], /status is unknown/],
    ['a place beyond all places', [node('a', [], { position: 1e9 })], /position is out of range/],
    ['a color that is markup', [node('a', [], { backgroundColor: 'red;x' })], /is not a color/],
  ])('refuses an invalid import with a reason and changes nothing: %s', async (_name, nodes, reason) => {
    const ada = someone()
    const { status, body } = await bringIn(ada, nodes, {}, 400)
    expect([status, body.error?.code]).toEqual([400, 'BAD_USER_INPUT'])
    expect(body.error?.message).toMatch(reason)
    expect(await readProjects(ada)).toEqual([])
  })

  it('refuses an import that would nest too deeply in the project', async () => {
    const ada = someone()
    const { body } = await bringIn(ada, chain(limits.chainNodes - 1), {}, 400)
    const last = body.nodeIds?.at(-1)
    const into = (nodes: InterchangeNode[]) => bringIn(ada, nodes, { projectId: body.projectId, parentId: last })
    expect((await into([node('a'), node('b', ['a'])])).body.error?.message).toMatch(/deeper/)
    expect((await into([node('a')])).status).toBe(200)
  })

  it.each([
    ['too many nodes', { title: 'x', nodeCount: exchangeLimits.files.nodes + 1 }],
    ['no title', { nodeCount: 1 }],
    ['a layout nobody knows', { title: 'x', nodeCount: 1, layout: 'spiral' }],
    ['a project that is no id', { title: 'x', nodeCount: 1, projectId: '../x' }],
    ['broken JSON', '{"title":'],
    ['half a sign', '{"title":"\\ud800","nodeCount":1}'],
    ['a key that reaches into every object', '{"title":"x","nodeCount":1,"__proto__":{"a":1}}'],
  ])('refuses to start an import: %s', async (_name, body) => {
    const answer = await send(someone(), '', body)
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'BAD_USER_INPUT'])
  })

  it('creates nothing if parts are missing or exceed the announcement', async () => {
    const ada = someone()
    const { body } = await send(ada, '', { title: 'Half', nodeCount: 3 })
    await send(ada, `/${body.id}/parts/0`, { nodes: [node('a')] })
    await send(ada, `/${body.id}/parts/2`, { nodes: [node('b'), node('c')] })
    expect((await send(ada, `/${body.id}/finish`)).body.error?.message).toMatch(/not all of it has arrived/)
    const more = await send(ada, `/${body.id}/parts/1`, { nodes: [node('d')] })
    expect(more.body.error?.message).toMatch(/more nodes than were announced/)
    expect((await send(ada, `/${body.id}/finish`)).status).toBe(404)
    expect(await readProjects(ada)).toEqual([])
  })

  it('removes scripts and links to projects that the person may not see', async () => {
    const [ada, bob] = [someone(), someone()]
    const [own, hidden] = [await openTestProject(world, ada), await openTestProject(world, bob)]
    const { body } = await bringIn(ada, [
      node('a', [], {
        title: '<p onclick="x()">A<img src=x onerror=alert(1)></p>',
        body: '<a href="javascript:x()">b</a><iframe></iframe>',
        projectLink: hidden.projectId,
      }),
      node('b', ['a'], { projectLink: own.projectId }),
    ])
    const nodes = await createNodeClient(world, ada, body.projectId ?? '').list()
    expect(nodes.map(({ title, body: text }) => `${title}${text}`).join('')).not.toMatch(
      /onclick|onerror|javascript|iframe|img/,
    )
    expect(nodes.map(({ projectLink }) => projectLink).toSorted()).toEqual([own.projectId, null].toSorted())
  })

  it('leaves nothing after an interrupted upload and forgets it after an hour', async () => {
    const ada = someone()
    const { body } = await send(ada, '', { title: 'Off', nodeCount: 2 })
    await send(ada, `/${body.id}/parts/0`, { nodes: [node('a')] })
    expect(await readProjects(ada)).toEqual([])
    clock.now += exchangeLimits.keptMs + 1
    await importJobRunners(world.database, () => new Date(clock.now))['forget-imports']({})
    expect((await send(ada, `/${body.id}/parts/1`, { nodes: [node('b')] })).status).toBe(404)
    const { rows } = await world.test.pool.query('select 1 from import_parts where import_id = $1', [body.id])
    expect(rows).toEqual([])
  })
})
