import { useState } from 'react'
import type { Post } from '../../../data/feedback/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { PageSkeleton } from '../../../ui/Skeleton.tsx'
import { TroublePage } from '../../../ui/TroublePage.tsx'
import { boardTitle, countText, dateText } from './board-texts.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import { NoPost } from './NoPost.tsx'
import { PersonName } from './PersonName.tsx'
import styles from './Post.module.css'
import { StatusMark } from './StatusMark.tsx'
import { type OpenedPost, usePost } from './use-post.ts'
import { VoteButton } from './VoteButton.tsx'

interface PostScreenProps {
  readonly number: number
}

export function PostScreen({ number }: PostScreenProps) {
  const [turn, setTurn] = useState(0)
  return <OpenPost key={turn} number={number} onRetry={() => setTurn(turn + 1)} />
}

function OpenPost({ number, onRetry }: PostScreenProps & { readonly onRetry: () => void }) {
  const opened = usePost(number)
  switch (opened.state.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'missing':
      return <NoPost />
    case 'failed':
      return <TroublePage title={boardTitle} sentence={opened.state.text} onRetry={onRetry} />
    case 'loaded':
      return <ShownPost post={opened.state.post} opened={opened} />
  }
}

function ShownPost({ post, opened }: { readonly post: Post; readonly opened: OpenedPost }) {
  const { comments, hasMore } = post.comments
  return (
    <Page title={boardTitle} heading={post.title}>
      <p>
        <Link to="/feedback">All posts</Link>
      </p>
      <Card className={styles.post}>
        <VoteButton post={post} onChange={opened.put} />
        <div className={styles.said}>
          <p className={styles.facts}>
            <PersonName author={post.author} />
            <span>{dateText(post.createdAt)}</span>
            <StatusMark status={post.status} />
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
        <h2>{countText(post.commentCount, 'comment', 'comments')}</h2>
        <CommentList comments={comments} />
        {hasMore && (
          <Button isBusy={opened.isLoadingMore} className={styles.more} onClick={() => void opened.more()}>
            Show more
          </Button>
        )}
        <CommentForm post={post} onAdded={opened.add} />
      </section>
    </Page>
  )
}
