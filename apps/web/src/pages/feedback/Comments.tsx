import { checkFeedbackComment, feedbackTexts } from '@espalier/domain'
import { useState } from 'react'
import {
  commentOnFeedback,
  type FeedbackAuthor,
  type FeedbackComment,
  type ListedFeedbackPost,
} from '../../api/feedback.ts'
import { apiBase } from '../../api/session/page-config.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { feedbackBoardTexts } from '../../texts/feedback.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Form, formError, noFormErrors, SubmitButton } from '../../ui/form/Form.tsx'
import { TextAreaField } from '../../ui/form/fields.tsx'
import { FeedbackStatusBadge } from './VoteButton.tsx'
import styles from './Post.module.css'

/** Names the author: the operators when there is none, 'Someone' when the person has given no name. */
export function AuthorName({ author }: { readonly author: FeedbackAuthor | null }) {
  if (author === null) return <strong className={styles.person}>{feedbackBoardTexts.post.team}</strong>
  const name = author.name ?? feedbackBoardTexts.post.someone
  return (
    <span className={styles.person} translate={author.name === null ? undefined : 'no'}>
      <Avatar name={name} picture={allowedAuthorPicture(author.picture)} size={24} />
      {name}
    </span>
  )
}

const mediumDates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const PostDate = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{mediumDates.format(at)}</time>
)

const allowedAuthorPicture = (url: string): string | null =>
  URL.canParse(url) && [window.location.origin, apiBase()].includes(new URL(url).origin) ? url : null

export function CommentList({ comments }: { readonly comments: readonly FeedbackComment[] }) {
  if (comments.length === 0) return <p className={styles.nothing}>{feedbackBoardTexts.post.noComments}</p>
  return (
    <ol className={styles.list}>
      {comments.map((comment) => (
        <li key={comment.number} className={styles.comment} data-official={comment.author === null || undefined}>
          <p className={styles.facts}>
            <AuthorName author={comment.author} />
            <PostDate at={comment.createdAt} />
            {comment.status !== null && <FeedbackStatusBadge status={comment.status} />}
          </p>
          {comment.text !== '' && (
            <p className={styles.text} translate="no">
              {comment.text}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

interface CommentFormProps {
  readonly post: Pick<ListedFeedbackPost, 'id'>
  onAdded(comment: FeedbackComment): void
}

export function CommentForm({ post, onAdded }: CommentFormProps) {
  const draft = useDraft(`comment:${post.id}`, { text: '' })
  const [outcome, setOutcome] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    const checked = checkFeedbackComment(draft.texts.text)
    if (!checked.ok) return setOutcome(formError('', { text: feedbackTexts[checked.reason] }))
    setOutcome(noFormErrors)
    setBusy(true)
    const answer = await commentOnFeedback(post.id, checked.value)
    setBusy(false)
    if (!answer.ok) return setOutcome(answer.isReported ? noFormErrors : formError(answer.message))
    draft.discard()
    return onAdded(answer.value)
  }
  return (
    <Form errors={outcome} isBusy={isBusy} onSubmit={() => void send()}>
      <TextAreaField
        label={feedbackBoardTexts.post.comment}
        name="text"
        rows={3}
        value={draft.texts.text}
        onChange={(text) => draft.edit({ text })}
        error={outcome.fields['text']}
      />
      <SubmitButton isWide={false} isBusy={isBusy}>
        {feedbackBoardTexts.post.addComment}
      </SubmitButton>
    </Form>
  )
}
