import {
  type SiteIssue,
  sitePriorities,
  storyPointEstimateField,
  storyPointsField,
} from '@espalier/stand-ins/jira/site-store.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { NodeView } from '../../../database/nodes.ts'
import type { NodeClient } from '../../../testing/node-client.ts'
import { openSyncWorld, type SyncWorld } from '../../../testing/tracker-world.ts'
import type { SignedInViewer } from '../../projects/index.ts'

let world: SyncWorld
beforeAll(async () => void (world = await openSyncWorld({ hookRetryMs: 20 })))
afterAll(() => world.close())
afterEach(() => {
  world.site.store.offEditScreen = []
  world.site.store.pointFields = [storyPointEstimateField]
})

const pointsId = storyPointEstimateField.id
const [highest, high, , , lowest] = sitePriorities

const update = (viewer: SignedInViewer, id: string, data: object) =>
  world.get<{ updateProject: { tags: readonly { id: string; name: string }[] } }>(
    viewer,
    'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id tags { id name } } }',
    { id, data },
  )
const switchFields = (viewer: SignedInViewer, id: string, jiraFields: object) =>
  update(viewer, id, { integrationSettings: { jiraFields } })

const issueFor = async (project: NodeClient, { id }: NodeView): Promise<SiteIssue> => {
  const issue = world.site.store.find((await project.node(id)).externalKey ?? '')
  if (issue === undefined) throw new Error('the node has no issue')
  return issue
}

/** A synced project of two people whom the tracker knows by their addresses, with one story. */
async function scene(name: string) {
  const ann = await world.connected(name)
  const bob = await world.member(`${name}-bob`)
  const [annThere, bobThere] = [ann, bob].map(({ person }) => world.site.store.addUser(person.email))
  if (annThere === undefined || bobThere === undefined) throw new Error('two people were added')
  const project = await world.synced(ann)
  const { projectId } = project
  await update(ann, projectId, { sharing: { users: { [bob.person.id]: 'editor' } } })
  const root = await project.add({ title: 'Launch' })
  const story = await project.add({ title: 'Press', parentId: root.id })
  await world.waitUntilSynced(projectId)
  const issue = await issueFor(project, story)
  return { ann, bob, annThere, bobThere, project, projectId, root, story, issue }
}

/** A person edits the issue on the site, and the webhook reports it. */
async function editThere(
  viewer: SignedInViewer,
  projectId: string,
  issue: SiteIssue,
  change: Partial<Omit<SiteIssue, 'id' | 'key' | 'status'>>,
): Promise<void> {
  world.site.edit(issue.key, change)
  const payload = JSON.stringify({ issue: { id: issue.id, fields: { parent: { id: issue.parentId } } } })
  const url = `/jira/${viewer.accountId}`
  await world.http.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
  await world.waitUntilSynced(projectId)
}

const reasons = async (viewer: SignedInViewer, projectId: string): Promise<string> =>
  (await world.tracking(viewer, projectId)).nodes.map(({ reason }) => reason).join('\n')

describe('All fields', () => {
  it('go from a node to its issue, also when they are emptied again', async () => {
    const { ann, bob, bobThere, project, projectId, story, issue } = await scene('ada')
    expect(issue.priority.name).toBe('Medium')
    expect((await project.node(story.id)).priority).toBe('none')
    const { tags } = (await update(ann, projectId, { tags: [{ name: 'needs review' }, { name: 'web' }] })).updateProject
    await project.change(story.id, {
      assigneeIds: [bob.person.id, ann.person.id],
      dueDate: '2026-12-01',
      estimate: 3.5,
      priority: 'urgent',
      tagIds: tags.map(({ id }) => id),
    })
    await world.waitUntilSynced(projectId)
    expect(issue).toMatchObject({
      assignee: { accountId: bobThere.accountId },
      dueDate: '2026-12-01',
      points: { [pointsId]: 3.5 },
      priority: { name: 'Highest' },
    })
    expect(issue.labels.toSorted()).toEqual(['needs_review', 'web'])
    await project.change(story.id, { assigneeIds: [], dueDate: null, estimate: null, tagIds: [] })
    await world.waitUntilSynced(projectId)
    expect(issue).toMatchObject({ assignee: null, dueDate: null, points: { [pointsId]: null }, labels: [] })
    expect(await reasons(ann, projectId)).toBe('')
  })

  it('go from an issue to its node without being sent back', async () => {
    const { ann, bob, bobThere, annThere, project, projectId, story, issue } = await scene('bea')
    const { tags } = (await update(ann, projectId, { tags: [{ name: 'needs review' }] })).updateProject
    await world.waitUntilSynced(projectId)
    await editThere(ann, projectId, issue, {
      assignee: bobThere,
      dueDate: '2027-01-15',
      points: { [pointsId]: 8 },
      priority: high,
      labels: ['needs_review', 'backend'],
    })
    const taken = await project.node(story.id)
    expect(taken).toMatchObject({
      assigneeIds: [bob.person.id],
      dueDate: '2027-01-15',
      estimate: 8,
      priority: 'high',
    })
    const { tags: now } = (await update(ann, projectId, {})).updateProject
    expect(now.map(({ name }) => name)).toEqual(['needs review', 'backend'])
    expect(taken.tagIds.toSorted()).toEqual([tags[0]?.id, now[1]?.id].toSorted())
    const { updated } = issue
    await project.change(story.id, { addAssigneeIds: [ann.person.id] })
    await editThere(ann, projectId, issue, { assignee: annThere, labels: ['backend'], priority: lowest })
    expect(await project.node(story.id)).toMatchObject({
      assigneeIds: [ann.person.id],
      priority: 'low',
      tagIds: [now[1]?.id],
    })
    await editThere(ann, projectId, issue, { assignee: null, dueDate: null, points: {} })
    expect(await project.node(story.id)).toMatchObject({ assigneeIds: [], dueDate: null, estimate: null })
    const writes = world.site.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith(issue.key))
    expect(writes).toEqual([])
    expect(issue.updated).toBeGreaterThan(updated)
  })

  it('of a new issue are those of its new node', async () => {
    const { ann, bob, bobThere, project, projectId, root } = await scene('cat')
    const parentKey = (await issueFor(project, root)).key
    const born = world.site.create({
      summary: 'Born there',
      parentKey,
      assignee: bobThere,
      dueDate: '2027-02-03',
      points: { [pointsId]: 2 },
      priority: highest,
      labels: ['new'],
    })
    await editThere(ann, projectId, born, {})
    const node = (await project.list()).find(({ externalKey }) => externalKey === born.key)
    expect(node).toMatchObject({
      assigneeIds: [bob.person.id],
      dueDate: '2027-02-03',
      estimate: 2,
      priority: 'urgent',
    })
    expect(node?.tagIds).toHaveLength(1)
  })

  it('stay apart while they are switched off, and a field that is switched on is compared at once', async () => {
    const { ann, project, projectId, story, issue } = await scene('dan')
    const off = { assignee: false, dueDate: false, estimate: false, priority: false, labels: false }
    await switchFields(ann, projectId, off)
    await world.waitUntilSynced(projectId)
    await project.change(story.id, { assigneeIds: [ann.person.id], dueDate: '2026-12-01', priority: 'high' })
    await editThere(ann, projectId, issue, { summary: 'Still synced', points: { [pointsId]: 5 }, labels: ['x'] })
    expect(issue).toMatchObject({ assignee: null, dueDate: null, priority: { name: 'Medium' } })
    expect(await project.node(story.id)).toMatchObject({ title: 'Still synced', estimate: null, tagIds: [] })
    await switchFields(ann, projectId, { dueDate: true, estimate: true })
    await world.waitUntilSynced(projectId)
    expect(issue).toMatchObject({ assignee: null, dueDate: '2026-12-01', priority: { name: 'Medium' } })
    expect(await project.node(story.id)).toMatchObject({ estimate: 5, tagIds: [] })
  })

  it('follow the later change, and both sides keep the labels that the other one added', async () => {
    const { ann, project, projectId, story, issue } = await scene('eva')
    const { tags } = (await update(ann, projectId, { tags: [{ name: 'ours' }] })).updateProject
    await world.waitUntilSynced(projectId)
    await project.change(story.id, { dueDate: '2026-12-01', estimate: 1 })
    await world.waitUntilSynced(projectId)
    world.site.injectFault({ kind: 'error', where: /bulkfetch/, times: 3 })
    await project.change(story.id, { dueDate: '2026-12-02', tagIds: [tags[0]?.id] })
    await editThere(ann, projectId, issue, { dueDate: '2026-12-03', labels: ['theirs'] })
    expect(issue.dueDate).toBe('2026-12-03')
    expect((await project.node(story.id)).dueDate).toBe('2026-12-03')
    expect(issue.labels.toSorted()).toEqual(['ours', 'theirs'])
    expect((await project.node(story.id)).tagIds).toHaveLength(2)
  })
})

describe('Refused and impossible values', () => {
  it('a field that is not on the screen is named, and the others are written', async () => {
    const { ann, project, projectId, story, issue } = await scene('fay')
    world.site.store.offEditScreen = ['duedate']
    await project.change(story.id, { dueDate: '2026-12-01', estimate: 2, priority: 'low' })
    await world.waitUntilSynced(projectId)
    expect(issue).toMatchObject({ dueDate: null, points: { [pointsId]: 2 }, priority: { name: 'Low' } })
    expect(await reasons(ann, projectId)).toContain(`Jira did not accept the due date of ${issue.key}`)
    expect((await project.node(story.id)).dueDate).toBe('2026-12-01')
    world.site.store.offEditScreen = []
    await project.change(story.id, { title: 'Again' })
    await world.waitUntilSynced(projectId)
    expect(issue.dueDate).toBe('2026-12-01')
    expect(await reasons(ann, projectId)).toBe('')
  })

  it('a person whom Jira does not let work on an issue is named, and the node keeps them', async () => {
    const { ann, bob, bobThere, project, projectId, story, issue } = await scene('gus')
    bobThere.isAssignable = false
    await project.change(story.id, { assigneeIds: [bob.person.id], dueDate: '2026-12-01' })
    await world.waitUntilSynced(projectId)
    expect(issue).toMatchObject({ assignee: null, dueDate: '2026-12-01' })
    expect(await reasons(ann, projectId)).toContain('Jira did not accept the assignee')
    expect((await project.node(story.id)).assigneeIds).toEqual([bob.person.id])
  })

  it('a due date before the start is not taken, and the node says so', async () => {
    const { ann, project, projectId, story, issue } = await scene('hal')
    await project.change(story.id, { startDate: '2026-12-10' })
    await editThere(ann, projectId, issue, { dueDate: '2026-12-01', points: { [pointsId]: 4 } })
    expect(await project.node(story.id)).toMatchObject({ dueDate: null, estimate: 4 })
    expect(await reasons(ann, projectId)).toContain('before the start date here')
    await project.change(story.id, { startDate: null })
    await editThere(ann, projectId, issue, { dueDate: '2026-12-02' })
    expect((await project.node(story.id)).dueDate).toBe('2026-12-02')
    expect(await reasons(ann, projectId)).toBe('')
  })
})

describe('Assignees', () => {
  it('stay as they are on both sides where Jira hides their address, whatever their name is', async () => {
    const { ann, bob, bobThere, project, projectId, story, issue } = await scene('ida')
    bobThere.isEmailHidden = true
    await project.change(story.id, { assigneeIds: [bob.person.id] })
    await world.waitUntilSynced(projectId)
    expect(issue.assignee).toBeNull()
    await editThere(ann, projectId, issue, { assignee: bobThere })
    await project.change(story.id, { assigneeIds: [] })
    await world.waitUntilSynced(projectId)
    expect(issue.assignee).toMatchObject({ accountId: bobThere.accountId })
    expect((await project.node(story.id)).assigneeIds).toEqual([])
    expect(await reasons(ann, projectId)).toBe('')
  })

  it('of a project that a person has left are neither sent nor taken', async () => {
    const { ann, annThere, bob, bobThere, project, projectId, story, issue } = await scene('joe')
    await project.change(story.id, { assigneeIds: [bob.person.id] })
    await world.waitUntilSynced(projectId)
    await update(ann, projectId, { sharing: { users: {} } })
    await editThere(ann, projectId, issue, { assignee: null })
    expect((await project.node(story.id)).assigneeIds).toEqual([])
    await editThere(ann, projectId, issue, { assignee: bobThere })
    expect((await project.node(story.id)).assigneeIds).toEqual([])
    await editThere(ann, projectId, issue, { assignee: annThere })
    expect((await project.node(story.id)).assigneeIds).toEqual([ann.person.id])
  })
})

describe('Estimates', () => {
  it('are the time of time tracking where that was chosen', async () => {
    const { ann, project, projectId, story, issue } = await scene('kim')
    await update(ann, projectId, { estimateUnit: 'days' })
    await project.change(story.id, { estimate: 1.5 })
    await world.waitUntilSynced(projectId)
    expect(issue.points).toEqual({ [pointsId]: 1.5 })
    await switchFields(ann, projectId, { estimateAs: 'time' })
    await world.waitUntilSynced(projectId)
    expect(issue.estimateSeconds).toBe(1.5 * 8 * 3_600)
    expect((await project.node(story.id)).estimate).toBe(1.5)
    await editThere(ann, projectId, issue, { estimateSeconds: 2 * 3_600 })
    expect((await project.node(story.id)).estimate).toBe(0.25)
    await project.change(story.id, { estimate: null })
    await world.waitUntilSynced(projectId)
    expect(issue.estimateSeconds).toBe(0)
    expect((await project.node(story.id)).estimate).toBeNull()
  })

  it('in points say on the node that the site has no story points', async () => {
    world.site.store.pointFields = []
    const { ann, project, projectId, story, issue } = await scene('lee')
    await project.change(story.id, { estimate: 3, dueDate: '2026-12-01' })
    await world.waitUntilSynced(projectId)
    expect(issue).toMatchObject({ estimateSeconds: null, dueDate: '2026-12-01' })
    expect(await reasons(ann, projectId)).toContain('has no story points')
  })

  it('use the second field for story points where the first is not on the screen', async () => {
    world.site.store.pointFields = [storyPointEstimateField, storyPointsField]
    world.site.store.offEditScreen = [storyPointsField.id]
    const { ann, project, projectId, story, issue } = await scene('max')
    await project.change(story.id, { estimate: 13 })
    await world.waitUntilSynced(projectId)
    expect(issue.points).toEqual({ [pointsId]: 13 })
    expect(await reasons(ann, projectId)).toBe('')
  })
})

it('syncs the fields with Data Center, which names people differently', async () => {
  const center = await openSyncWorld({ flavor: 'data-center' })
  try {
    const ann = await center.connected('ann')
    const annThere = center.site.store.addUser(ann.person.email)
    const project = await center.synced(ann)
    const root = await project.add({ title: 'Launch', assigneeIds: [ann.person.id], estimate: 5, priority: 'high' })
    await center.waitUntilSynced(project.projectId)
    const issue = center.site.store.find((await project.node(root.id)).externalKey ?? '')
    expect(issue).toMatchObject({
      assignee: { accountId: annThere.accountId },
      points: { [pointsId]: 5 },
      priority: { name: 'High' },
    })
    expect((await center.tracking(ann, project.projectId)).nodes).toEqual([])
  } finally {
    await center.close()
  }
})
