import { formatWriters, readEspalierJson } from '@espalier/interchange'
import { expect, it } from 'vitest'
import { openTestProject } from '../testing/test-project.ts'
import { toInterchangeProject, withComments } from './project-file.ts'

const createComment = (nodeId: string) => ({
  id: `comment on ${nodeId}`,
  nodeId,
  parentId: null,
  author: 'ada@example.com',
  body: '<p>Which shop?</p>',
  createdAt: 1,
  editedAt: null,
  resolvedAt: null,
  reactions: [{ emoji: '🌱', userIds: ['ada'] }],
})

it('writes the comments of the exported branch into our own file, and an import ignores them', async () => {
  const client = openTestProject([{ id: 'garden' }, { id: 'beds', parentIds: ['garden'] }, { id: 'paths' }])
  const branch = toInterchangeProject(client, ['garden'], new Map())
  const comments = [createComment('beds'), createComment('paths')]
  const written = await formatWriters.espalier(withComments(branch, comments))
  const text = typeof written === 'string' ? written : new TextDecoder().decode(written)
  expect((JSON.parse(text) as { project: object }).project).toMatchObject({ comments: [comments[0]] })
  expect((JSON.parse(text) as { project: { comments: unknown[] } }).project.comments).toHaveLength(1)
  const read = readEspalierJson(text)
  expect(read.ok && 'comments' in read.value).toBe(false)
  expect(read.ok).toBe(true)
})

it('leaves the list of comments out of a file whose nodes have none', () => {
  const client = openTestProject([{ id: 'garden' }])
  const project = toInterchangeProject(client, [], new Map())
  expect(withComments(project, [createComment('elsewhere')])).toBe(project)
})
