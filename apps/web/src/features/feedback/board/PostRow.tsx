import MessageCircle from 'lucide-react/icons/message-circle'
import type { ListedFeedbackPost } from '../../../data/feedback/index.ts'
import { Link } from '../../../ui/Link.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { formatQuantity } from './board-texts.ts'
import styles from './Board.module.css'
import { FeedbackStatusBadge } from './StatusMark.tsx'
import { VoteButton } from './VoteButton.tsx'

interface PostListItemProps {
  readonly post: ListedFeedbackPost
  onChange(post: ListedFeedbackPost): void
}

export const PostListItem = ({ post, onChange }: PostListItemProps) => (
  <li className={styles.row}>
    <VoteButton post={post} onChange={onChange} />
    <div className={styles.summary}>
      <Link to={`/feedback/p/${post.slug}`} className={styles.title}>
        {post.title}
      </Link>
      {post.details !== '' && <p className={styles.excerpt}>{post.details}</p>}
      <p className={styles.facts}>
        <FeedbackStatusBadge status={post.status} />
        <span className={styles.fact}>
          <MessageCircle size={14} />
          <span aria-hidden="true">{post.commentCount}</span>
          <VisuallyHidden>{formatQuantity(post.commentCount, 'comment', 'comments')}</VisuallyHidden>
        </span>
      </p>
    </div>
  </li>
)
