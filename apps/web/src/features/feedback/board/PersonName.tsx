import { apiBase } from '../../../data/config/index.ts'
import type { FeedbackAuthor } from '../../../data/feedback/index.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import styles from './Post.module.css'

/** Who wrote it: the operators where there is no author, nobody in particular where the person has given no name. */
export function AuthorName({ author }: { readonly author: FeedbackAuthor | null }) {
  if (author === null) return <strong className={styles.person}>The team</strong>
  const name = author.name ?? 'Somebody'
  return (
    <span className={styles.person}>
      <Avatar name={name} picture={allowedAuthorPicture(author.picture)} size={24} />
      {name}
    </span>
  )
}

const allowedAuthorPicture = (url: string): string | null =>
  URL.canParse(url) && [window.location.origin, apiBase()].includes(new URL(url).origin) ? url : null
