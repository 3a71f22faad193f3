import { useEffect, useState } from 'react'
import { type Comment, fetchComments, fetchPost, type ListedPost, type Post } from '../../../data/feedback/index.ts'
import { tellFailure } from './board-texts.ts'

export type PostState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'loaded'; readonly post: Post }

export interface OpenedPost {
  readonly state: PostState
  readonly isLoadingMore: boolean
  more(): Promise<void>
  put(post: ListedPost): void
  add(comment: Comment): void
}

export function usePost(number: number): OpenedPost {
  const [state, setState] = useState<PostState>({ kind: 'loading' })
  const [isLoadingMore, setLoadingMore] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void fetchPost(number).then((answer) => {
      if (!isCurrent) return
      if (answer.ok) setState({ kind: 'loaded', post: answer.value })
      else if (answer.failure.code === 'NOT_FOUND') setState({ kind: 'missing' })
      else setState({ kind: 'failed', text: answer.failure.text })
    })
    return () => {
      isCurrent = false
    }
  }, [number])
  const change = (next: (post: Post) => Post) =>
    setState((now) => (now.kind === 'loaded' ? { kind: 'loaded', post: next(now.post) } : now))
  return {
    state,
    isLoadingMore,
    async more() {
      if (state.kind !== 'loaded') return
      setLoadingMore(true)
      const answer = await fetchComments(number, state.post.comments.comments.at(-1)?.number ?? 0)
      setLoadingMore(false)
      if (!answer.ok) return tellFailure(answer.failure)
      const { comments, hasMore } = answer.value
      change((post) => ({ ...post, comments: { comments: [...post.comments.comments, ...comments], hasMore } }))
    },
    put: (listed) => change((post) => ({ ...post, ...listed, comments: post.comments })),
    add: (comment) => change((post) => withComment(post, comment)),
  }
}

/** Where there are more than are shown, it stands at the end of those, and comes when they are asked for. */
const withComment = (post: Post, comment: Comment): Post => ({
  ...post,
  commentCount: post.commentCount + 1,
  comments: post.comments.hasMore
    ? post.comments
    : { ...post.comments, comments: [...post.comments.comments, comment] },
})
