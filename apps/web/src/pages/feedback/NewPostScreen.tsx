import { checkFeedback, feedbackStatusLabels, feedbackTexts, limits } from '@espalier/domain'
import { useEffect, useState } from 'react'
import { createFeedbackPost, fetchSimilarFeedback, type ListedFeedbackPost } from '../../api/feedback.ts'
import { useNavigate, useSearchParams } from '../../platform/router.tsx'
import { useDraft } from '../../shared/use-draft.ts'
import { feedbackBoardTexts } from '../../texts/feedback.ts'
import { Link } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { Form, formError, type FormErrors, noFormErrors, SubmitButton } from '../../ui/form/Form.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields.tsx'
import styles from './Writing.module.css'

const minTitleLength = 3

/** Shows similar posts while a person writes, because a vote there counts more than a second post. */
function SimilarPosts({ title }: { readonly title: string }) {
  const posts = useSimilarPosts(title.trim())
  return (
    <div aria-live="polite" className={styles.similar}>
      {posts.length > 0 && (
        <>
          <p>{feedbackBoardTexts.writing.similar}</p>
          <ul>
            {posts.map((post) => (
              <li key={post.id}>
                <Link to={`/feedback/p/${post.slug}`} translate="no">
                  {post.title}
                </Link>{' '}
                <span>{feedbackBoardTexts.writing.statusAndVotes(feedbackStatusLabels[post.status], post.votes)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function useSimilarPosts(title: string): readonly ListedFeedbackPost[] {
  const [found, setFound] = useState<{ readonly title: string; readonly posts: readonly ListedFeedbackPost[] } | null>(
    null,
  )
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
  // The results for a shorter title stay until the next answer, because a flickering list cannot be read.
  return isWorthIt ? (found?.posts ?? []) : []
}

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
    if (!answer.ok) return setOutcome(answer.isReported ? noFormErrors : formError(answer.message))
    draft.forget()
    return navigate(`/feedback/p/${answer.value.slug}`, { replace: true })
  }
  return (
    <Page title={feedbackBoardTexts.title} heading={feedbackBoardTexts.newPost} lead={feedbackBoardTexts.writing.lead}>
      <Card>
        <Form errors={outcome} isBusy={isBusy} onSubmit={() => void post()}>
          <TextField
            label={feedbackBoardTexts.writing.title}
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
            label={feedbackBoardTexts.writing.details}
            name="details"
            rows={6}
            hint={feedbackBoardTexts.writing.detailsHint}
            value={draft.texts.details}
            onChange={(details) => draft.edit({ details })}
            error={outcome.fields['details']}
          />
          <div className={styles.buttons}>
            <SubmitButton isWide={false} isBusy={isBusy}>
              {feedbackBoardTexts.writing.post}
            </SubmitButton>
            <Link to="/feedback" variant="quiet" onClick={draft.forget}>
              {feedbackBoardTexts.writing.cancel}
            </Link>
          </div>
        </Form>
      </Card>
    </Page>
  )
}

const toFieldError = (text: string, isDetails: boolean): FormErrors =>
  formError('', { [isDetails ? 'details' : 'title']: text })
