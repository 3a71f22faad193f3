import { randomUUID } from 'node:crypto'
import { exchangeLimits, limits } from '@espalier/domain'
import type { InterchangeNode } from '@espalier/interchange'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '../../api/viewer.ts'
import type { NodeView } from '../../database/nodes.ts'
import { createRates } from '../../reliability/rates.ts'
import { createNodeClient, openTestProject } from '../../testing/node-client.ts'
import { createPlannedClient, openPlannedProject } from '../../testing/planned-project.ts'
import { openProjectWorld, type ProjectWorld, readLoggedChanges } from '../../testing/project-world.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { startTestServer, type TestServer } from '../../transport/testing/test-server.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { importJobRunners, importRoutes } from './import-routes.ts'

let world: ProjectWorld
let server: TestServer
const viewers = new Map<string, Viewer>()
let clock = Date.parse('2026-06-01T00:00:00Z')

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date(clock) })
  server = await startTestServer({
    authenticate: async ({ cookie = '' }) => viewers.get(cookie) ?? { kind: 'anonymous' },
    routes: [
      importRoutes({
        database: world.database,
        writes: world.writes,
        audit: (event) => void world.audited.push(event),
        authenticate: async ({ cookie = '' }) => viewers.get(cookie) ?? { kind: 'anonymous' },
        rates: createRates({ store: null, log: createRecordedLog() }),
        now: () => new Date(clock),
      }),
    ],
  })
})
afterAll(async () => {
  await server.close()
  await world.close()
})

let names = 0
function someone(more: { readonly hasAccess?: boolean } = {}): SignedInViewer {
  const viewer = world.person(`person${(names += 1)}`, more)
  viewers.set(viewer.person.id, viewer)
  return viewer
}

interface Answered {
  readonly status: number
  readonly body: {
    id?: string
    projectId?: string
    seq?: number
    nodeIds?: string[]
    error?: { code: string; message: string }
  }
}

async function send(
  viewer: SignedInViewer | null,
  path: string,
  body: unknown = {},
  more: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answered> {
  const method = more.method ?? 'POST'
  const answer = await fetch(`${server.url}/import/projects${path}`, {
    method,
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      'x-client-id': 'tab',
      cookie: viewer?.person.id ?? '',
      ...more.headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answered['body']) }
}

const node = (id: string, parentIds: string[] = [], more: Partial<InterchangeNode> = {}): InterchangeNode => ({
  id,
  parentIds,
  title: `<p>${id}</p>`,
  body: '',
  status: 'todo',
  position: 100,
  hideChildren: false,
  ...more,
})

async function bringIn(viewer: SignedInViewer, nodes: readonly InterchangeNode[], more: object = {}, perPart = 2) {
  const startResponse = await send(viewer, '', { title: 'Garden', nodeCount: nodes.length, ...more })
  if (startResponse.body.id === undefined) return startResponse
  for (let at = 0; at * perPart < nodes.length; at += 1) {
    const part = await send(viewer, `/${startResponse.body.id}/parts/${at}`, {
      nodes: nodes.slice(at * perPart, (at + 1) * perPart),
    })
    if (part.status !== 200) return part
  }
  return send(viewer, `/${startResponse.body.id}/finish`)
}

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
      transitions: [{ dt: clock, from: 'deleted', to: 'progress' }],
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

describe('Import of tags, stages, own fields and people', () => {
  const lists = {
    tags: [
      { id: 'a', name: 'Bug' },
      { id: 'b', name: 'New' },
      { id: 'c', name: 'Unused' },
    ],
    stages: [{ id: 'd', name: 'Review', category: 'progress', colour: '#bbffd8', counts: false }],
    fieldDefinitions: [
      { id: 'e', name: 'text', type: 'text' },
      { id: 'f', name: 'Size', type: 'choice', options: ['S', 'L'] },
      { id: 'g', name: 'number', type: 'date' },
    ],
    estimateUnit: 'days',
  }
  const plannedNode = (personId: string) =>
    node('pear', [], {
      status: 'progress',
      tagIds: ['b', 'a'],
      stageId: 'd',
      fields: { e: 'soon', f: 'L', g: '2026-12-01' },
      assigneeIds: [personId, 'nobody'],
      dueDate: '2026-12-01',
      estimate: 2,
    })

  it('finds them in the project by name, and adds those that its nodes use', async () => {
    const ada = someone()
    const plan = await openPlannedProject(world, ada)
    const before = await plan.lists()
    const answer = await bringIn(ada, [plannedNode(ada.person.id)], { projectId: plan.projectId, ...lists })
    expect(answer.status).toBe(200)
    const after = await plan.lists()
    expect(after.tags.map(({ name }) => name)).toEqual(['Bug', 'Garden', 'New'])
    expect(after.stages.slice(0, -1)).toEqual(before.stages)
    expect(after.stages.at(-1)).toMatchObject({ name: 'Review', category: 'progress', counts: false })
    expect(after.fieldDefinitions.map(({ name }) => name).slice(before.fieldDefinitions.length)).toEqual(['Size'])
    expect(after.estimateUnit).toBe(before.estimateUnit)
    const [pear] = await plan.list()
    expect(pear).toMatchObject({
      tagIds: [after.tags[2]?.id, plan.tag('Bug')],
      stageId: after.stages.at(-1)?.id,
      status: 'progress',
      fields: { [plan.field('text')]: 'soon', [after.fieldDefinitions.at(-1)?.id ?? '']: 'L' },
      assigneeIds: [ada.person.id],
      estimate: 2,
    })
    expect(answer.body.seq).toBe(after.seq)
  })

  it('leaves full lists as they are, and nothing changes if the import fails', async () => {
    const ada = someone()
    const plan = await openPlannedProject(world, ada)
    await plan.plan({ tags: Array.from({ length: 200 }, (_, at) => ({ name: `T${at}` })) })
    const target = { projectId: plan.projectId, ...lists }
    await bringIn(ada, [plannedNode(ada.person.id)], target)
    expect((await plan.lists()).tags).toHaveLength(200)
    const before = await plan.lists()
    const refused = await bringIn(ada, [node('fig', [], { tagIds: ['b'] })], { ...target, parentId: randomUUID() })
    expect(refused.body.error?.code).toBe('NOT_FOUND')
    expect(await plan.lists()).toEqual(before)
  })

  it('copies them from a file that becomes a project, and again from that project', async () => {
    const ada = someone()
    const { body } = await bringIn(ada, [plannedNode(ada.person.id)], lists)
    const imported = createPlannedClient(world, ada, body.projectId ?? '')
    const clone = 'mutation ($id: ID!) { cloneProject(id: $id) { id } }'
    const { cloneProject } = await world.get<{ cloneProject: { id: string } }>(ada, clone, { id: body.projectId })
    const copy = createPlannedClient(world, ada, cloneProject.id)
    for (const project of [imported, copy]) {
      const { tags, stages, fieldDefinitions, estimateUnit } = await project.lists()
      expect([tags, stages, fieldDefinitions].map((list) => list.map(({ name }) => name))).toEqual([
        ['Bug', 'New', 'Unused'],
        ['Review'],
        ['text', 'Size', 'number'],
      ])
      expect(estimateUnit).toBe('days')
      const [pear] = await project.list()
      const [text, size, date] = fieldDefinitions.map(({ id }) => id)
      expect(pear).toMatchObject({
        tagIds: [tags[1]?.id, tags[0]?.id],
        stageId: stages[0]?.id,
        fields: { [text ?? '']: 'soon', [size ?? '']: 'L', [date ?? '']: '2026-12-01' },
        assigneeIds: [ada.person.id],
        dueDate: '2026-12-01',
        estimate: 2,
      })
    }
    expect((await imported.lists()).tags[0]?.id).not.toBe((await copy.lists()).tags[0]?.id)
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
    if (actor === 'owner without access') viewers.set(ada.person.id, { ...ada, hasAccess: false })
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
    viewers.set(ada.person.id, { ...ada, hasAccess: false })
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
    ['too many nodes', { title: 'x', nodeCount: limits.files.nodes + 1 }],
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
    clock += exchangeLimits.keptMs + 1
    await importJobRunners(world.database, () => new Date(clock))['forget-imports']({})
    expect((await send(ada, `/${body.id}/parts/1`, { nodes: [node('b')] })).status).toBe(404)
    const { rows } = await world.test.pool.query('select 1 from import_parts where import_id = $1', [body.id])
    expect(rows).toEqual([])
  })
})
