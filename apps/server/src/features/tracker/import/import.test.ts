import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createNodeClient } from '../../../testing/node-client.ts'
import { addDemoEpic } from '@espalier/stand-ins/jira/demo-epic.ts'
import { sitePriorities } from '@espalier/stand-ins/jira/site-store.ts'
import type { SiteFaultKind } from '@espalier/stand-ins/jira/site-faults.ts'
import { readErrorCode } from '../../../testing/project-world.ts'
import { openTrackerWorld, trackerDocuments as documents, type TrackerWorld } from '../../../testing/tracker-world.ts'
import type { NodeView } from '../../../database/nodes.ts'

let world: TrackerWorld
beforeAll(async () => void (world = await openTrackerWorld({ longestPage: 7 })))
afterAll(() => world.close())

const byKey = (nodes: readonly NodeView[]) => new Map(nodes.map((node) => [node.externalKey, node]))
const doc = (...content: unknown[]) => ({ version: 1, type: 'doc', content })
const marked = (text: string, ...marks: object[]) => ({ type: 'text', text, marks })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })

interface Progress {
  readonly created: number
  readonly changed: number
  readonly gone: number
}
const readImportProgress = async (viewer: Parameters<TrackerWorld['import']>[0], key: string): Promise<Progress> =>
  (await world.get<{ importProgress: Progress }>(viewer, documents.progress, { key })).importProgress

it('imports from a site without a Rank field in the order of creation', async () => {
  const own = await openTrackerWorld()
  own.site.store.hasRank = false
  const ada = await own.connected('ada')
  const epic = addDemoEpic(own.site, 'Launch', { stories: 3, subtasksEach: 1 })
  const nodes = await own.listNodes(ada, await own.import(ada, epic.key))
  expect(nodes).toHaveLength(1 + 3 + 3)
  await own.close()
})

/** Three stories, of which each would block the next, an issue elsewhere, and links of other types. */
const addLinkedEpic = () => {
  const { site } = world
  const epic = site.add({ type: 'Epic', summary: 'Linked' })
  const [a, b, c] = ['a', 'b', 'c'].map((summary) => site.add({ summary, parentKey: epic.key }))
  const stranger = site.add({ summary: 'elsewhere' })
  if (a === undefined || b === undefined || c === undefined) throw new Error('not added')
  const links = [
    site.store.link('10200', a.key, b.key),
    site.store.link('10200', b.key, c.key),
    site.store.link('10200', c.key, a.key),
    site.store.link('10200', a.key, stranger.key),
    site.store.link('10201', a.key, c.key),
    site.store.link('10200', epic.key, a.key),
  ]
  return { epic, a, b, c, stranger, links }
}
const linksAsParents = `mutation ($id: ID!) {
  updateProject(id: $id, data: { integrationSettings: { jiraFields: { linksAs: parents } } }) { id } }`

describe('Imported epic', () => {
  it('imports an epic as a project with all its descendants in order', async () => {
    const ada = await world.connected('ada')
    const epic = addDemoEpic(world.site, 'Launch & <fly>', { stories: 9, subtasksEach: 2 })
    const projectId = await world.import(ada, ` ${epic.key.toLowerCase()} `)
    const nodes = await world.listNodes(ada, projectId)
    expect(nodes).toHaveLength(1 + 9 + 18)
    const root = nodes.find(({ parentIds }) => parentIds.length === 0)
    expect(root).toMatchObject({ externalKey: epic.key, title: 'Launch &amp; &lt;fly&gt;', status: 'progress' })
    expect(root?.body).toBe('<p>All of Launch &amp; &lt;fly&gt;.</p>')
    const stories = nodes
      .filter(({ parentId }) => parentId === root?.id)
      .toSorted((left, right) => left.position - right.position)
    expect(stories.map(({ title }) => title)).toEqual(Array.from({ length: 9 }, (_, at) => `Story ${at + 1}`))
    expect(stories.slice(0, 3).map(({ status }) => status)).toEqual(['progress', 'done', 'todo'])
    const steps = nodes.filter(({ parentId }) => parentId === stories[4]?.id)
    expect(steps.map(({ title }) => title).toSorted()).toEqual(['Step 5.1', 'Step 5.2'])
    expect(await readImportProgress(ada, epic.key)).toMatchObject({
      isRunning: false,
      done: 28,
      total: 28,
      created: 28,
      changed: 0,
    })
  })

  it('takes the fields of issues, and later what Jira changed of those that are switched on', async () => {
    const amy = await world.connected('amy')
    const { site } = world
    const there = site.store.addUser(amy.person.email)
    const epic = site.add({ type: 'Epic', summary: 'Planned', labels: ['web'], dueDate: '2026-12-24' })
    const planned = { labels: ['web', 'api'], points: { customfield_10016: 5 }, priority: sitePriorities[0] }
    const story = site.add({ summary: 'Planned too', parentKey: epic.key, assignee: there, ...planned })
    const projectId = await world.import(amy, epic.key)
    const project = createNodeClient(world, amy, projectId)
    const read = async (key: string) => byKey(await project.list()).get(key)
    const [top, node] = [await read(epic.key), await read(story.key)]
    expect(top).toMatchObject({ dueDate: '2026-12-24', priority: 'medium', assigneeIds: [], estimate: null })
    expect(node).toMatchObject({ assigneeIds: [amy.person.id], estimate: 5, priority: 'urgent' })
    expect(node?.tagIds).toHaveLength(2)
    expect(node?.tagIds).toEqual(expect.arrayContaining([...(top?.tagIds ?? [])]))
    await project.change(node?.id ?? '', { estimate: 8 })
    site.edit(story.key, { dueDate: '2027-01-01', labels: ['api'], priority: sitePriorities[3] })
    const off = `mutation ($id: ID!) { updateProject(id: $id, data: {
      integrationSettings: { jiraFields: { priority: false } } }) { integrationSettings { jiraFields { priority labels } } } }`
    expect(await world.get(amy, off, { id: projectId })).toEqual({
      updateProject: { integrationSettings: { jiraFields: { priority: false, labels: true } } },
    })
    expect(await world.import(amy, epic.key)).toBe(projectId)
    expect(await read(story.key)).toMatchObject({
      dueDate: '2027-01-01',
      estimate: 8,
      priority: 'urgent',
      tagIds: node?.tagIds.filter((id) => !top?.tagIds.includes(id)),
    })
  })

  it('adds links of the chosen type as blockers, without circles and issues outside the epic', async () => {
    const bob = await world.connected('bob')
    const { epic, a, b, c, stranger } = addLinkedEpic()
    const nodes = byKey(await world.listNodes(bob, await world.import(bob, epic.key)))
    const findId = (key: string) => nodes.get(key)?.id
    // The link that would close the circle is left out: that b blocks c.
    expect(nodes.get(a.key)?.blockedByIds).toEqual([findId(c.key)])
    expect(nodes.get(b.key)?.blockedByIds).toEqual([findId(a.key)])
    expect(nodes.get(c.key)?.blockedByIds).toEqual([])
    for (const { key } of [a, b, c]) expect(nodes.get(key)?.parentIds).toEqual([findId(epic.key)])
    expect(nodes.get(epic.key)).toMatchObject({ parentIds: [], blockedByIds: [] })
    expect(nodes.has(stranger.key)).toBe(false)
  })

  it('applies links that were added and removed since the last import, and keeps what was changed here', async () => {
    const una = await world.connected('una')
    const { epic, a, b, c, links } = addLinkedEpic()
    const projectId = await world.import(una, epic.key)
    const client = createNodeClient(world, una, projectId)
    const before = byKey(await client.list())
    const findId = (key: string) => before.get(key)?.id ?? ''
    await client.change(findId(a.key), { removeBlockedByIds: [findId(c.key)] })
    await client.change(findId(c.key), { addBlockedByIds: [findId(a.key)] })
    world.site.store.unlink(links[0]?.id ?? '')
    await world.import(una, epic.key)
    const nodes = byKey(await client.list())
    expect(nodes.get(a.key)?.blockedByIds).toEqual([])
    expect(nodes.get(b.key)?.blockedByIds).toEqual([])
    expect(nodes.get(c.key)?.blockedByIds).toEqual([findId(a.key)])
  })

  it('adds links of the chosen type as further parents if the project has chosen that', async () => {
    const ula = await world.connected('ula')
    const { site } = world
    const { epic, a, b, c, stranger, links } = addLinkedEpic()
    for (const { id } of links) site.store.unlink(id)
    const projectId = await world.import(ula, epic.key)
    await world.get(ula, linksAsParents, { id: projectId })
    site.store.link('10200', a.key, b.key)
    site.store.link('10200', b.key, c.key)
    site.store.link('10200', c.key, a.key)
    site.store.link('10200', a.key, stranger.key)
    site.store.link('10201', a.key, c.key)
    site.store.link('10200', epic.key, a.key)
    await world.import(ula, epic.key)
    const nodes = byKey(await world.listNodes(ula, projectId))
    const findId = (key: string) => nodes.get(key)?.id
    expect(nodes.get(a.key)?.parentIds).toEqual([findId(epic.key), findId(b.key)])
    expect(nodes.get(b.key)?.parentIds).toEqual([findId(epic.key), findId(c.key)])
    expect(nodes.get(c.key)?.parentIds).toEqual([findId(epic.key)])
    expect(nodes.get(epic.key)?.parentIds).toEqual([])
    expect(nodes.has(stranger.key)).toBe(false)
  })

  it('imports descriptions as clean HTML and titles as text', async () => {
    const cid = await world.connected('cid')
    const epic = world.site.add({
      type: 'Epic',
      summary: '<img src=x onerror=alert(1)> & co',
      description: doc(
        paragraph({ type: 'text', text: '<script>alert(1)</script>' }, marked('bold', { type: 'strong' })),
        paragraph(marked('bad', { type: 'link', attrs: { href: 'javascript:alert(1)' } }), {
          type: 'text',
          text: 'nul\0 \ud800',
        }),
      ),
    })
    const [root] = await world.listNodes(cid, await world.import(cid, epic.key))
    expect(root?.title).toBe('&lt;img src=x onerror=alert(1)&gt; &amp; co')
    expect(root?.body).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;<strong>bold</strong></p><p><a>bad</a>nul \ufffd</p>',
    )
  })

  it('keeps every character of a summary in the titles of project and node, except control characters', async () => {
    const eva = await world.connected('eva')
    const summary = 'Use List<String> & Map<K,V> where a < b'
    const epic = world.site.add({ type: 'Epic', summary: `${summary}\u0007` })
    const projectId = await world.import(eva, epic.key)
    const [root] = await world.listNodes(eva, projectId)
    expect(root?.title).toBe('Use List&lt;String&gt; &amp; Map&lt;K,V&gt; where a &lt; b')
    const { rows } = await world.test.pool.query('select title from projects where id = $1', [projectId])
    expect(rows).toEqual([{ title: summary }])
  })

  it('refuses an unknown epic with an error at the key field and creates nothing', async () => {
    const dan = await world.connected('dan')
    const before = await projectCount()
    for (const [key, text] of [
      ['ACME-99999', 'has no issue ACME-99999'],
      ['', 'Please enter the epic key'],
      ['nonsense', 'An epic key looks like PLAN-42'],
      ['A-1" OR project = "B', 'An epic key looks like PLAN-42'],
    ] as const) {
      const { errors } = await world.ask(dan, documents.import, { key })
      expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', field: 'externalProjectKey' } })
      expect(errors?.[0]?.message).toContain(text)
    }
    const unconnected = await world.member('none')
    const answer = await world.ask(unconnected, documents.import, { key: 'ACME-1' })
    expect(answer.errors?.[0]?.message).toContain('Connect it under Account first')
    expect(await projectCount()).toBe(before)
  })
})

const projectCount = async (): Promise<number> =>
  Number((await world.test.pool.query<{ count: string }>('select count(*) from projects')).rows[0]?.count)

describe('Repeated import of an epic', () => {
  it('a repeated import changes nothing if nothing changed', async () => {
    const eve = await world.connected('eve')
    const epic = addDemoEpic(world.site, 'Again', { stories: 5, subtasksEach: 1 })
    const projectId = await world.import(eve, epic.key)
    const before = await world.listNodes(eve, projectId)
    expect(await world.import(eve, epic.key)).toBe(projectId)
    const after = await world.listNodes(eve, projectId)
    expect(byKey(after)).toEqual(byKey(before))
    expect(await readImportProgress(eve, epic.key)).toMatchObject({ created: 0, changed: 0, gone: 0 })
  })

  it('applies changes of the tracker, keeps local changes and keeps nodes whose issues are gone', async () => {
    const fay = await world.connected('fay')
    const { site } = world
    const epic = addDemoEpic(site, 'Moving', { stories: 3, subtasksEach: 1 })
    const projectId = await world.import(fay, epic.key)
    const client = createNodeClient(world, fay, projectId)
    const keys = site.store.listChildren(epic.id).map(({ key }) => key)
    const [one = '', two = '', three = ''] = keys
    const before = byKey(await client.list())
    const findId = (key: string) => before.get(key)?.id ?? ''
    await client.change(findId(one), { title: 'Renamed here' })
    await client.change(findId(two), { title: 'Renamed on both sides' })
    await client.try('deleteNodeWithChildren', { id: findId(three) })
    const step = site.store.listChildren(site.store.find(one)?.id ?? '')[0]
    site.move(one, 'Done')
    site.edit(two, { summary: 'Renamed there' })
    site.edit(step?.key ?? '', { parentId: site.store.find(two)?.id ?? null })
    const added = site.add({ summary: 'New', parentKey: epic.key })
    const gone = site.store.listChildren(site.store.find(two)?.id ?? '')[0]
    if (gone === undefined || step === undefined) throw new Error('not there')
    site.delete(gone.key)
    expect(await world.import(fay, epic.key)).toBe(projectId)
    const nodes = await client.list()
    const after = byKey(nodes)
    expect(after.get(one)).toMatchObject({ id: findId(one), title: 'Renamed here', status: 'done' })
    expect(after.get(two)).toMatchObject({ id: findId(two), title: 'Renamed there' })
    expect(after.get(three)).toMatchObject({ id: findId(three), isDeleted: false })
    expect(after.get(added.key)).toMatchObject({ title: 'New', parentId: findId(epic.key) })
    if (step.key !== gone.key) expect(after.get(step.key)?.parentId).toBe(findId(two))
    const left = nodes.find(({ id }) => id === findId(gone.key))
    expect(left).toMatchObject({ externalKey: null, isDeleted: false })
    expect(await readImportProgress(fay, epic.key)).toMatchObject({ created: 1, gone: 1 })
    expect(nodes).toHaveLength(before.size + 1)
  })

  it('creates one project when two pages import at once', async () => {
    const gus = await world.connected('gus')
    const epic = addDemoEpic(world.site, 'Twice', { stories: 4, subtasksEach: 0 })
    const ids = await Promise.all([world.import(gus, epic.key), world.import(gus, epic.key)])
    expect(new Set(ids).size).toBe(1)
    expect(await world.listNodes(gus, ids[0] ?? '')).toHaveLength(5)
  })

  it('creates a new project for another account or when the first one is in the trash', async () => {
    const [hal, ida] = [await world.connected('hal'), await world.connected('ida')]
    const epic = addDemoEpic(world.site, 'Own', { stories: 1, subtasksEach: 0 })
    const first = await world.import(hal, epic.key)
    expect(await world.import(ida, epic.key)).not.toBe(first)
    await world.get(hal, 'mutation ($id: ID!) { updateProject(id: $id, data: { status: deleted }) { id } }', {
      id: first,
    })
    const second = await world.import(hal, epic.key)
    expect(second).not.toBe(first)
    expect(await world.import(hal, epic.key)).toBe(second)
  })
})

const faults: readonly SiteFaultKind[] = [
  'slow',
  'cut',
  'lost',
  'half',
  'garbage',
  'error',
  'huge',
  'redirect',
  'limit',
]

describe('Site that fails during an import', () => {
  it.each(faults)('a site failure (%s) leaves no partial import, and the next attempt succeeds', async (kind) => {
    const jo = await world.connected(`jo-${kind}`)
    const epic = addDemoEpic(world.site, kind, { stories: 20, subtasksEach: 1 })
    const before = await projectCount()
    // The epic itself is read; its descendants are not.
    world.site.injectFault({ kind, where: /search/, retryAfterSeconds: 3_600 })
    const { errors } = await world.ask(jo, documents.import, { key: epic.key })
    expect(errors?.[0]?.extensions?.['code']).toBe('UPSTREAM_FAILED')
    expect(errors?.[0]?.message).toMatch(/^acme\.atlassian\.net .+ Try again|try again/)
    expect(await projectCount()).toBe(before)
    world.site.clearFaults()
    expect(await world.listNodes(jo, await world.import(jo, epic.key))).toHaveLength(41)
  })

  it('leaves nothing behind in 100 of 100 failures at any call', async () => {
    const other = await openTrackerWorld(
      { longestPage: 5 },
      { jira: { timeoutMs: 60, backoffMs: 1, longestWaitMs: 5 } },
    )
    try {
      const lou = await other.connected('lou')
      const epic = addDemoEpic(other.site, 'Broken', { stories: 12, subtasksEach: 1 })
      const kinds = ['slow', 'cut', 'garbage', 'error', 'half'] as const
      for (let run = 0; run < 100; run += 1) {
        // The epic takes one call, its descendants six.
        other.site.injectFault({ kind: kinds[run % kinds.length] ?? 'cut', after: run % 7 })
        expect(readErrorCode(await other.ask(lou, documents.import, { key: epic.key }))).toBe('UPSTREAM_FAILED')
        other.site.clearFaults()
      }
      const left = await other.test.pool.query(
        'select (select count(*) from projects) + (select count(*) from nodes) + (select count(*) from tracker_issues) as count',
      )
      expect(Number(left.rows[0]?.count)).toBe(0)
      expect(await other.listNodes(lou, await other.import(lou, epic.key))).toHaveLength(25)
    } finally {
      await other.close()
    }
  })

  it('imports completely from a site with temporary failures', async () => {
    const kim = await world.connected('kim')
    const epic = addDemoEpic(world.site, 'Hiccup', { stories: 20, subtasksEach: 1 })
    world.site.injectFault({ kind: 'cut', times: 1, where: /search/ })
    world.site.injectFault({ kind: 'limit', times: 1, where: /search/, retryAfterSeconds: 0 })
    expect(await world.listNodes(kim, await world.import(kim, epic.key))).toHaveLength(41)
  })
})

describe('Import from Data Center', () => {
  it('imports an epic by its epic link and its sub-tasks', async () => {
    const other = await openTrackerWorld({ flavor: 'data-center', longestPage: 5 })
    try {
      const lea = await other.connected('lea')
      const epic = addDemoEpic(other.site, 'Inside', { stories: 8, subtasksEach: 2 })
      const projectId = await other.import(lea, epic.key)
      const nodes = byKey(await other.listNodes(lea, projectId))
      expect(nodes.size).toBe(1 + 8 + 16)
      const [story] = other.site.store.listChildren(epic.id)
      const [step] = other.site.store.listChildren(story?.id ?? '')
      expect(nodes.get(story?.key ?? '')).toMatchObject({
        parentId: nodes.get(epic.key)?.id,
        body: '<p>What story 1 is about.</p>',
      })
      expect(nodes.get(step?.key ?? '')?.parentId).toBe(nodes.get(story?.key ?? '')?.id)
      expect(await other.import(lea, epic.key)).toBe(projectId)
    } finally {
      await other.close()
    }
  })
})

describe('Import of a thousand issues', () => {
  it('reads a thousand issues of three levels in the fewest calls', async () => {
    const other = await openTrackerWorld({ longestPage: 100 })
    try {
      const max = await other.connected('max')
      const epic = addDemoEpic(other.site, 'Large', { stories: 111, subtasksEach: 8 })
      const before = other.site.requests.length
      const projectId = await other.import(max, epic.key)
      // Reading the fields of the site takes three calls. The epic, 111 stories on 2 pages, and 888 sub-tasks of 3 batches of parents on 4, 4 and 1 pages.
      // A call that a busy machine answered too late was made again, and is counted once.
      const calls = new Set(
        other.site.requests.slice(before).map(({ method, path, body }) => JSON.stringify([method, path, body])),
      )
      expect(calls.size).toBe(3 + 1 + 2 + 9)
      expect(await other.listNodes(max, projectId)).toHaveLength(1_000)
      expect(readErrorCode(await other.ask(max, documents.import, { key: epic.key }))).toBeUndefined()
      expect(await other.listNodes(max, projectId)).toHaveLength(1_000)
    } finally {
      await other.close()
    }
  })
})
