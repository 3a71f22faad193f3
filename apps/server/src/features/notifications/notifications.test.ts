import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notificationErrorTexts } from '../../texts/notifications.ts'
import { type CommentClient, createCommentClient, mention } from '../../testing/comment-client.ts'
import { createNodeClient, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let now: Date
let owner: SignedInViewer
let editor: SignedInViewer
let viewer: SignedInViewer
let plan: NodeClient
let nodeId: string
let ownersComments: CommentClient
let editorsComments: CommentClient
let viewersComments: CommentClient

const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const share = (users: object) => world.get(owner, updateProject, { id: plan.projectId, data: { sharing: { users } } })
const markRead = `mutation ($ids: [ID!], $all: Boolean) { markNotificationsRead(ids: $ids, all: $all) }`
const listKinds = async (client: CommentClient): Promise<readonly string[]> =>
  (await client.inbox()).notifications.map(({ kind }) => kind)

beforeEach(async () => {
  now = new Date()
  world = await openProjectWorld({ now: () => now })
  owner = world.person('ada')
  editor = world.person('bob')
  viewer = world.person('eve')
  ownersComments = createCommentClient(world, owner)
  editorsComments = createCommentClient(world, editor)
  viewersComments = createCommentClient(world, viewer)
  plan = await openTestProject(world, owner, 'Garden')
  nodeId = (await plan.add({ title: 'Order <b>seeds</b>' })).id
  await share({ [editor.person.id]: 'editor', [viewer.person.id]: 'viewer' })
  for (const person of [editor, viewer]) await world.get(person, markRead, { all: true })
})
afterEach(() => world.close())

const unread = (client: CommentClient) => client.inbox({ unread: true })

describe('Notifications', () => {
  it('tell of a mention, with a sentence in plain text', async () => {
    const comment = await ownersComments.add(nodeId, `<p>Hi ${mention(editor.person.id)}</p>`)
    const { notifications, unreadCount } = await unread(editorsComments)
    expect(notifications).toEqual([
      {
        id: expect.any(String),
        kind: 'mentioned',
        at: now.getTime(),
        isRead: false,
        by: { email: 'ada@example.com' },
        projectId: plan.projectId,
        nodeId,
        commentId: comment.id,
        text: 'ada mentioned you in "Order seeds": Hi @somebody',
        projectTitle: 'Garden',
        nodeTitle: 'Order seeds',
      },
    ])
    expect(unreadCount).toBe(1)
    expect((await unread(viewersComments)).unreadCount).toBe(0)
  })

  it('tell assignees, people of the thread and watchers of a comment, and never its author', async () => {
    await plan.change(nodeId, { assigneeIds: [owner.person.id] })
    const first = await editorsComments.add(nodeId, 'x')
    await viewersComments.get('setWatch', { projectId: plan.projectId, level: 'all' })
    await ownersComments.add(nodeId, 'y', { parentId: first.id })
    expect(await listKinds(ownersComments)).toEqual(['commented'])
    expect((await unread(editorsComments)).notifications.map(({ kind }) => kind)).toEqual(['commented'])
    expect((await unread(viewersComments)).notifications.map(({ kind }) => kind)).toEqual(['commented'])
  })

  it('tell nothing of a muted node, even if its project is watched', async () => {
    await viewersComments.get('setWatch', { projectId: plan.projectId, level: 'all' })
    await viewersComments.get('setWatch', { projectId: plan.projectId, nodeId, level: 'none' })
    await ownersComments.add(nodeId, mention(viewer.person.id))
    await plan.change(nodeId, { assigneeIds: [viewer.person.id] })
    expect((await unread(viewersComments)).unreadCount).toBe(0)
    await viewersComments.get('setWatch', { projectId: plan.projectId, nodeId, level: 'mine' })
    await ownersComments.add(nodeId, mention(viewer.person.id))
    expect((await unread(viewersComments)).unreadCount).toBe(1)
  })

  it('returns the level that each person has set for a node and for its project', async () => {
    const { projectId } = plan
    const readLevels = async (client: CommentClient) => [
      await client.get<string>('watch', { projectId }),
      await client.get<string>('watch', { projectId, nodeId }),
    ]
    expect(await readLevels(viewersComments)).toEqual(['mine', 'mine'])
    await viewersComments.get('setWatch', { projectId, level: 'all' })
    await viewersComments.get('setWatch', { projectId, nodeId: nodeId.toUpperCase(), level: 'none' })
    expect(await readLevels(viewersComments)).toEqual(['all', 'none'])
    expect(await readLevels(editorsComments)).toEqual(['mine', 'mine'])
    const { errors } = await viewersComments.try('watch', { projectId, nodeId: projectId })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('tell of an assignment by somebody else, and of a share', async () => {
    const third = world.person('zoe')
    await share({ [editor.person.id]: 'editor', [viewer.person.id]: 'viewer', [third.person.id]: 'viewer' })
    now = new Date(now.getTime() + 1)
    await plan.change(nodeId, { addAssigneeIds: [owner.person.id, third.person.id] })
    await plan.change(nodeId, { title: 'x' })
    expect(await listKinds(createCommentClient(world, third))).toEqual(['assigned', 'shared'])
    expect(await listKinds(ownersComments)).toEqual([])
  })

  it('tell of a share with the title of the project as it is, also if it looks like a tag', async () => {
    await world.get(owner, updateProject, { id: plan.projectId, data: { title: '<Button> component' } })
    const third = world.person('zoe')
    await share({ [editor.person.id]: 'editor', [third.person.id]: 'viewer' })
    const { notifications } = await createCommentClient(world, third).inbox()
    expect(notifications[0]?.text).toContain('"<Button> component"')
  })

  it('tell the assignees of a node when its last open blocker is done', async () => {
    const [one, two] = [await plan.add({ title: 'one' }), await plan.add({ title: 'two' })]
    await plan.change(nodeId, { assigneeIds: [editor.person.id], blockedByIds: [one.id, two.id] })
    await world.get(editor, markRead, { all: true })
    await plan.change(one.id, { status: 'done' })
    expect((await unread(editorsComments)).unreadCount).toBe(0)
    await plan.change(two.id, { status: 'done' })
    await plan.change(two.id, { title: 'still done' })
    expect((await unread(editorsComments)).notifications).toMatchObject([{ kind: 'unblocked', nodeId }])
  })

  it('become one for a burst, and a new one once it was read or some minutes have passed', async () => {
    const send = () => ownersComments.add(nodeId, mention(editor.person.id))
    const first = await send()
    now = new Date(now.getTime() + 9 * 60_000)
    const second = await send()
    const { notifications } = await unread(editorsComments)
    expect(notifications).toMatchObject([{ commentId: second.id, at: now.getTime() }])
    expect(second.id).not.toBe(first.id)
    now = new Date(now.getTime() + 11 * 60_000)
    await send()
    expect((await unread(editorsComments)).unreadCount).toBe(2)
    await world.get(editor, markRead, { all: true })
    await send()
    expect((await unread(editorsComments)).unreadCount).toBe(1)
  })

  it('tell of an edit only those who were not mentioned before', async () => {
    const { id } = await ownersComments.add(nodeId, `x ${mention(editor.person.id)}`)
    await world.get(editor, markRead, { all: true })
    await ownersComments.get('editComment', { id, body: `y ${mention(editor.person.id)}${mention(viewer.person.id)}` })
    expect((await unread(editorsComments)).unreadCount).toBe(0)
    expect((await unread(viewersComments)).unreadCount).toBe(1)
  })

  it('tell of due dates once before and once after them, whatever runs how often', async () => {
    const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
    const [past, later] = [await plan.add({ title: 'past' }), await plan.add({ title: 'later' })]
    const assigneeIds = [editor.person.id]
    await plan.change(nodeId, { dueDate: day(1), assigneeIds })
    await plan.change(past.id, { dueDate: day(-1), assigneeIds })
    await plan.change(later.id, { dueDate: day(30), assigneeIds })
    await world.get(editor, markRead, { all: true })
    const other = world.another()
    const run = () => Promise.all([world, other].map((server) => server.notificationRunners['notify-due-dates']({})))
    await run()
    await run()
    const texts = (await unread(editorsComments)).notifications.map(({ text }) => text)
    expect([...texts].sort()).toEqual([`"Order seeds" is due on ${day(1)}`, `"past" was due on ${day(-1)}`])
    now = new Date(now.getTime() + 2 * 86_400_000)
    await run()
    expect((await unread(editorsComments)).unreadCount).toBe(3)
  })
})

describe('What somebody can no longer see', () => {
  it('disappears from the notifications with the access, the node or the comment, and comes back with it', async () => {
    const { id } = await ownersComments.add(nodeId, mention(viewer.person.id))
    await plan.add()
    await share({ [editor.person.id]: 'editor' })
    expect(await viewersComments.inbox()).toMatchObject({ notifications: [], unreadCount: 0 })
    expect(await world.get(viewer, markRead, { all: true })).toEqual({ markNotificationsRead: 0 })
    await share({ [editor.person.id]: 'editor', [viewer.person.id]: 'viewer' })
    expect(await listKinds(viewersComments)).toContain('mentioned')
    await plan.change(nodeId, { isDeleted: true })
    expect(await listKinds(viewersComments)).not.toContain('mentioned')
    await plan.change(nodeId, { isDeleted: false })
    expect(await listKinds(viewersComments)).toContain('mentioned')
    await ownersComments.get('deleteComment', { id })
    expect(await listKinds(viewersComments)).not.toContain('mentioned')
    await world.get(owner, updateProject, { id: plan.projectId, data: { status: 'deleted' } })
    expect(await viewersComments.inbox()).toMatchObject({ notifications: [], unreadCount: 0 })
  })

  it('causes no notification: an assignee who has left gets none', async () => {
    const blocker = await plan.add()
    await plan.change(nodeId, { assigneeIds: [viewer.person.id], blockedByIds: [blocker.id] })
    await share({ [editor.person.id]: 'editor' })
    await ownersComments.add(nodeId, 'x')
    await plan.change(blocker.id, { status: 'done' })
    const { rows } = await world.test.pool.query(
      `select from notifications where user_id = $1 and kind in ('commented', 'unblocked')`,
      [viewer.person.id],
    )
    expect(rows).toEqual([])
  })
})

describe('The list of notifications', () => {
  it('comes in pages, the latest first, and can be marked as read', async () => {
    for (let count = 0; count < 5; count += 1) {
      now = new Date(now.getTime() + 1_000)
      const { id } = await plan.add({ title: `${count}` })
      await ownersComments.add(id, mention(viewer.person.id))
    }
    const first = await viewersComments.inbox({ first: 2, unread: true })
    const second = await viewersComments.inbox({ first: 2, unread: true, before: first.next })
    const third = await viewersComments.inbox({ first: 2, unread: true, before: second.next })
    const titles = [first, second, third]
      .flatMap(({ notifications }) => notifications)
      .map(({ nodeTitle }) => nodeTitle)
    expect(titles).toEqual(['4', '3', '2', '1', '0'])
    expect([first.unreadCount, third.next]).toEqual([5, null])
    const ids = first.notifications.map(({ id }) => id)
    expect(await world.get(viewer, markRead, { ids })).toEqual({ markNotificationsRead: 2 })
    expect(await world.get(viewer, markRead, { ids })).toEqual({ markNotificationsRead: 0 })
    expect(await world.get(editor, markRead, { ids: second.notifications.map(({ id }) => id) })).toEqual({
      markNotificationsRead: 0,
    })
    expect((await viewersComments.inbox()).unreadCount).toBe(3)
  })

  it.each([
    ['no notification at all', '{ notifications(first: 0) { next } }', 'first'],
    ['too many notifications', '{ notifications(first: 101) { next } }', 'first'],
    ['a cursor that is none', '{ notifications(before: "x") { next } }', 'before'],
    [
      'a cursor far in the future',
      `{ notifications(before: "${Buffer.from(`9999999999999999 ${randomUUID()}`).toString('base64url')}") { next } }`,
      'before',
    ],
    ['to mark nothing', 'mutation { markNotificationsRead }', 'ids'],
    ['to mark what is none', 'mutation { markNotificationsRead(ids: ["x"]) }', 'ids'],
    [
      'an unknown time zone',
      'mutation { updateNotificationSettings(data: { timeZone: "Mars/Base" }) { mentions } }',
      'timeZone',
    ],
  ])('refuses %s', async (_name, query, field) => {
    const { errors } = await world.ask(viewer, query)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field })
  })

  it('refuses a level that does not exist and a node of another project', async () => {
    const { projectId } = plan
    const { errors } = await viewersComments.try('setWatch', { projectId, level: 'some' })
    expect(errors?.[0]).toMatchObject({ message: notificationErrorTexts.badLevel, extensions: { field: 'level' } })
    const other = await openTestProject(world, owner)
    const { id } = await createNodeClient(world, owner, other.projectId).add()
    const answer = await viewersComments.try('setWatch', { projectId, nodeId: id, level: 'all' })
    expect(readErrorCode(answer)).toBe('NOT_FOUND')
  })

  it('stores settings one by one', async () => {
    const settings = '{ notificationSettings { mentions assignments comments dueDates timeZone } }'
    const defaults = { mentions: 'immediately', assignments: 'daily', comments: 'daily', dueDates: 'daily' }
    expect(await world.get(viewer, settings)).toEqual({ notificationSettings: { ...defaults, timeZone: null } })
    const update =
      'mutation ($data: NotificationSettingsInput!) { updateNotificationSettings(data: $data) { mentions } }'
    await world.get(viewer, update, { data: { comments: 'never' } })
    await world.get(viewer, update, { data: { timeZone: 'Europe/Berlin' } })
    expect(await world.get(viewer, settings)).toEqual({
      notificationSettings: { ...defaults, comments: 'never', timeZone: 'Europe/Berlin' },
    })
  })
})
