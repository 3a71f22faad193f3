import { useEffect, useState } from 'react'
import { type BoardPage, type BoardQuestion, fetchPosts, type ListedPost } from '../../../data/feedback/index.ts'
import { tellFailure } from './board-texts.ts'

export interface Posts {
  /** Null: on their way. */
  readonly page: BoardPage | null
  /** Why there are none, in words. */
  readonly trouble: string | null
  readonly isLoadingMore: boolean
  more(): Promise<void>
  retry(): void
  put(post: ListedPost): void
}

type Answered = { readonly key: string; readonly page: BoardPage } | { readonly key: string; readonly trouble: string }

/** The board's posts for this question, a page at a time. */
export function usePosts(question: BoardQuestion): Posts {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [turn, setTurn] = useState(0)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const asked = JSON.stringify(question)
  const key = `${turn} ${asked}`
  useEffect(() => {
    let isCurrent = true
    void fetchPosts(JSON.parse(asked) as BoardQuestion, null).then((answer) => {
      if (!isCurrent) return
      setAnswered(answer.ok ? { key, page: answer.value } : { key, trouble: answer.failure.text })
    })
    return () => {
      isCurrent = false
    }
  }, [asked, key])
  const current = answered?.key === key ? answered : null
  const page = current !== null && 'page' in current ? current.page : null
  const change = (next: (page: BoardPage) => BoardPage) =>
    setAnswered((now) => (now?.key === key && 'page' in now ? { key, page: next(now.page) } : now))
  return {
    page,
    trouble: current !== null && 'trouble' in current ? current.trouble : null,
    isLoadingMore,
    async more() {
      if (page?.next == null) return
      setLoadingMore(true)
      const answer = await fetchPosts(question, page.next)
      setLoadingMore(false)
      if (answer.ok) change((now) => ({ posts: joined(now.posts, answer.value.posts), next: answer.value.next }))
      else tellFailure(answer.failure)
    },
    retry: () => setTurn(turn + 1),
    put: (post) =>
      change((now) => ({ ...now, posts: now.posts.map((known) => (known.id === post.id ? post : known)) })),
  }
}

/** A post that has gained votes meanwhile may come a second time. */
const joined = (known: readonly ListedPost[], more: readonly ListedPost[]): readonly ListedPost[] => [
  ...known,
  ...more.filter(({ id }) => known.every((post) => post.id !== id)),
]
