import { createHmac } from 'node:crypto'
import type { SiteFaultKind } from '@espalier/stand-ins/jira/site-faults.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NodeView } from '../../../database/nodes.ts'
import type { NodeClient } from '../../../testing/node-client.ts'
import { openSyncWorld, type SyncWorld, trackerDocuments } from '../../../testing/tracker-world.ts'
import type { SignedInViewer } from '../../projects/index.ts'

let world: SyncWorld
beforeAll(async () => void (world = await openSyncWorld({ indexLagMs: 150, hookRetryMs: 20 })))
afterAll(() => world.close())

const secret = 'hook-secret-of-the-tests'

/** A person with a synced project that has an epic, a story and a sub-task. */
async function scene(name: string) {
  const ann = await world.connected(name)
  const project = await world.synced(ann)
  const root = await project.add({ title: 'Launch' })
  const story = await project.add({ title: 'Press', parentId: root.id, body: '<p>Call <b>them</b></p>' })
  const step = await project.add({ title: 'Call', parentId: story.id })
  await world.waitUntilSynced(project.projectId)
  return { ann, project, root, story, step }
}

const findIssueKey = async (project: NodeClient, { id }: NodeView): Promise<string> =>
  (await project.node(id)).externalKey ?? ''
const findIssue = async (project: NodeClient, node: NodeView) =>
  world.site.store.find(await findIssueKey(project, node))
const issuesFor = ({ id }: NodeView) =>
  world.site.store.ordered().filter(({ properties }) => JSON.stringify(properties).includes(id))

describe('Local changes', () => {
  it('creates one issue of the right level per node with its values and updates it after each change', async () => {
    const ann = await world.connected('ann')
    const { pool } = world.test
    const project = await world.synced(ann)
    await world.switchSync(ann, project.projectId, false)
    const root = await project.add({ title: 'Launch' })
    const story = await project.add({ title: 'Press &amp; <i>radio</i>', parentId: root.id, status: 'done' })
    await world.switchSync(ann, project.projectId, true)
    const step = await project.add({ title: 'Call', parentId: story.id })
    const deep = await project.add({ title: 'Dial', parentId: step.id })
    const other = await project.add({ title: 'Party', parentId: root.id })
    await world.waitUntilSynced(project.projectId)
    const [epic, press] = [await findIssue(project, root), await findIssue(project, story)]
    expect(epic).toMatchObject({ type: { name: 'Epic' }, summary: 'Launch', parentId: null })
    expect(press).toMatchObject({
      type: { name: 'Story' },
      summary: 'Press & radio',
      parentId: epic?.id,
      status: { name: 'Done' },
    })
    expect(await findIssue(project, step)).toMatchObject({ type: { name: 'Sub-task' }, parentId: press?.id })
    expect(await findIssue(project, deep)).toMatchObject({ type: { name: 'Story' }, parentId: epic?.id })
    expect((await world.tracking(ann, project.projectId)).nodes).toEqual([
      {
        nodeId: deep.id,
        state: 'blocked',
        reason: expect.stringContaining('Jira does not allow this level below ACME-'),
      },
    ])
    await project.change(story.id, { title: 'Press', body: '<p>Now <b>this</b></p>', status: 'progress' })
    await project.change(step.id, { parentId: other.id })
    await project.try('deleteNode', { id: deep.id })
    await world.waitUntilSynced(project.projectId)
    expect(await findIssue(project, story)).toMatchObject({
      id: press?.id,
      summary: 'Press',
      status: { name: 'In Progress' },
    })
    expect(JSON.stringify(press?.description)).toContain('"Now "')
    expect((await findIssue(project, step))?.parentId).toBe((await findIssue(project, other))?.id)
    expect(issuesFor(deep)).toEqual([])
    await project.try('deleteNodeWithChildren', { id: root.id })
    await world.waitUntilSynced(project.projectId)
    expect([root, story, step, other].flatMap(issuesFor)).toEqual([])
    await project.change(root.id, { isDeleted: false })
    await world.waitUntilSynced(project.projectId)
    expect(issuesFor(root)).toHaveLength(1)
    expect((await pool.query('select from tracker_marks')).rowCount).toBe(0)
  })

  it('creates each issue once although responses are lost or cut off', async () => {
    const ann = await world.connected('bea')
    const project = await world.synced(ann)
    const where = /^POST .*\/issue$/
    world.site.injectFault({ kind: 'lost', where, times: 1 })
    world.site.injectFault({ kind: 'half', where, after: 1, times: 1 })
    world.site.injectFault({ kind: 'cut', where, after: 3, times: 1 })
    const root = await project.add({ title: 'Lost' })
    const children = await Promise.all([1, 2, 3].map((at) => project.add({ title: `Child ${at}`, parentId: root.id })))
    await world.waitUntilSynced(project.projectId)
    world.site.clearFaults()
    for (const node of [root, ...children]) expect(issuesFor(node)).toHaveLength(1)
  })

  it('reports on the node when the tracker has no transition for a change', async () => {
    const { ann, project, story } = await scene('cat')
    world.site.freeze(await findIssueKey(project, story))
    await project.change(story.id, { status: 'done', title: 'Done with it' })
    await world.waitUntilSynced(project.projectId)
    expect(await findIssue(project, story)).toMatchObject({ summary: 'Done with it', status: { name: 'To Do' } })
    const { nodes } = await world.tracking(ann, project.projectId)
    expect(nodes).toEqual([
      { nodeId: story.id, state: 'blocked', reason: expect.stringContaining('offers no transition that makes') },
    ])
    expect((await project.node(story.id)).status).toBe('done')
  })
})

const hook = (viewer: SignedInViewer, body: string, headers: Record<string, string> = {}) =>
  world.http.inject({
    method: 'POST',
    url: `/jira/${viewer.accountId}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
const signed = (body: string) => ({
  'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

describe('Changes in the tracker', () => {
  it('applies texts, status, parent, new children and deletions from the webhook and ignores its echoes', async () => {
    const { ann, project, root, story, step } = await scene('dan')
    const address = world.http.server.address()
    const port = typeof address === 'object' ? address?.port : 0
    world.site.webhook(`http://127.0.0.1:${port}/jira/${ann.accountId}`)
    const epicKey = await findIssueKey(project, root)
    const storyKey = await findIssueKey(project, story)
    world.site.edit(storyKey, { summary: 'Written <there>' })
    world.site.move(storyKey, 'Done')
    const born = world.site.create({ summary: 'Born there', parentKey: epicKey })
    await world.site.settled()
    await expect.poll(async () => (await project.list()).length).toBe(4)
    await world.waitUntilSynced(project.projectId)
    expect(await project.node(story.id)).toMatchObject({ title: 'Written &lt;there&gt;', status: 'done' })
    const child = (await project.list()).find(({ externalKey }) => externalKey === born.key)
    expect(child).toMatchObject({ title: 'Born there', parentId: root.id })
    world.site.edit(await findIssueKey(project, step), { parentId: born.id })
    world.site.delete(storyKey)
    await world.site.settled()
    await expect.poll(async () => (await project.node(step.id)).parentId).toBe(child?.id)
    await expect.poll(async () => (await project.node(story.id)).externalKey).toBeNull()
    await world.waitUntilSynced(project.projectId)
    expect((await world.tracking(ann, project.projectId)).nodes).toEqual([
      { nodeId: story.id, state: 'gone', reason: expect.stringContaining(`${storyKey} was deleted in Jira`) },
    ])
    const [seq, versions] = [await project.seq(), world.site.store.ordered().map(({ updated }) => updated)]
    await project.change(step.id, { title: 'Ours again' })
    await world.waitUntilSynced(project.projectId)
    await world.site.settled()
    await world.waitUntilSynced(project.projectId)
    expect(await project.seq()).toBe(seq + 1)
    const later = world.site.store.ordered().map(({ updated }) => updated)
    expect(later.filter((updated, at) => updated !== versions[at])).toHaveLength(1)
  })

  it('moves a node whose former parent is gone, and moves the issue back when the node moves back', async () => {
    const { ann, project, root, story, step } = await scene('dot')
    const other = await project.add({ title: 'Radio', parentId: root.id })
    await world.waitUntilSynced(project.projectId)
    const [stepKey, storyKey] = [await findIssueKey(project, step), await findIssueKey(project, story)]
    const [there, place, otherPlace] = [
      await findIssue(project, step),
      await findIssue(project, story),
      await findIssue(project, other),
    ]
    const reportIssue = async (issue: { readonly id: string } | undefined) => {
      await hook(ann, JSON.stringify({ issue: { id: issue?.id } }))
      await world.waitUntilSynced(project.projectId)
    }
    world.site.edit(stepKey, { parentId: otherPlace?.id ?? null })
    await reportIssue(there)
    expect((await project.node(step.id)).parentId).toBe(other.id)
    await project.change(step.id, { parentId: story.id })
    await world.waitUntilSynced(project.projectId)
    expect((await findIssue(project, step))?.parentId).toBe(place?.id)
    world.site.edit(stepKey, { parentId: otherPlace?.id ?? null })
    world.site.delete(storyKey)
    await reportIssue(place)
    await reportIssue(there)
    expect((await project.node(step.id)).parentId).toBe(other.id)
    expect((await world.tracking(ann, project.projectId)).nodes).toMatchObject([{ nodeId: story.id, state: 'gone' }])
  })

  it('accepts webhooks only with the secret, once, and never trusts their content', async () => {
    const { ann, project, story } = await scene('eve')
    await world.get(ann, trackerDocuments.save, {
      jira: {
        ...world.credentials,
        projectKey: 'ACME',
        issueTypeId: '10101',
        epicTypeId: '10100',
        linkTypeId: '10200',
        webhookSecret: secret,
      },
    })
    const { id } = (await findIssue(project, story)) ?? { id: '' }
    const body = JSON.stringify({ webhookEvent: 'jira:issue_updated', issue: { id, fields: { summary: 'Forged' } } })
    const response = await hook(ann, 'no JSON', signed('no JSON'))
    expect(response.statusCode).toBe(200)
    const strange = JSON.stringify({ issue: { id: '1\0', fields: { parent: { key: '\0' } } } })
    expect((await hook(ann, strange, signed(strange))).statusCode).toBe(200)
    const asked = world.site.requests.length
    const forged = [
      await hook(ann, body),
      await hook(ann, body, { 'x-hub-signature': `sha256=${'0'.repeat(64)}` }),
      await hook({ ...ann, accountId: 'nobody' }, body, signed(body)),
      await hook({ ...ann, accountId: '%00' }, body),
    ]
    // An unknown account and a wrong signature get the same answer.
    for (const { statusCode, body: text } of forged) expect([statusCode, text]).toEqual([401, forged[0]?.body])
    const problem = async () =>
      (
        await world.get<{ account: { integrationSettings: { jira: { problem: string | null } } } }>(
          ann,
          trackerDocuments.account,
        )
      ).account.integrationSettings.jira.problem
    expect(await problem()).toContain('Jira calls the webhook with a different secret')
    await world.waitUntilSynced(project.projectId)
    expect(world.site.requests.length).toBe(asked)
    expect((await hook(ann, 'x'.repeat(3_000_000), {})).statusCode).toBe(413)
    const before = world.site.requests.length
    const named = { ...signed(body), 'x-atlassian-webhook-identifier': 'one' }
    expect((await hook(ann, body, named)).statusCode).toBe(200)
    expect(await problem()).toBeNull()
    await world.waitUntilSynced(project.projectId)
    const after = world.site.requests.length
    expect(after).toBeGreaterThan(before)
    expect((await hook(ann, body, named)).statusCode).toBe(200)
    await world.waitUntilSynced(project.projectId)
    expect(world.site.requests.length).toBe(after)
    expect((await project.node(story.id)).title).toBe('Press')
  })

  it('polls changes that no webhook reported, and the later edit of a field wins', async () => {
    const { ann, project, root, story } = await scene('fay')
    const [epicKey, storyKey] = [await findIssueKey(project, root), await findIssueKey(project, story)]
    world.site.edit(storyKey, { summary: 'Seen there' })
    world.site.add({ summary: 'Found', parentKey: epicKey })
    const titles = async () => {
      await world.pollLater(60_000)
      return (await project.list()).map(({ title }) => title)
    }
    await expect.poll(titles).toEqual(expect.arrayContaining(['Seen there', 'Found']))
    world.site.injectFault({ kind: 'cut', where: /./ })
    world.site.edit(storyKey, { summary: 'Earlier there' })
    // If two changes have the same millisecond, neither is later.
    await expect.poll(() => Date.now()).toBeGreaterThan(world.site.store.find(storyKey)?.updated ?? 0)
    await project.change(story.id, { title: 'Later here' })
    await project.change(root.id, { title: 'Earlier here' })
    world.site.edit(epicKey, { summary: 'Later there' })
    world.site.clearFaults()
    await world.waitUntilSynced(project.projectId)
    expect(world.site.store.find(storyKey)?.summary).toBe('Later here')
    expect((await project.node(root.id)).title).toBe('Later there')
    world.site.store.remove(world.site.store.find(storyKey) ?? raise())
    await world.pollLater(2 * 60 * 60_000)
    await world.waitUntilSynced(project.projectId)
    expect((await world.tracking(ann, project.projectId)).nodes.map(({ state }) => state)).toContain('gone')
  })
})

const raise = (): never => {
  throw new Error('there is no such issue')
}

describe('Failing tracker', () => {
  it.each<SiteFaultKind>(['error', 'garbage', 'cut', 'slow', 'limit'])(
    '%s: the project stays usable and nothing is lost',
    async (kind) => {
      const { ann, project, root, story } = await scene(`gus-${kind}`)
      world.site.injectFault({ kind, where: /./, retryAfterSeconds: 0 })
      await project.change(story.id, { title: `After ${kind}` })
      const child = await project.add({ title: 'New', parentId: root.id })
      const failures = async () =>
        (await world.test.pool.query('select failures from tracker_syncs where project_id = $1', [project.projectId]))
          .rows[0]
      await expect.poll(failures, { timeout: 5_000 }).not.toEqual({ failures: 0 })
      expect((await world.tracking(ann, project.projectId)).waiting).toBeGreaterThan(0)
      world.site.clearFaults()
      await world.waitUntilSynced(project.projectId)
      expect((await findIssue(project, story))?.summary).toBe(`After ${kind}`)
      expect(issuesFor(child)).toHaveLength(1)
      expect((await world.tracking(ann, project.projectId)).problem).toBeNull()
    },
  )

  it('reports a tracker that refuses the key or that is not connected', async () => {
    const own = await openSyncWorld()
    const hal = await own.connected('hal')
    const project = await own.synced(hal)
    own.site.revoke()
    await project.add({ title: 'Later' })
    await expect
      .poll(async () => (await own.tracking(hal, project.projectId)).problem, { timeout: 5_000 })
      .toContain('no longer accepts the API key')
    const stranger = await own.member('ivy')
    const theirs = await own.synced(stranger)
    await expect
      .poll(async () => (await own.tracking(stranger, theirs.projectId)).problem)
      .toContain('has connected no issue tracker')
    await own.close()
  })
})

describe('Tracker with other screens and permissions', () => {
  it('creates an issue although its screens have no labels and no description, and the node reports what is missing', async () => {
    const own = await openSyncWorld()
    const { store } = own.site
    Object.assign(store, { offCreateScreen: ['labels', 'description'] })
    const jim = await own.connected('jim')
    const project = await own.synced(jim)
    const root = await project.add({ title: 'Launch', body: '<p>All of it</p>' })
    await own.waitUntilSynced(project.projectId)
    const key = (await project.node(root.id)).externalKey ?? ''
    expect(JSON.stringify(store.find(key)?.description)).toContain('All of it')
    expect((await own.tracking(jim, project.projectId)).nodes).toEqual([])
    Object.assign(store, { offEditScreen: ['description'] })
    const other = await project.add({ title: 'Press', parentId: root.id, body: '<p>Call</p>' })
    await own.waitUntilSynced(project.projectId)
    expect(store.find((await project.node(other.id)).externalKey ?? '')).toMatchObject({ summary: 'Press' })
    expect((await own.tracking(jim, project.projectId)).nodes).toEqual([
      { nodeId: other.id, state: 'blocked', reason: expect.stringContaining("Field 'description' cannot be set") },
    ])
    await own.close()
  })

  it('keeps an issue that may not be deleted, and the project reports it until it is gone', async () => {
    const { ann, project, step } = await scene('kim')
    const key = await findIssueKey(project, step)
    world.site.store.mayDelete = false
    await project.try('deleteNode', { id: step.id })
    await world.waitUntilSynced(project.projectId)
    world.site.store.mayDelete = true
    expect(world.site.store.find(key)).toBeDefined()
    expect((await world.tracking(ann, project.projectId)).problem).toContain(`Jira did not delete ${key}`)
    await world.pollLater(2 * 60 * 60_000)
    await world.waitUntilSynced(project.projectId)
    expect(world.site.store.find(key)).toBeUndefined()
    expect((await world.tracking(ann, project.projectId)).problem).toBeNull()
  })

  it('removes the label that an earlier version put on each issue', async () => {
    const { project, story } = await scene('lea')
    const key = await findIssueKey(project, story)
    expect(world.site.store.find(key)?.labels).toEqual([])
    world.site.edit(key, { labels: ['own', `espalier-${story.id}`] })
    await project.change(story.id, { title: 'Press now' })
    await world.waitUntilSynced(project.projectId)
    expect(world.site.store.find(key)).toMatchObject({ summary: 'Press now', labels: ['own'] })
  })
})

it('syncs Data Center in both directions with epic links and wiki texts', async () => {
  const own = await openSyncWorld({ flavor: 'data-center' })
  const jan = await own.connected('jan')
  const project = await own.synced(jan)
  const root = await project.add({ title: 'Launch' })
  const story = await project.add({ title: 'Press', parentId: root.id, body: '<p>Call <b>them</b></p>' })
  await own.waitUntilSynced(project.projectId)
  const key = (await project.node(story.id)).externalKey ?? ''
  expect(own.site.store.find(key)).toMatchObject({ summary: 'Press', description: 'Call {*}them{*}' })
  own.site.edit(key, { description: 'Now _this_' })
  await own.pollLater(60_000)
  await own.waitUntilSynced(project.projectId)
  expect((await project.node(story.id)).body).toContain('<em>this</em>')
  await own.close()
})
