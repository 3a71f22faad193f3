import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  anonymousViewer,
  readErrorCode,
  openProjectWorld,
  type ProjectWorld,
  readLoggedChanges,
} from '../../testing/project-world.ts'
import type { ProjectView } from './index.ts'
import type { SignedInViewer } from './policy.ts'

const fields = `id title body status completionStatus owner layout sharing { generalAccess users } nodeLinks { id title project { id title } }
  integrationSettings { jiraSync } json seq updatedAt`
const create = `mutation ($data: ProjectInput!) { createProject(data: $data) { ${fields} } }`
const update = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { ${fields} } }`
const clone = `mutation ($id: ID!) { cloneProject(id: $id) { ${fields} } }`
const read = `query ($id: ID!) { project(id: $id) { ${fields} } }`
const list = `query ($filter: ProjectFilter) { projects(filter: $filter) { id title nodeLinks { id } } }`
const createNode = `mutation ($data: NodeCreate!) { createNode(data: $data) { id projectLink status } }`

let world: ProjectWorld
let owner: SignedInViewer
let guest: SignedInViewer
const now = new Date('2026-06-01T00:00:00Z')

beforeAll(async () => {
  world = await openProjectWorld({ now: () => now })
})
afterAll(() => world.close())
let round = 0
beforeEach(() => {
  round += 1
  owner = world.person(`ada${round}`)
  guest = world.person(`bob${round}`)
})

type View = ProjectView & { readonly nodeLinks: unknown }
const made = async (data: object = {}, viewer = owner) =>
  (await world.get<{ createProject: View }>(viewer, create, { data: { title: 'Plan', ...data } })).createProject
const updated = async (viewer: SignedInViewer, id: string, data: object) =>
  (await world.get<{ updateProject: View }>(viewer, update, { id, data })).updateProject
const seen = async (viewer: SignedInViewer, id: string) =>
  (await world.get<{ project: View }>(viewer, read, { id })).project
const titles = async (viewer: SignedInViewer, filter?: string) =>
  (await world.get<{ projects: View[] }>(viewer, list, { filter })).projects.map(({ title }) => title).sort()

describe('Project creation', () => {
  it('uses the defaults and starts the log', async () => {
    const project = await made()
    expect(project).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Plan',
      body: '',
      status: 'active',
      completionStatus: 'todo',
      owner: owner.person.id,
      layout: 'tree-left',
      sharing: { generalAccess: 'restricted', users: {} },
      nodeLinks: [],
      integrationSettings: { jiraSync: false },
      json: null,
      seq: 1,
      updatedAt: now.getTime(),
    })
    expect(await seen(owner, project.id)).toEqual(project)
    expect(world.published.at(-1)).toEqual({ kind: 'project-changed', projectId: project.id, seq: 1 })
    expect(await readLoggedChanges(world.test.pool, project.id, 0)).toMatchObject([{ seq: 1, kind: 'project-created' }])
  })

  it.each([
    [{ title: '  ' }, 'Please enter a title', 'title'],
    [{ title: ' \u0007\u009f ' }, 'Please enter a title', 'title'],
    [{ body: '<b>'.repeat(101) }, 'The text has too many nested tags. Simplify its formatting.', 'body'],
    [{ body: '<'.repeat(300_000) }, 'The text has too many tags. Simplify its formatting or split it.', 'body'],
    [{ body: '&'.repeat(300_000) }, 'At most 1000000 characters', 'body'],
    [{ json: { a: '<ul><li>'.repeat(101) } }, 'The text has too many nested tags. Simplify its formatting.', 'json'],
    [{ json: { a: 'x'.repeat(1_000_001) } }, 'The JSON has more than 1000000 characters in one text', 'json'],
    [{ json: '{"a":' }, 'Invalid JSON', 'json'],
    [{ json: '{"__proto__": {}}' }, 'The JSON has a key that is not allowed', undefined],
    [{ json: '1e400' }, 'The JSON has a number that is too large', undefined],
    [{ layout: 'circle' }, 'The layout must be tree-left, tree-right, tree-down or tree-up', 'layout'],
    [{ status: 'deleted' }, 'A new project cannot be deleted', 'status'],
    [{ title: 'x'.repeat(1_001) }, 'At most 1000 characters', 'title'],
  ])('refuses the new project %j', async (data, message, field) => {
    const answer = await world.ask(owner, create, { data: { title: 'Plan', ...data } })
    expect(answer.errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } })
    expect(answer.errors?.[0]?.extensions?.['field']).toBe(field)
    expect(await titles(owner)).toEqual([])
  })

  it('sanitizes body and json and keeps text as text', async () => {
    const data = {
      title: ' R&D <b>2</b> ',
      body: '<p onclick="x()">a<script>b</script></p>',
      json: '{"a": [1, "<img src=x onerror=y>c"]}',
    }
    const project = await made(data)
    expect(project).toMatchObject({ title: 'R&D <b>2</b>', body: '<p>a</p>', json: { a: [1, 'c'] } })
    expect((await made({ body: '<p><br></p>', json: { b: 1 } })).body).toBe('')
  })

  it.each(['if x<y then', 'Vector<int> migration', '<Button> component', 'a &lt; b', '<script>x</script>'])(
    'keeps the title %j exactly when created, changed and duplicated',
    async (title) => {
      const { id } = await made({ title })
      expect((await seen(owner, id)).title).toBe(title)
      await updated(owner, id, { title: 'Another' })
      expect((await updated(owner, id, { title })).title).toBe(title)
      const { cloneProject: copy } = await world.get<{ cloneProject: View }>(owner, clone, { id })
      expect(copy.title).toBe(`${title} (copy)`)
    },
  )

  it('removes control characters and excessive marks from a title and makes it one line', async () => {
    const marks = '\u0301'.repeat(500)
    expect((await made({ title: `Two\nlines\u0007 e${marks}!` })).title).toBe(`Two lines e${marks.slice(0, 8)}!`)
  })

  it('links the requested nodes in projects that the caller may edit', async () => {
    const parent = await made({ title: 'Parent' })
    const { createNode: node } = await world.get<{ createNode: { id: string } }>(owner, createNode, {
      data: { projectId: parent.id, title: 'Ask' },
    })
    const child = await made({ title: 'Breakdown for Ask', nodeLinks: [node.id] })
    expect(child.nodeLinks).toEqual([{ id: node.id, title: 'Ask', project: { id: parent.id, title: 'Parent' } }])
    expect((await seen(owner, parent.id)).seq).toBe(3)
    const stranger = await world.ask(guest, create, { data: { title: 'Mine', nodeLinks: [node.id] } })
    expect(readErrorCode(stranger)).toBe('NOT_FOUND')
    expect(await titles(guest)).toEqual([])
  })
})

describe('Project update', () => {
  it('stores changed fields and nothing without a change', async () => {
    const { id } = await made()
    const change = { title: 'Better', layout: 'tree-down', integrationSettings: { jiraSync: true }, json: [1] }
    const after = await updated(owner, id, change)
    expect(after).toMatchObject({ title: 'Better', layout: 'tree-down', json: [1], seq: 2 })
    expect(after.integrationSettings).toEqual({ jiraSync: true })
    expect((await updated(owner, id, { ...change, status: 'active' })).seq).toBe(2)
    expect((await updated(owner, id, { json: null })).json).toBeNull()
  })

  it('applies the status rules of each role', async () => {
    const { id } = await made({ json: { a: 1 } })
    await updated(owner, id, { sharing: { users: { [guest.person.id]: 'editor' } } })
    expect((await updated(guest, id, { status: 'inactive', json: { a: 1 } })).status).toBe('inactive')
    expect(readErrorCode(await world.ask(guest, update, { id, data: { status: 'archived' } }))).toBe('FORBIDDEN')
    expect((await updated(owner, id, { status: 'deleted' })).status).toBe('deleted')
    expect(readErrorCode(await world.ask(guest, read, { id }))).toBe('NOT_FOUND')
    expect(readErrorCode(await world.ask(owner, update, { id, data: { title: 'x' } }))).toBe('FORBIDDEN')
    expect(readErrorCode(await world.ask(owner, update, { id, data: { status: 'archived' } }))).toBe('BAD_USER_INPUT')
    expect(await updated(owner, id, { status: 'active', title: 'Back' })).toMatchObject({ title: 'Back' })
    expect(world.audited.filter(({ projectId }) => projectId === id).map(({ kind }) => kind)).toEqual([
      'project-shared',
      'project-deleted',
      'access-refused',
      'project-restored',
    ])
  })
})

describe('Project owner', () => {
  it('refuses to change the owner, even for the owner', async () => {
    const { id } = await made()
    await updated(owner, id, { sharing: { users: { [guest.person.id]: 'editor' } } })
    for (const viewer of [owner, guest]) {
      expect(readErrorCode(await world.ask(viewer, update, { id, data: { owner: guest.person.id } }))).toBe(
        'BAD_USER_INPUT',
      )
    }
    expect((await seen(owner, id)).owner).toBe(owner.person.id)
  })
})

describe('Project sharing', () => {
  it('accepts the whole map or only changes', async () => {
    const { id } = await made()
    const third = world.person(`cyd${round}`)
    const [bob, cyd] = [guest.person.id, third.person.id]
    expect((await updated(owner, id, { sharing: { users: { [bob]: 'viewer' } } })).sharing.users).toEqual({
      [bob]: 'viewer',
    })
    const both = { sharing: { changes: { [cyd]: 'editor' } } }
    expect((await updated(owner, id, both)).sharing.users).toEqual({ [bob]: 'viewer', [cyd]: 'editor' })
    const gone = { sharing: { changes: { [bob]: null }, generalAccess: 'anyone' } }
    expect((await updated(third, id, gone)).sharing).toEqual({ generalAccess: 'anyone', users: { [cyd]: 'editor' } })
    const leaving = await updated(third, id, { sharing: { changes: { [cyd]: null } } })
    expect(leaving.sharing).toEqual({ generalAccess: 'anyone', users: {} })
  })

  it.each([
    [{ users: ['a'] }, 'sharing.users'],
    [{ changes: { a: 'owner' } }, 'sharing.changes'],
    [{ notify: true, notificationText: 'x'.repeat(1_001) }, 'notificationText'],
  ])('refuses sharing with %j', async (sharing, field) => {
    const { id } = await made()
    const answer = await world.ask(owner, update, { id, data: { sharing } })
    expect(answer.errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', field })
    expect((await seen(owner, id)).seq).toBe(1)
  })

  it('mails new members the link and the message as text', async () => {
    const { id } = await made({ title: 'Launch' })
    const users = { [guest.person.id]: 'editor' }
    await updated(owner, id, { sharing: { users, notify: true, notificationText: 'Look:\n<b>now</b>' } })
    await updated(owner, id, { sharing: { users, notify: true } })
    const letters = (await world.letters()).filter(({ to }) => to === guest.person.email)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({ subject: `${owner.person.email} shared "Launch" with you` })
    expect(letters[0]?.text).toContain(`https://espalier.example/tree/${id}`)
    expect(letters[0]?.text).toContain('<b>now</b>')
    expect(letters[0]?.html).toContain('&lt;b&gt;now&lt;/b&gt;')
  })

  it('shows people only to named members', async () => {
    const { id } = await made()
    await updated(owner, id, { sharing: { users: { [guest.person.id]: 'viewer' }, generalAccess: 'anyone' } })
    const stranger = world.person(`eve${round}`)
    expect((await seen(guest, id)).sharing.users).toEqual({ [guest.person.id]: 'viewer' })
    expect((await seen(stranger, id)).sharing.users).toEqual({})
    const { data } = await world.ask(anonymousViewer, read, { id })
    expect(data).toMatchObject({ project: { sharing: { generalAccess: 'anyone', users: {} } } })
  })
})

describe('Project lists', () => {
  it('each project list returns the projects of its filter', async () => {
    const plain = await made({ title: 'plain' })
    const archived = await made({ title: 'archived' })
    const trashed = await made({ title: 'trashed' })
    const finished = await made({ title: 'finished' })
    const started = await made({ title: 'started' }, guest)
    await updated(owner, archived.id, { status: 'archived' })
    await updated(owner, trashed.id, { status: 'deleted' })
    await updated(owner, plain.id, { status: 'inactive' })
    await updated(guest, started.id, { sharing: { users: { [owner.person.id]: 'viewer' } } })
    await world.get(owner, createNode, { data: { projectId: finished.id, status: 'done' } })
    await world.get(guest, createNode, { data: { projectId: started.id, status: 'progress' } })
    const found = Object.fromEntries(
      await Promise.all(
        ['inbox', 'progress', 'todo', 'done', 'shared', 'archive', 'trash'].map(
          async (filter) => [filter, await titles(owner, filter)] as const,
        ),
      ),
    )
    expect(found).toEqual({
      inbox: ['finished', 'plain', 'started'],
      progress: ['started'],
      todo: ['plain'],
      done: ['finished'],
      shared: ['started'],
      archive: ['archived'],
      trash: ['trashed'],
    })
    expect(await titles(owner)).toEqual(found['inbox'])
    expect(await titles(guest, 'trash')).toEqual([])
  })
})

describe('Nodes that link to a project', () => {
  it('shows linking nodes to owners and named members of their project, but not to people with only its link', async () => {
    const target = await made({ title: 'Target' })
    const unlisted = await made({ title: 'Unlisted' })
    const link = await world.get<{ createNode: { id: string } }>(owner, createNode, {
      data: { projectId: unlisted.id, title: 'Link' },
    })
    const linkTo = 'mutation ($id: ID!, $to: ID!) { updateNode(id: $id, data: { projectLink: $to }) { id } }'
    await world.get(owner, linkTo, { id: link.createNode.id, to: target.id })
    for (const { id } of [target, unlisted]) await updated(owner, id, { sharing: { generalAccess: 'anyone' } })
    const expected = [{ id: link.createNode.id, title: 'Link', project: { id: unlisted.id, title: 'Unlisted' } }]
    expect((await seen(owner, target.id)).nodeLinks).toEqual(expected)
    expect((await seen(guest, target.id)).nodeLinks).toEqual([])
    expect(await world.ask(anonymousViewer, read, { id: target.id })).toMatchObject({
      data: { project: { nodeLinks: [] } },
    })
    await updated(owner, unlisted.id, { sharing: { users: { [guest.person.id]: 'viewer' } } })
    expect((await seen(guest, target.id)).nodeLinks).toEqual(expected)
  })
})

describe('Project copy', () => {
  it('a project copy belongs to the caller and has new ids and the same tree', async () => {
    const source = await made({ title: 'Plan', json: { a: 1 } })
    const node = async (data: object) =>
      (await world.get<{ createNode: { id: string } }>(owner, createNode, { data: { projectId: source.id, ...data } }))
        .createNode.id
    const root = await node({ title: 'root', status: 'done' })
    await node({ title: 'child', parentId: root })
    await updated(owner, source.id, { sharing: { users: { [guest.person.id]: 'editor' } } })
    const { cloneProject: copy } = await world.get<{ cloneProject: View }>(guest, clone, { id: source.id })
    expect(copy).toMatchObject({
      title: 'Plan (copy)',
      owner: guest.person.id,
      sharing: { generalAccess: 'restricted', users: {} },
      completionStatus: 'progress',
      json: { a: 1 },
    })
    const nodes = `query ($id: ID!) { nodes(projectId: $id) { id projectId parentId title transitions { from to } version } }`
    const { nodes: copies } = await world.get<{ nodes: { id: string; title: string }[] }>(guest, nodes, { id: copy.id })
    const copyRoot = copies.find(({ title }) => title === 'root')
    expect(copyRoot?.id).not.toBe(root)
    expect(copies.find(({ title }) => title === 'child')).toMatchObject({
      parentId: copyRoot?.id,
      projectId: copy.id,
      transitions: [{ from: 'deleted', to: 'todo' }],
      version: 1,
    })
  })
})
