import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, serverMigrations } from '../database/database.ts'
import { insertFeedbackPost } from '../features/feedback/store.ts'
import type { AdminContext } from './admin-context.ts'
import { feedbackCommand } from './maintenance-commands.ts'

let test: TestDatabase
let run: (...values: string[]) => Promise<string>
beforeAll(async () => {
  test = await testDatabase([serverMigrations])
  const workshop = { database: openDatabase(test.pool) } as AdminContext
  run = (...values) => feedbackCommand.run(workshop, values)
})
afterAll(() => test.drop())

it('lists, answers and deletes posts for an operator', async () => {
  expect(await run('list')).toBe('No post is waiting.')
  const at = new Date()
  const post = { authorId: 'ada', details: '', at }
  const first = await insertFeedbackPost(test.pool, {
    ...post,
    id: '00000000-0000-4000-8000-000000000001',
    title: 'Dark mode',
  })
  const second = await insertFeedbackPost(test.pool, {
    ...post,
    id: '00000000-0000-4000-8000-000000000002',
    title: 'Night',
  })
  expect(await run('list')).toBe(`#${first}  open  1 vote  Dark mode\n#${second}  open  1 vote  Night`)
  expect(await run('planned', `#${first}`, 'Soon')).toBe(
    `Post #${first} is planned now: /feedback/p/${first}-dark-mode`,
  )
  expect(await run('duplicate', String(second), String(first))).toContain('is duplicate now')
  expect(await run('delete', String(second))).toBe(`Deleted post #${second}, its votes and its comments.`)
})

it.each([
  [['sideways', '1'], /neither list nor delete nor one of open, planned/],
  [['planned', 'x'], /NUMBER must be the number of a post/],
  [['planned', '999'], /There is no post #999/],
  [['delete', '999'], /There is no post #999/],
])('rejects %j with a description of the error', async (values, output) => {
  await expect(run(...values)).rejects.toThrow(output)
})
