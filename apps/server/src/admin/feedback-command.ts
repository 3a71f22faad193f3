import { feedbackStatuses } from '@espalier/domain'

import { deleteFeedback, setFeedbackStatus, type FeedbackStatusError, listOpenFeedback } from '../features/feedback/index.ts'
import type { AdminCommand } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import type { AdminContext } from './workshop.ts'

const maxListedPosts = 50

export const feedbackCommand: AdminCommand = {
  name: 'feedback',
  parameters: ['list|delete|STATUS', '[NUMBER]', '[NOTE]'],
  summary: `lists the feedback board, deletes a post, or sets its status: ${feedbackStatuses.join(', ')} (its NOTE: the other post's number)`,
  async run({ database }, [action = '', number = '', note = '']) {
    if (action === 'list') return formatPosts(await listOpenFeedback(database, maxListedPosts))
    const status = feedbackStatuses.find((known) => known === action)
    if (action !== 'delete' && status === undefined) {
      throw new CommandFailed(
        `${JSON.stringify(action)} is neither list nor delete nor one of ${feedbackStatuses.join(', ')}`,
      )
    }
    const post = Number(/^#?([1-9]\d{0,8})$/.exec(number)?.[1] ?? Number.NaN)
    if (Number.isNaN(post)) throw new CommandFailed('NUMBER is that of a post: npm run admin -- feedback list')
    return status === undefined ? deletePost(database, post) : changePostStatus(database, { number: post, status, note })
  },
}

const formatPosts = (posts: Awaited<ReturnType<typeof listOpenFeedback>>): string =>
  posts.length === 0
    ? 'No post is waiting.'
    : posts.map(({ number, status, votes, title }) => `#${number}  ${status}  ${votes} votes  ${title}`).join('\n')

async function deletePost(database: AdminContext['database'], number: number): Promise<string> {
  if (!(await deleteFeedback(database, number))) throw new CommandFailed(`There is no post #${number}`)
  return `Deleted post #${number}, its votes and its comments.`
}

const statusRefusalTexts: Readonly<Record<FeedbackStatusError, (number: number) => string>> = {
  missing: (number) => `There is no post #${number}`,
  'long-note': () => 'The note is too long',
  'no-original': () => 'A duplicate needs the number of the post that it repeats: feedback duplicate NUMBER OTHER',
  'original-is-itself': (number) => `Post #${number} cannot repeat itself`,
}

async function changePostStatus(database: AdminContext['database'], asked: Parameters<typeof setFeedbackStatus>[1]): Promise<string> {
  const changed = await setFeedbackStatus(database, asked)
  if (!changed.ok) throw new CommandFailed(statusRefusalTexts[changed.reason](asked.number))
  return `Post #${asked.number} is ${asked.status} now: /feedback/p/${changed.value.slug}`
}
