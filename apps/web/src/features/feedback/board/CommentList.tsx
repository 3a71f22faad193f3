import type { Comment } from '../../../data/feedback/index.ts'
import { dateText } from './board-texts.ts'
import { PersonName } from './PersonName.tsx'
import styles from './Post.module.css'
import { StatusMark } from './StatusMark.tsx'

export function CommentList({ comments }: { readonly comments: readonly Comment[] }) {
  if (comments.length === 0) return <p className={styles.nothing}>Nobody has said anything about it yet.</p>
  return (
    <ol className={styles.list}>
      {comments.map((comment) => (
        <li key={comment.number} className={styles.comment} data-official={comment.author === null || undefined}>
          <p className={styles.facts}>
            <PersonName author={comment.author} />
            <span>{dateText(comment.createdAt)}</span>
            {comment.status !== null && <StatusMark status={comment.status} />}
          </p>
          {comment.text !== '' && <p className={styles.text}>{comment.text}</p>}
        </li>
      ))}
    </ol>
  )
}
