import { useEffect, useState } from 'react'
import { type FeedbackPostPage, type FeedbackFilter, fetchFeedbackPosts, type ListedFeedbackPost } from '../../../data/feedback/index.ts'
import { toastBoardFailure } from './board-texts.ts'

export interface PostsState {
  /** Null: on their way. */
  readonly page: FeedbackPostPage | null
  /** Why there are none, in words. */
  readonly errorText: string | null
  readonly isLoadingMore: boolean
  loadMore(): Promise<void>
  retry(): void
  replacePost(post: ListedFeedbackPost): void
}

type PostsResponse = { readonly key: string; readonly page: FeedbackPostPage } | { readonly key: string; readonly trouble: string }

/** The board's posts for this question, a page at a time. */
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
      setAnswered(answer.ok ? { key, page: answer.value } : { key, trouble: answer.failure.text })
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
      if (answer.ok) change((now) => ({ posts: appendNewPosts(now.posts, answer.value.posts), next: answer.value.next }))
      else toastBoardFailure(answer.failure)
    },
    retry: () => setTurn(turn + 1),
    replacePost: (post) =>
      change((now) => ({ ...now, posts: now.posts.map((known) => (known.id === post.id ? post : known)) })),
  }
}

/** A post that has gained votes meanwhile may come a second time. */
const appendNewPosts = (known: readonly ListedFeedbackPost[], more: readonly ListedFeedbackPost[]): readonly ListedFeedbackPost[] => [
  ...known,
  ...more.filter(({ id }) => known.every((post) => post.id !== id)),
]
