import {
  accept,
  checkFeedbackComment,
  type FeedbackStatus,
  formatFeedbackSlug,
  refuse,
  type Result,
} from '@espalier/domain'
import type { Database } from '../../database/database.ts'
import type { SqlClient } from '../../database/nodes.ts'
import { accountErrorTexts } from '../../texts/projects.ts'
import { copyVotes, insertFeedbackComment, lockPostByNumber, type PostReference, updatePostStatus } from './store.ts'

export interface FeedbackStatusChange {
  readonly number: number
  readonly status: FeedbackStatus
  /**
   * The note that people read below the post; empty for the status alone. For a duplicate, the number of the other
   * post.
   */
  readonly note: string
}

export type FeedbackStatusError = 'missing' | 'long-note' | 'no-original' | 'original-is-itself'

/** Moderates the board for operators, outside of the product. */
export function setFeedbackStatus(
  database: Database,
  { number, status, note }: FeedbackStatusChange,
  at = new Date(),
): Promise<Result<{ readonly slug: string }, FeedbackStatusError>> {
  return database.transaction(async ({ client }) => {
    const post = await lockPostByNumber(client, number)
    if (post === null) return refuse('missing')
    const original = status === 'duplicate' ? await findOriginalPost(client, number, note) : accept(null)
    if (!original.ok) return original
    const comment = original.value === null ? note : accountErrorTexts.duplicatePost(original.value.title)
    const text = comment.trim() === '' ? accept('') : checkFeedbackComment(comment)
    if (!text.ok) return refuse('long-note')
    await updatePostStatus(client, post.id, status, original.value?.id ?? null)
    if (original.value !== null) await copyVotes(client, post.id, original.value.id)
    await insertFeedbackComment(client, { postId: post.id, authorId: null, text: text.value, status, at })
    return accept({ slug: formatFeedbackSlug(number, post.title) })
  })
}

async function findOriginalPost(
  db: SqlClient,
  number: number,
  note: string,
): Promise<Result<PostReference, 'no-original' | 'original-is-itself'>> {
  const other = Number(/^#?([1-9]\d{0,8})$/.exec(note.trim())?.[1] ?? Number.NaN)
  if (other === number) return refuse('original-is-itself')
  const found = Number.isNaN(other) ? null : await lockPostByNumber(db, other)
  return found === null ? refuse('no-original') : accept(found)
}
