import { useEffect, useState } from 'react'
import { type FeedbackComment, fetchFeedbackComments, fetchFeedbackPost, type ListedFeedbackPost, type FeedbackPost } from '../../../data/feedback/index.ts'
import { toastBoardFailure } from './board-texts.ts'

export type PostState =
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
      else if (answer.failure.code === 'NOT_FOUND') setState({ kind: 'missing' })
      else setState({ kind: 'failed', text: answer.failure.text })
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
      if (!answer.ok) return toastBoardFailure(answer.failure)
      const { comments, hasMore } = answer.value
      change((post) => ({ ...post, comments: { comments: [...post.comments.comments, ...comments], hasMore } }))
    },
    replacePost: (listed) => change((post) => ({ ...post, ...listed, comments: post.comments })),
    addComment: (comment) => change((post) => appendComment(post, comment)),
  }
}

/** Where there are more than are shown, it stands at the end of those, and comes when they are asked for. */
const appendComment = (post: FeedbackPost, comment: FeedbackComment): FeedbackPost => ({
  ...post,
  commentCount: post.commentCount + 1,
  comments: post.comments.hasMore
    ? post.comments
    : { ...post.comments, comments: [...post.comments.comments, comment] },
})
