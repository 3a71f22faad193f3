import { useEffect, useState } from 'react'
import {
  type FeedbackComment,
  type FeedbackFilter,
  type FeedbackPost,
  type FeedbackPostPage,
  fetchFeedbackComments,
  fetchFeedbackPost,
  fetchFeedbackPosts,
  type ListedFeedbackPost,
} from '../../api/feedback.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'

export interface PostsState {
  /** Null: the posts are loading. */
  readonly page: FeedbackPostPage | null
  /** The reason why there are none, as a text. */
  readonly errorText: string | null
  readonly isLoadingMore: boolean
  loadMore(): Promise<void>
  retry(): void
  replacePost(post: ListedFeedbackPost): void
}

type PostsResponse =
  | { readonly key: string; readonly page: FeedbackPostPage }
  | { readonly key: string; readonly trouble: string }

/** Loads the board's posts for this filter, a page at a time. */
export function usePosts(question: FeedbackFilter): PostsState {
  const [answered, setAnswered] = useState<PostsResponse | null>(null)
  const [turn, setTurn] = useState(0)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const asked = JSON.stringify(question)
  const key = `${turn} ${asked}`
  useEffect(() => {
    let isCurrent = true
    void fetchFeedbackPosts(JSON.parse(asked) as FeedbackFilter, null).then((answer) => {
      if (!isCurrent) return
      setAnswered(answer.ok ? { key, page: answer.value } : { key, trouble: answer.message })
    })
    return () => {
      isCurrent = false
    }
  }, [asked, key])
  const current = answered?.key === key ? answered : null
  const page = current !== null && 'page' in current ? current.page : null
  const change = (next: (page: FeedbackPostPage) => FeedbackPostPage) =>
    setAnswered((now) => (now?.key === key && 'page' in now ? { key, page: next(now.page) } : now))
  return {
    page,
    errorText: current !== null && 'trouble' in current ? current.trouble : null,
    isLoadingMore,
    async loadMore() {
      if (page?.next == null) return
      setLoadingMore(true)
      const answer = await fetchFeedbackPosts(question, page.next)
      setLoadingMore(false)
      if (answer.ok)
        change((now) => ({ posts: appendNewPosts(now.posts, answer.value.posts), next: answer.value.next }))
      else toastApiFailure(answer)
    },
    retry: () => setTurn(turn + 1),
    replacePost: (post) =>
      change((now) => ({ ...now, posts: now.posts.map((known) => (known.id === post.id ? post : known)) })),
  }
}

/** A post that has gained votes meanwhile may appear again on a later page. */
const appendNewPosts = (
  known: readonly ListedFeedbackPost[],
  more: readonly ListedFeedbackPost[],
): readonly ListedFeedbackPost[] => [...known, ...more.filter(({ id }) => known.every((post) => post.id !== id))]

type PostState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'loaded'; readonly post: FeedbackPost }

export interface OpenedPost {
  readonly state: PostState
  readonly isLoadingMore: boolean
  loadMore(): Promise<void>
  replacePost(post: ListedFeedbackPost): void
  addComment(comment: FeedbackComment): void
}

export function usePost(number: number): OpenedPost {
  const [state, setState] = useState<PostState>({ kind: 'loading' })
  const [isLoadingMore, setLoadingMore] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void fetchFeedbackPost(number).then((answer) => {
      if (!isCurrent) return
      if (answer.ok) setState({ kind: 'loaded', post: answer.value })
      else if (answer.code === 'NOT_FOUND') setState({ kind: 'missing' })
      else setState({ kind: 'failed', text: answer.message })
    })
    return () => {
      isCurrent = false
    }
  }, [number])
  const change = (next: (post: FeedbackPost) => FeedbackPost) =>
    setState((now) => (now.kind === 'loaded' ? { kind: 'loaded', post: next(now.post) } : now))
  return {
    state,
    isLoadingMore,
    async loadMore() {
      if (state.kind !== 'loaded') return
      setLoadingMore(true)
      const answer = await fetchFeedbackComments(number, state.post.comments.comments.at(-1)?.number ?? 0)
      setLoadingMore(false)
      if (!answer.ok) return toastApiFailure(answer)
      const { comments, hasMore } = answer.value
      change((post) => ({ ...post, comments: { comments: [...post.comments.comments, ...comments], hasMore } }))
    },
    replacePost: (listed) => change((post) => ({ ...post, ...listed, comments: post.comments })),
    addComment: (comment) => change((post) => appendComment(post, comment)),
  }
}

/** If later comments are not loaded yet, the new one belongs after them and appears when they are loaded. */
const appendComment = (post: FeedbackPost, comment: FeedbackComment): FeedbackPost => ({
  ...post,
  commentCount: post.commentCount + 1,
  comments: post.comments.hasMore
    ? post.comments
    : { ...post.comments, comments: [...post.comments.comments, comment] },
})
