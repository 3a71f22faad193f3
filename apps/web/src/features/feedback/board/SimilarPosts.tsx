import { feedbackStatusLabels, limits } from '@espalier/domain'
import { useEffect, useState } from 'react'
import { fetchSimilar, type ListedPost } from '../../../data/feedback/index.ts'
import { Link } from '../../../ui/Link.tsx'
import { countText } from './board-texts.ts'
import styles from './Writing.module.css'

const leastCharacters = 3

/** What may have been said already, while one writes: a vote there counts more than a second post. */
export function SimilarPosts({ title }: { readonly title: string }) {
  const posts = useSimilar(title.trim())
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
                  {feedbackStatusLabels[post.status]}, {countText(post.votes, 'vote', 'votes')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function useSimilar(title: string): readonly ListedPost[] {
  const [found, setFound] = useState<{ readonly title: string; readonly posts: readonly ListedPost[] } | null>(null)
  const isWorthIt = title.length >= leastCharacters
  useEffect(() => {
    if (!isWorthIt) return undefined
    let isCurrent = true
    const timer = window.setTimeout(async () => {
      const posts = await fetchSimilar(title)
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
