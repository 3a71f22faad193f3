import { checkFeedback, feedbackTexts } from '@espalier/domain'
import { useState } from 'react'
import { createFeedbackPost } from '../api/feedback.ts'
import { useDraft } from '../shared/use-draft.ts'
import { feedbackBoardTexts } from '../texts/feedback.ts'
import { Link } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/Toasts.tsx'
import { Form, formError, noFormErrors, SubmitButton } from '../ui/form/Form.tsx'
import { TextAreaField, TextField } from '../ui/form/fields.tsx'
import styles from './InviteDialog.module.css'

interface FeedbackDialogProps {
  onClose(): void
}

/** Writes a post for the feedback board without leaving the project. The text is the same draft as on the board. */
export function FeedbackDialog({ onClose }: FeedbackDialogProps) {
  const draft = useDraft('feedback', { title: '', details: '' })
  const [errors, setErrors] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const { title, details } = draft.texts
  const post = async () => {
    const checked = checkFeedback({ title, details })
    if (!checked.ok) {
      const field = checked.reason === 'long-details' ? 'details' : 'title'
      setErrors(formError('', { [field]: feedbackTexts[checked.reason] }))
      return
    }
    setErrors(noFormErrors)
    setBusy(true)
    const answer = await createFeedbackPost(title, details)
    setBusy(false)
    if (!answer.ok) {
      setErrors(answer.isReported ? noFormErrors : formError(answer.message))
      return
    }
    draft.forget()
    toast.success(feedbackBoardTexts.dialog.posted)
    onClose()
  }
  return (
    <Dialog title={feedbackBoardTexts.dialog.title} onClose={onClose}>
      <Form errors={errors} isBusy={isBusy} onSubmit={() => void post()}>
        <TextField
          label={feedbackBoardTexts.writing.title}
          name="title"
          autoComplete="off"
          isRequired
          value={title}
          onChange={(typed) => draft.edit({ title: typed })}
          error={errors.fields['title']}
        />
        <TextAreaField
          label={feedbackBoardTexts.writing.details}
          name="details"
          rows={5}
          hint={feedbackBoardTexts.writing.detailsHint}
          value={details}
          onChange={(typed) => draft.edit({ details: typed })}
          error={errors.fields['details']}
        />
        <div className={styles.footer}>
          <Link to="/feedback" target="_blank" variant="quiet">
            {feedbackBoardTexts.dialog.openBoard}
          </Link>
          <SubmitButton isWide={false} isBusy={isBusy}>
            {feedbackBoardTexts.writing.post}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
