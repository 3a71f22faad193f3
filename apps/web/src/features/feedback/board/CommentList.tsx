import type { FeedbackComment } from '../../../data/feedback/index.ts'
import { formatPostDate } from './board-texts.ts'
import { AuthorName } from './PersonName.tsx'
import styles from './Post.module.css'
import { FeedbackStatusBadge } from './StatusMark.tsx'

export function CommentList({ comments }: { readonly comments: readonly FeedbackComment[] }) {
  if (comments.length === 0) return <p className={styles.nothing}>Nobody has said anything about it yet.</p>
  return (
    <ol className={styles.list}>
      {comments.map((comment) => (
        <li key={comment.number} className={styles.comment} data-official={comment.author === null || undefined}>
          <p className={styles.facts}>
            <AuthorName author={comment.author} />
            <span>{formatPostDate(comment.createdAt)}</span>
            {comment.status !== null && <FeedbackStatusBadge status={comment.status} />}
          </p>
          {comment.text !== '' && <p className={styles.text}>{comment.text}</p>}
        </li>
      ))}
    </ol>
  )
}
