import { checkComment, feedbackTexts } from '@espalier/domain'
import { useState } from 'react'
import { useKeptDraft } from '../../../actions/keep-draft.ts'
import { type Comment, commentPost, type ListedPost } from '../../../data/feedback/index.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { noOutcome, said } from '../../../ui/form/outcome.ts'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { TextAreaField } from '../../../ui/form/TextAreaField.tsx'

interface CommentFormProps {
  readonly post: Pick<ListedPost, 'id'>
  onAdded(comment: Comment): void
}

export function CommentForm({ post, onAdded }: CommentFormProps) {
  const draft = useKeptDraft(`comment:${post.id}`, { text: '' })
  const [outcome, setOutcome] = useState(noOutcome)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    const checked = checkComment(draft.texts.text)
    if (!checked.ok) return setOutcome(said('', { text: feedbackTexts[checked.reason] }))
    setOutcome(noOutcome)
    setBusy(true)
    const answer = await commentPost(post.id, checked.value)
    setBusy(false)
    if (!answer.ok) return setOutcome(answer.failure.isTold ? noOutcome : said(answer.failure.text))
    draft.discard()
    return onAdded(answer.value)
  }
  return (
    <Form outcome={outcome} isBusy={isBusy} onSubmit={() => void send()}>
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
