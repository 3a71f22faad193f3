import { checkFeedback, feedbackTexts } from '@espalier/domain'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useDraft } from '../../../actions/keep-draft.ts'
import { createFeedbackPost } from '../../../data/feedback/index.ts'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { noFormErrors, type FormErrors, formError } from '../../../ui/form/outcome.ts'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { TextAreaField } from '../../../ui/form/TextAreaField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { boardTitle } from './board-texts.ts'
import { SimilarPosts } from './SimilarPosts.tsx'
import styles from './Writing.module.css'

export function NewPostScreen() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const draft = useDraft('feedback', { title: '', details: '' })
  const [suggested] = useState(() => params.get('title') ?? '')
  const [isUntouched, setUntouched] = useState(true)
  const title = isUntouched && draft.texts.title === '' ? suggested : draft.texts.title
  const texts = { title, details: draft.texts.details }
  const [outcome, setOutcome] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const post = async () => {
    const checked = checkFeedback(texts)
    if (!checked.ok) return setOutcome(toFieldError(feedbackTexts[checked.reason], checked.reason === 'long-details'))
    setOutcome(noFormErrors)
    setBusy(true)
    const answer = await createFeedbackPost(texts.title, texts.details)
    setBusy(false)
    if (!answer.ok) return setOutcome(answer.failure.isReported ? noFormErrors : formError(answer.failure.text))
    draft.forget()
    return navigate(`/feedback/p/${answer.value.slug}`, { replace: true })
  }
  return (
    <Page title={boardTitle} heading="New post" lead="One wish a post: it is easier to vote for, and to answer.">
      <Card>
        <Form errors={outcome} isBusy={isBusy} onSubmit={() => void post()}>
          <TextField
            label="Title"
            name="title"
            autoComplete="off"
            isRequired
            value={title}
            onChange={(typed) => {
              setUntouched(false)
              draft.edit({ title: typed })
            }}
            error={outcome.fields['title']}
          />
          <SimilarPosts title={title} />
          <TextAreaField
            label="Details"
            name="details"
            rows={6}
            hint="What are you trying to do, and what stands in the way? Everyone who uses the product can read it."
            value={draft.texts.details}
            onChange={(details) => draft.edit({ details })}
            error={outcome.fields['details']}
          />
          <div className={styles.buttons}>
            <SubmitButton isWide={false} isBusy={isBusy}>
              Post
            </SubmitButton>
            <Link to="/feedback" variant="quiet" onClick={draft.forget}>
              Cancel
            </Link>
          </div>
        </Form>
      </Card>
    </Page>
  )
}

const toFieldError = (text: string, isDetails: boolean): FormErrors => formError('', { [isDetails ? 'details' : 'title']: text })
