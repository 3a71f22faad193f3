import MessageCircle from 'lucide-react/icons/message-circle'
import { useCallback, useMemo } from 'react'
import type { FeedbackFilter, ListedFeedbackPost } from '../../api/feedback.ts'
import { useSearchParams } from '../../platform/router.tsx'
import { feedbackBoardTexts } from '../../texts/feedback.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/Card.tsx'
import { Page, Skeleton } from '../../ui/Page.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { BoardFilters, formatBoardQuery, parseBoardQuery } from './BoardFilters.tsx'
import { FeedbackStatusBadge, VoteButton } from './VoteButton.tsx'
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
      <Link to={`/feedback/p/${post.slug}`} translate="no" className={styles.title}>
        {post.title}
      </Link>
      {post.details !== '' && (
        <p className={styles.excerpt} translate="no">
          {post.details}
        </p>
      )}
      <p className={styles.facts}>
        <FeedbackStatusBadge status={post.status} />
        <span className={styles.fact}>
          <MessageCircle size={14} />
          <span aria-hidden="true">{post.commentCount}</span>
          <VisuallyHidden>{feedbackBoardTexts.commentCount(post.commentCount)}</VisuallyHidden>
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
  const go = useCallback((next: FeedbackFilter) => setParams(formatBoardQuery(next), { replace: true }), [setParams])
  return (
    <Page title={feedbackBoardTexts.title} lead={feedbackBoardTexts.lead}>
      <div>
        <Link to="/feedback/new" variant="primary">
          {feedbackBoardTexts.newPost}
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
        <h2>{feedbackBoardTexts.notLoaded}</h2>
        <p>{trouble}</p>
        <Button variant="primary" onClick={posts.retry}>
          {feedbackBoardTexts.tryAgain}
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
      <ul className={styles.list} aria-label={feedbackBoardTexts.posts}>
        {page.posts.map((post) => (
          <PostListItem key={post.id} post={post} onChange={posts.replacePost} />
        ))}
      </ul>
      {page.next !== null && (
        <Button isBusy={posts.isLoadingMore} className={styles.more} onClick={() => void posts.loadMore()}>
          {feedbackBoardTexts.showMore}
        </Button>
      )}
    </>
  )
}

function NoPosts({ place: { search, status } }: { readonly place: FeedbackFilter }) {
  if (search !== '')
    return (
      <Card className={styles.trouble}>
        <p>{feedbackBoardTexts.noMatch(search)}</p>
        <Link to={`/feedback/new?${new URLSearchParams({ title: search })}`} variant="secondary">
          {feedbackBoardTexts.writeFirst}
        </Link>
      </Card>
    )
  if (status !== null)
    return (
      <Card className={styles.trouble}>
        <p>{feedbackBoardTexts.noneWithStatus}</p>
        <Link to="/feedback" variant="secondary">
          {feedbackBoardTexts.showAll}
        </Link>
      </Card>
    )
  return (
    <EmptyState heading={feedbackBoardTexts.empty}>
      <p>{feedbackBoardTexts.emptyAdvice}</p>
    </EmptyState>
  )
}
