import { feedbackStatusLabels, limits } from '@espalier/domain'
import { useEffect, useState } from 'react'
import { fetchSimilarFeedback, type ListedFeedbackPost } from '../../../data/feedback/index.ts'
import { Link } from '../../../ui/Link.tsx'
import { formatQuantity } from './board-texts.ts'
import styles from './Writing.module.css'

const minTitleLength = 3

/** What may have been said already, while one writes: a vote there counts more than a second post. */
export function SimilarPosts({ title }: { readonly title: string }) {
  const posts = useSimilarPosts(title.trim())
  return (
    <div aria-live="polite" className={styles.similar}>
      {posts.length > 0 && (
        <>
          <p>Perhaps somebody has asked for it already. Open it and vote:</p>
          <ul>
            {posts.map((post) => (
              <li key={post.id}>
                <Link to={`/feedback/p/${post.slug}`}>{post.title}</Link>{' '}
                <span>
                  {feedbackStatusLabels[post.status]}, {formatQuantity(post.votes, 'vote', 'votes')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function useSimilarPosts(title: string): readonly ListedFeedbackPost[] {
  const [found, setFound] = useState<{ readonly title: string; readonly posts: readonly ListedFeedbackPost[] } | null>(null)
  const isWorthIt = title.length >= minTitleLength
  useEffect(() => {
    if (!isWorthIt) return undefined
    let isCurrent = true
    const timer = window.setTimeout(async () => {
      const posts = await fetchSimilarFeedback(title)
      if (isCurrent) setFound({ title, posts })
    }, limits.searchDebounceMs)
    return () => {
      isCurrent = false
      window.clearTimeout(timer)
    }
  }, [title, isWorthIt])
  // What was found for a shorter title stays until the next answer: a list that blinks cannot be read.
  return isWorthIt ? (found?.posts ?? []) : []
}
