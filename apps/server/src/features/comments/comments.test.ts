import { randomUUID } from 'node:crypto'
import { commentLimits, commentTexts } from '@espalier/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findStoredBreaches } from '../../database/consistency.ts'
import { type CommentClient, createCommentClient, mention } from '../../testing/comment-client.ts'
import { createNodeClient, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let owner: SignedInViewer
let editor: SignedInViewer
let viewer: SignedInViewer
let plan: NodeClient
let nodeId: string
let ownersComments: CommentClient
let editorsComments: CommentClient
let viewersComments: CommentClient

const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { viewersMayComment } }`
const change = (data: object) => world.get(owner, updateProject, { id: plan.projectId, data })

beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('ada')
  editor = world.person('bob')
  viewer = world.person('eve')
  ownersComments = createCommentClient(world, owner)
  editorsComments = createCommentClient(world, editor)
  viewersComments = createCommentClient(world, viewer)
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, owner)
  nodeId = (await plan.add({ title: 'Order seeds' })).id
  await change({ sharing: { users: { [editor.person.id]: 'editor', [viewer.person.id]: 'viewer' } } })
})

const readError = async (asked: ReturnType<CommentClient['try']>) => {
  const { errors } = await asked
  return [errors?.[0]?.extensions?.['code'], errors?.[0]?.extensions?.['field'], errors?.[0]?.message]
}

describe('Comments', () => {
  it('stores a thread with its author, and counts it on the node', async () => {
    const first = await ownersComments.add(nodeId, '<p>Which <strong>shop</strong>?</p>')
    const answer = await editorsComments.add(nodeId, 'The one around the corner', { parentId: first.id })
    expect(first).toMatchObject({ nodeId, parentId: null, isDeleted: false, author: { email: 'ada@example.com' } })
    expect(await viewersComments.list(plan.projectId)).toEqual([first, answer])
    expect(answer.parentId).toBe(first.id)
    expect((await plan.node(nodeId)).commentCount).toBe(2)
  })

  it('logs a comment as a change of the node that nobody can undo', async () => {
    const before = await plan.seq()
    await ownersComments.add(nodeId, 'x')
    expect(await plan.seq()).toBe(before + 1)
    const undo = 'mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }'
    const answer = await world.ask(owner, undo, { projectId: plan.projectId, seq: before + 1 })
    expect(readErrorCode(answer)).toBe('CONFLICT')
    const history = '{ history(projectId: "%") { entries { kind canUndo changes { after } } } }'
    const { history: shown } = await world.get<{ history: { entries: readonly unknown[] } }>(
      owner,
      history.replace('%', plan.projectId),
    )
    expect(shown.entries[0]).toMatchObject({ canUndo: false, changes: [{ after: { commentCount: 1 } }] })
  })

  it('keeps the count when the node is changed otherwise, undone and copied to another project without it', async () => {
    await ownersComments.add(nodeId, 'x')
    await plan.change(nodeId, { title: 'Order plants' })
    expect((await plan.node(nodeId)).commentCount).toBe(1)
    const { cloneProject } = await world.get<{ cloneProject: { id: string } }>(
      owner,
      'mutation ($id: ID!) { cloneProject(id: $id) { id } }',
      { id: plan.projectId },
    )
    expect(await ownersComments.list(cloneProject.id)).toEqual([])
    const copies = await createNodeClient(world, owner, cloneProject.id).list()
    expect(copies.map(({ commentCount }) => commentCount)).toEqual([0])
  })

  it('hides the comments of a deleted node, and shows them again with it', async () => {
    const { id } = await ownersComments.add(nodeId, 'x')
    await plan.add()
    await plan.change(nodeId, { isDeleted: true })
    expect(await ownersComments.list(plan.projectId)).toEqual([])
    expect(await readError(ownersComments.try('editComment', { id, body: 'y' }))).toContain('NOT_FOUND')
    expect(await readError(ownersComments.try('addComment', { nodeId, body: 'y' }))).toContain('NOT_FOUND')
    await plan.change(nodeId, { isDeleted: false })
    expect((await ownersComments.list(plan.projectId)).map((comment) => comment.id)).toEqual([id])
    expect((await plan.node(nodeId)).commentCount).toBe(1)
  })

  it('keeps a deleted first comment without its text while it has answers', async () => {
    const first = await editorsComments.add(nodeId, `Hello ${mention(owner.person.id)}`)
    const answer = await ownersComments.add(nodeId, 'y', { parentId: first.id })
    await editorsComments.get('toggleReaction', { id: first.id, emoji: '👍' })
    await ownersComments.get('deleteComment', { id: first.id })
    const [shown] = await ownersComments.list(plan.projectId)
    expect(shown).toMatchObject({ id: first.id, body: '', isDeleted: true, mentionIds: [], reactions: [] })
    expect((await plan.node(nodeId)).commentCount).toBe(1)
    await ownersComments.get('deleteComment', { id: answer.id })
    expect(await ownersComments.list(plan.projectId)).toEqual([])
    expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])
    await world.test.pool.query('update nodes set comment_count = 7 where id = $1', [nodeId])
    expect(await findStoredBreaches(world.test.pool, plan.projectId)).toContainEqual({
      rule: 'comment-counts-differ',
      nodeId,
    })
    expect(await readError(ownersComments.try('deleteComment', { id: first.id }))).toContain('NOT_FOUND')
  })

  it('edits, resolves and reopens', async () => {
    const { id } = await ownersComments.add(nodeId, 'x')
    const edited = await ownersComments.get<{ body: string; editedAt: number }>('editComment', { id, body: 'y' })
    expect(edited).toMatchObject({ body: 'y', editedAt: expect.any(Number) })
    const resolve = (isResolved: boolean) => editorsComments.get('resolveThread', { id, isResolved })
    expect(await resolve(true)).toMatchObject({ resolvedAt: expect.any(Number) })
    expect(await resolve(false)).toMatchObject({ resolvedAt: null })
    const answer = await ownersComments.add(nodeId, 'z', { parentId: id })
    const refused = ownersComments.try('resolveThread', { id: answer.id, isResolved: true })
    expect(await readError(refused)).toEqual(['BAD_USER_INPUT', 'id', commentTexts.notFirst])
  })

  it('adds a reaction and takes it back, each person for themselves', async () => {
    const { id } = await ownersComments.add(nodeId, 'x')
    await ownersComments.get('toggleReaction', { id, emoji: '👍' })
    const both = await editorsComments.get<object>('toggleReaction', { id, emoji: '👍' })
    expect(both).toMatchObject({ reactions: [{ emoji: '👍', userIds: [owner.person.id, editor.person.id] }] })
    expect(await ownersComments.get('toggleReaction', { id, emoji: '👍' })).toMatchObject({
      reactions: [{ emoji: '👍', userIds: [editor.person.id] }],
    })
  })

  it('refuses the twenty-first emoji of a comment', async () => {
    const { id } = await ownersComments.add(nodeId, 'x')
    for (let at = 0; at < commentLimits.emoji; at += 1) {
      await ownersComments.get('toggleReaction', { id, emoji: String.fromCodePoint(0x1f600 + at) })
    }
    expect(await readError(ownersComments.try('toggleReaction', { id, emoji: '🌱' }))).toEqual([
      'BAD_USER_INPUT',
      'emoji',
      commentTexts.tooManyEmoji,
    ])
  })

  it('finds comments by their words, with the comment and its node', async () => {
    const { id } = await ownersComments.add(nodeId, '<p>Ask the <em>horticulturist</em></p>')
    const search = '{ search(text: "horticultur") { commentId excerpt node { id } project { id } } }'
    const hit = {
      commentId: id,
      excerpt: 'Ask the horticulturist',
      node: { id: nodeId },
      project: { id: plan.projectId },
    }
    expect(await world.get(viewer, search)).toEqual({ search: [hit] })
    expect(await world.get(world.person('stranger'), search)).toEqual({ search: [] })
    await ownersComments.get('deleteComment', { id })
    expect(await world.get(viewer, search)).toEqual({ search: [] })
  })
})

describe('Comments that are sent again', () => {
  it('change nothing, and other content with the same id is refused', async () => {
    const id = randomUUID()
    const sent = await ownersComments.add(nodeId, 'x', { id })
    expect(await ownersComments.add(nodeId, 'x', { id })).toEqual(sent)
    expect((await plan.node(nodeId)).commentCount).toBe(1)
    const other = ownersComments.try('addComment', { id, nodeId, body: 'y' })
    expect(await readError(other)).toEqual(['CONFLICT', undefined, commentTexts.idTaken])
    expect(await readError(editorsComments.try('addComment', { id, nodeId, body: 'x' }))).toContain('CONFLICT')
  })

  it('get the first answer if the operation is the same', async () => {
    const { id } = await ownersComments.add(nodeId, 'x')
    const sending = { clientId: 'tab', operationId: randomUUID() }
    const first = await ownersComments.try('toggleReaction', { id, emoji: '👍' }, sending)
    expect(await ownersComments.try('toggleReaction', { id, emoji: '👍' }, sending)).toEqual(first)
    expect((await ownersComments.list(plan.projectId))[0]?.reactions).toHaveLength(1)
  })

  it('are read again if they are too long to be stored with the operation', async () => {
    const sending = { clientId: 'tab', operationId: randomUUID() }
    const variables = { nodeId, body: 'word '.repeat(3_000) }
    const first = await ownersComments.try('addComment', variables, sending)
    expect(await ownersComments.try('addComment', variables, sending)).toEqual(first)
    expect((await plan.node(nodeId)).commentCount).toBe(1)
  })

  it('learn nothing about an id that is used in a project they cannot see', async () => {
    const stranger = world.person('mallory')
    const { id } = await ownersComments.add(nodeId, 'a secret')
    const own = await openTestProject(world, stranger)
    const ownNode = await own.add()
    const answer = await createCommentClient(world, stranger).try('addComment', { id, nodeId: ownNode.id, body: 'x' })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(readErrorCode(answer)).toBe('CONFLICT')
  })
})

describe('Mentions', () => {
  it('are stored with the people of the project whom they name', async () => {
    const body = `<p>${mention(editor.person.id)} and <a href="https://example.com" data-user-id="${viewer.person.id}" onclick="x()">eve</a></p>`
    const comment = await ownersComments.add(nodeId, body)
    expect(comment.mentionIds).toEqual([editor.person.id, viewer.person.id])
    expect(comment.body).not.toContain('example.com')
    expect(comment.body).not.toContain('onclick')
  })

  it('are refused for others, in the same words whether or not the person exists', async () => {
    const stranger = world.person('mallory')
    await openTestProject(world, stranger)
    const existing = await ownersComments.try('addComment', { nodeId, body: mention(stranger.person.id) })
    const missing = await ownersComments.try('addComment', { nodeId, body: mention(randomUUID()) })
    expect(existing).toEqual(missing)
    const refusal = ['BAD_USER_INPUT', 'body', commentTexts.stranger]
    expect(await readError(Promise.resolve(existing))).toEqual(refusal)
    expect(await ownersComments.list(plan.projectId)).toEqual([])
    const { id } = await ownersComments.add(nodeId, 'x')
    const edit = (userId: string) => ownersComments.try('editComment', { id, body: mention(userId) })
    expect(await edit(stranger.person.id)).toEqual(await edit(randomUUID()))
    for (const userId of [stranger.person.id, 'nobody']) expect(await readError(edit(userId))).toEqual(refusal)
  })

  it('lose their attribute in descriptions', async () => {
    const { body } = await plan.change(nodeId, { body: `<p>${mention(editor.person.id)}</p>` })
    expect(body).toBe('<p><a>@somebody</a></p>')
  })
})

describe('Invalid comments', () => {
  const cases: readonly (readonly [string, string, object, string, string])[] = [
    ['an empty text', 'addComment', { body: '' }, 'body', commentTexts.empty],
    ['a text of tags alone', 'addComment', { body: '<p><br></p>' }, 'body', commentTexts.empty],
    ['a script alone', 'addComment', { body: '<script>x()</script>' }, 'body', commentTexts.empty],
    ['a long text', 'addComment', { body: 'x'.repeat(20_001) }, 'body', commentTexts.tooLong],
    ['a text that escaping makes too long', 'addComment', { body: '<'.repeat(9_000) }, 'body', commentTexts.tooLong],
    ['an id that is none', 'addComment', { id: 'x', body: 'x' }, 'id', commentTexts.badId],
    ['an unknown thread', 'addComment', { parentId: randomUUID(), body: 'x' }, 'parentId', commentTexts.otherThread],
    ['a thread that is none', 'addComment', { parentId: 'x', body: 'x' }, 'parentId', commentTexts.otherThread],
    ['a word as a reaction', 'toggleReaction', { emoji: 'yes' }, 'emoji', commentTexts.badEmoji],
    ['two emoji', 'toggleReaction', { emoji: '👍👎' }, 'emoji', commentTexts.badEmoji],
    ['no emoji', 'toggleReaction', { emoji: '' }, 'emoji', commentTexts.badEmoji],
    ['a tag as a reaction', 'toggleReaction', { emoji: '<b>' }, 'emoji', commentTexts.badEmoji],
    ['an edit to nothing', 'editComment', { body: ' ' }, 'body', commentTexts.empty],
  ]
  it.each(cases)('%s is refused and stores nothing', async (_name, operation, variables, field, message) => {
    const { id } = await ownersComments.add(nodeId, 'x')
    const before = await ownersComments.list(plan.projectId)
    const asked = ownersComments.try(operation as 'addComment', {
      nodeId,
      ...(operation !== 'addComment' && { id }),
      ...variables,
    })
    expect(await readError(asked)).toEqual(['BAD_USER_INPUT', field, message])
    expect(await ownersComments.list(plan.projectId)).toEqual(before)
  })

  it('an answer to an answer, and to a thread of another node, are refused', async () => {
    const first = await ownersComments.add(nodeId, 'x')
    const answer = await ownersComments.add(nodeId, 'x', { parentId: first.id })
    const other = await plan.add()
    const tries = [
      { nodeId, parentId: answer.id, body: 'x' },
      { nodeId: other.id, parentId: first.id, body: 'x' },
    ]
    for (const variables of tries) {
      expect(await readError(ownersComments.try('addComment', variables))).toContain(commentTexts.otherThread)
    }
  })
})

describe('Who may comment', () => {
  it('viewers may where the project allows it, and no longer when it does not', async () => {
    expect(await readError(viewersComments.try('addComment', { nodeId, body: 'x' }))).toContain('FORBIDDEN')
    expect(await change({ viewersMayComment: true })).toEqual({ updateProject: { viewersMayComment: true } })
    const { id } = await viewersComments.add(nodeId, 'x')
    await viewersComments.get('toggleReaction', { id, emoji: '🌱' })
    await change({ viewersMayComment: false })
    expect(await readError(viewersComments.try('editComment', { id, body: 'y' }))).toContain('FORBIDDEN')
    expect(await viewersComments.get('deleteComment', { id })).toBe(true)
  })

  it('nobody edits the words of others, and viewers delete only their own', async () => {
    await change({ viewersMayComment: true })
    const { id } = await ownersComments.add(nodeId, 'x')
    expect(await readError(editorsComments.try('editComment', { id, body: 'y' }))).toContain(commentTexts.notAuthor)
    expect(await readError(viewersComments.try('deleteComment', { id }))).toContain('FORBIDDEN')
    expect(await editorsComments.get('deleteComment', { id })).toBe(true)
  })

  it('people with the link alone see neither comments nor their number', async () => {
    await change({ sharing: { generalAccess: 'anyone' } })
    await change({ viewersMayComment: true })
    await ownersComments.add(nodeId, 'x')
    for (const visitor of [anonymousViewer, world.person('visitor')]) {
      const visitors = createCommentClient(world, visitor)
      expect(await visitors.list(plan.projectId)).toEqual([])
      const nodes = await createNodeClient(world, visitor, plan.projectId).list()
      expect(nodes.map(({ commentCount }) => commentCount)).toEqual([0])
      expect(readErrorCode(await visitors.try('addComment', { nodeId, body: 'x' }))).not.toBeUndefined()
    }
  })

  it('an author who no longer exists is null', async () => {
    const { id } = await ownersComments.add(nodeId, 'x')
    await world.test.pool.query(`update comments set author = 'gone' where id = $1`, [id])
    expect((await ownersComments.list(plan.projectId))[0]?.author).toBeNull()
  })
})
