import { formatQuantity } from '@espalier/domain'
import { useState } from 'react'
import type { FeedbackPost } from '../../api/feedback.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page, PageSkeleton, RetryPage } from '../../ui/Page.tsx'
import { AuthorName, CommentForm, CommentList } from './Comments.tsx'
import { FeedbackStatusBadge, VoteButton } from './VoteButton.tsx'
import { boardTitle, formatPostDate } from './board-texts.ts'
import { type OpenedPost, usePost } from './use-posts.ts'
import styles from './Post.module.css'

/** Shown for an unknown address below /feedback. */
export const PostNotFound = () => (
  <Page title={boardTitle} lead="There is no such post. It may have been removed, or the link may be mistyped.">
    <div>
      <Link to="/feedback" variant="primary">
        Show all posts
      </Link>
    </div>
  </Page>
)

interface PostScreenProps {
  readonly number: number
}

export function PostScreen({ number }: PostScreenProps) {
  const [turn, setTurn] = useState(0)
  return <LoadedPost key={turn} number={number} onRetry={() => setTurn(turn + 1)} />
}

function LoadedPost({ number, onRetry }: PostScreenProps & { readonly onRetry: () => void }) {
  const opened = usePost(number)
  switch (opened.state.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'missing':
      return <PostNotFound />
    case 'failed':
      return <RetryPage title={boardTitle} sentence={opened.state.text} onRetry={onRetry} />
    case 'loaded':
      return <PostDetails post={opened.state.post} opened={opened} />
  }
}

function PostDetails({ post, opened }: { readonly post: FeedbackPost; readonly opened: OpenedPost }) {
  const { comments, hasMore } = post.comments
  return (
    <Page title={boardTitle} heading={post.title}>
      <p>
        <Link to="/feedback">All posts</Link>
      </p>
      <Card className={styles.post}>
        <VoteButton post={post} onChange={opened.replacePost} />
        <div className={styles.said}>
          <p className={styles.facts}>
            <AuthorName author={post.author} />
            <span>{formatPostDate(post.createdAt)}</span>
            <FeedbackStatusBadge status={post.status} />
          </p>
          {post.details !== '' && <p className={styles.text}>{post.details}</p>}
          {post.duplicateOf !== null && (
            <p>
              The votes are counted at <Link to={`/feedback/p/${post.duplicateOf.slug}`}>{post.duplicateOf.title}</Link>
              .
            </p>
          )}
        </div>
      </Card>
      <section className={styles.comments}>
        <h2>{formatQuantity(post.commentCount, 'comment', 'comments')}</h2>
        <CommentList comments={comments} />
        {hasMore && (
          <Button isBusy={opened.isLoadingMore} className={styles.more} onClick={() => void opened.loadMore()}>
            Show more
          </Button>
        )}
        <CommentForm post={post} onAdded={opened.addComment} />
      </section>
    </Page>
  )
}
