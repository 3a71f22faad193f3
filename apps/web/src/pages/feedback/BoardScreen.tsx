import { formatQuantity } from '@espalier/domain'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { FeedbackFilter, ListedFeedbackPost } from '../../api/feedback.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/Card.tsx'
import { Page, Skeleton } from '../../ui/Page.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { BoardFilters, formatBoardQuery, parseBoardQuery } from './BoardFilters.tsx'
import { FeedbackStatusBadge, VoteButton } from './VoteButton.tsx'
import { boardTitle } from './board-texts.ts'
import { type PostsState, usePosts } from './use-posts.ts'
import styles from './Board.module.css'

interface PostListItemProps {
  readonly post: ListedFeedbackPost
  onChange(post: ListedFeedbackPost): void
}

const PostListItem = ({ post, onChange }: PostListItemProps) => (
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

/** Lists the posts, the most wanted first. */
export function BoardScreen() {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => parseBoardQuery(params), [params])
  const posts = usePosts(filter)
  const go = useCallback(
    (next: FeedbackFilter) => setParams(formatBoardQuery(next), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return (
    <Page title={boardTitle} lead="Tell us what is missing, and vote for what others have asked for.">
      <div>
        <Link to="/feedback/new" variant="primary">
          New post
        </Link>
      </div>
      <BoardFilters place={filter} onGo={go} />
      <PostList posts={posts} place={filter} />
    </Page>
  )
}

function PostList({ posts, place }: { readonly posts: PostsState; readonly place: FeedbackFilter }) {
  const { page, errorText: trouble } = posts
  if (trouble !== null)
    return (
      <Card className={styles.trouble}>
        <h2>The posts could not be loaded</h2>
        <p>{trouble}</p>
        <Button variant="primary" onClick={posts.retry}>
          Try again
        </Button>
      </Card>
    )
  if (page === null)
    return (
      <div aria-busy="true" className={styles.waiting}>
        <Skeleton width="70%" />
        <Skeleton width="55%" />
        <Skeleton width="62%" />
      </div>
    )
  if (page.posts.length === 0) return <NoPosts place={place} />
  return (
    <>
      <ul className={styles.list} aria-label="Posts">
        {page.posts.map((post) => (
          <PostListItem key={post.id} post={post} onChange={posts.replacePost} />
        ))}
      </ul>
      {page.next !== null && (
        <Button isBusy={posts.isLoadingMore} className={styles.more} onClick={() => void posts.loadMore()}>
          Show more
        </Button>
      )}
    </>
  )
}

function NoPosts({ place: { search, status } }: { readonly place: FeedbackFilter }) {
  if (search !== '')
    return (
      <Card className={styles.trouble}>
        <p>No post says “{search}”.</p>
        <Link to={`/feedback/new?${new URLSearchParams({ title: search })}`} variant="secondary">
          Write the first one
        </Link>
      </Card>
    )
  if (status !== null)
    return (
      <Card className={styles.trouble}>
        <p>No post has this status.</p>
        <Link to="/feedback" variant="secondary">
          Show all posts
        </Link>
      </Card>
    )
  return (
    <EmptyState heading="Nobody has asked for anything yet">
      <p>Write what you miss: others can vote for it, and you will read here what becomes of it.</p>
    </EmptyState>
  )
}
