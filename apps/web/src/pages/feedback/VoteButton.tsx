import { acceptsVotes, type FeedbackStatus, feedbackStatusLabels, feedbackTexts } from '@espalier/domain'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useRef } from 'react'
import { type ListedFeedbackPost, voteForFeedback } from '../../api/feedback.ts'
import { feedbackBoardTexts } from '../../texts/feedback.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import styles from './FeedbackStatusBadge.module.css'
import voteButtonStyles from './VoteButton.module.css'

export const FeedbackStatusBadge = ({ status }: { readonly status: FeedbackStatus }) => (
  <span className={styles.mark} data-status={status}>
    {feedbackStatusLabels[status]}
  </span>
)

interface VoteButtonProps {
  readonly post: ListedFeedbackPost
  /** Receives the post to show from now on. */
  onChange(post: ListedFeedbackPost): void
}

/** Shows the vote at once and takes it back when the server rejects it. */
export function VoteButton({ post, onChange }: VoteButtonProps) {
  const isSending = useRef(false)
  const isOpen = acceptsVotes(post.status)
  const vote = async () => {
    if (isSending.current) return
    isSending.current = true
    const isVoted = !post.hasVoted
    onChange({ ...post, hasVoted: isVoted, votes: post.votes + (isVoted ? 1 : -1) })
    const answer = await voteForFeedback(post.id, isVoted)
    isSending.current = false
    onChange(answer.ok ? { ...post, ...answer.value } : post)
    if (!answer.ok) toastApiFailure(answer)
  }
  return (
    <button
      type="button"
      className={voteButtonStyles.vote}
      aria-pressed={post.hasVoted}
      disabled={!isOpen}
      title={isOpen ? undefined : feedbackTexts.closed}
      onClick={() => void vote()}
    >
      <ChevronUp size={18} />
      <span aria-hidden="true">{post.votes}</span>
      <VisuallyHidden>{feedbackBoardTexts.voteFor(post.title, post.votes)}</VisuallyHidden>
    </button>
  )
}
