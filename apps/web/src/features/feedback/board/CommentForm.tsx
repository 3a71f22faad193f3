import { checkFeedbackComment, feedbackTexts } from '@espalier/domain'
import { useState } from 'react'
import { useDraft } from '../../../actions/keep-draft.ts'
import { type FeedbackComment, commentOnFeedback, type ListedFeedbackPost } from '../../../data/feedback/index.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { noFormErrors, formError } from '../../../ui/form/outcome.ts'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { TextAreaField } from '../../../ui/form/TextAreaField.tsx'

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
    if (!answer.ok) return setOutcome(answer.failure.isReported ? noFormErrors : formError(answer.failure.text))
    draft.discard()
    return onAdded(answer.value)
  }
  return (
    <Form errors={outcome} isBusy={isBusy} onSubmit={() => void send()}>
      <TextAreaField
        label="Comment"
        name="text"
        rows={3}
        value={draft.texts.text}
        onChange={(text) => draft.edit({ text })}
        error={outcome.fields['text']}
      />
      <SubmitButton isWide={false} isBusy={isBusy}>
        Add comment
      </SubmitButton>
    </Form>
  )
}
