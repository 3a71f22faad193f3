import { useState } from 'react'
import type { FeedbackPost } from '../../api/feedback.ts'
import { feedbackBoardTexts } from '../../texts/feedback.ts'
import { linkUserData, withElements } from '../../texts/with-elements.tsx'
import { Button, Link } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page, PageSkeleton, RetryPage } from '../../ui/Page.tsx'
import { AuthorName, CommentForm, CommentList, PostDate } from './Comments.tsx'
import { FeedbackStatusBadge, VoteButton } from './VoteButton.tsx'
import { type OpenedPost, usePost } from './use-posts.ts'
import styles from './Post.module.css'

/** Shown for an unknown address below /feedback. */
export const PostNotFound = () => (
  <Page title={feedbackBoardTexts.title} lead={feedbackBoardTexts.post.notFound}>
    <div>
      <Link to="/feedback" variant="primary">
        {feedbackBoardTexts.showAll}
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
      return <RetryPage title={feedbackBoardTexts.title} sentence={opened.state.text} onRetry={onRetry} />
    case 'loaded':
      return <PostDetails post={opened.state.post} opened={opened} />
  }
}

function PostDetails({ post, opened }: { readonly post: FeedbackPost; readonly opened: OpenedPost }) {
  const { comments, hasMore } = post.comments
  const { duplicateOf } = post
  return (
    <Page title={feedbackBoardTexts.title} heading={<span translate="no">{post.title}</span>}>
      <p>
        <Link to="/feedback">{feedbackBoardTexts.post.allPosts}</Link>
      </p>
      <Card className={styles.post}>
        <VoteButton post={post} onChange={opened.replacePost} />
        <div className={styles.said}>
          <p className={styles.facts}>
            <AuthorName author={post.author} />
            <PostDate at={post.createdAt} />
            <FeedbackStatusBadge status={post.status} />
          </p>
          {post.details !== '' && (
            <p className={styles.text} translate="no">
              {post.details}
            </p>
          )}
          {duplicateOf !== null && (
            <p>
              {withElements(feedbackBoardTexts.post.duplicate(duplicateOf.title), {
                post: linkUserData(`/feedback/p/${duplicateOf.slug}`),
              })}
            </p>
          )}
        </div>
      </Card>
      <section className={styles.comments}>
        <h2>{feedbackBoardTexts.commentCount(post.commentCount)}</h2>
        <CommentList comments={comments} />
        {hasMore && (
          <Button isBusy={opened.isLoadingMore} className={styles.more} onClick={() => void opened.loadMore()}>
            {feedbackBoardTexts.showMore}
          </Button>
        )}
        <CommentForm post={post} onAdded={opened.addComment} />
      </section>
    </Page>
  )
}
