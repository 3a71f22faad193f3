import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { joinClasses } from '../join-classes.ts'
import formStyles from './Form.module.css'
import styles from './FormMessage.module.css'
import submitButtonStyles from './SubmitButton.module.css'

/** The errors of a form after a submission: one for the whole form, and one for each wrong field. */
export interface FormErrors {
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
}

export const noFormErrors: FormErrors = { text: '', fields: {} }

export const formError = (text: string, fields: Readonly<Record<string, string>> = {}): FormErrors => ({ text, fields })

/** Null: every field is filled. The texts are keyed by field. */
export function checkRequiredFields(
  values: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): FormErrors | null {
  const empty = Object.keys(texts).filter((name) => (values[name] ?? '').trim() === '')
  return empty.length === 0 ? null : formError('', Object.fromEntries(empty.map((name) => [name, texts[name] ?? ''])))
}

interface FormMessageProps {
  readonly tone: 'error' | 'info' | 'success'
  readonly text: string
  /** Takes the focus after a failed submission. */
  readonly isSummary?: boolean
}

/** A sentence about the whole form. */
export const FormMessage = ({ tone, text, isSummary = false }: FormMessageProps) => (
  <p
    role={tone === 'error' ? 'alert' : 'status'}
    data-summary={isSummary || undefined}
    tabIndex={isSummary ? -1 : undefined}
    className={joinClasses(styles.message, styles[tone])}
  >
    {text}
  </p>
)

interface FormProps {
  readonly errors: FormErrors
  readonly isBusy: boolean
  onSubmit(): void
  readonly children: ReactNode
}

/** Shows the error on top and focuses the first wrong field. */
export function Form({ errors: outcome, isBusy, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (outcome === noFormErrors) return
    const wrong = form.current?.querySelector<HTMLElement>('[data-summary], [aria-invalid="true"]')
    wrong?.focus()
  }, [outcome])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Enter reaches the form even while its button is busy.
    if (!isBusy) onSubmit()
  }
  return (
    <form ref={form} noValidate className={formStyles.form} onSubmit={submit}>
      {outcome.text !== '' && <FormMessage tone="error" text={outcome.text} isSummary />}
      {children}
    </form>
  )
}

interface SubmitButtonProps {
  readonly isBusy: boolean
  /** As wide as the form, when it is the page's only purpose. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

export const SubmitButton = ({ isBusy, isWide = true, children }: SubmitButtonProps) => (
  <Button
    type="submit"
    variant="primary"
    isBusy={isBusy}
    className={joinClasses(submitButtonStyles.submit, isWide && submitButtonStyles.wide)}
  >
    {children}
  </Button>
)

/**
 * Focuses the first empty field of a page that is one form. Called by the page itself, whose effects run after those
 * of the frame that focuses `main`. Not on a touch screen: its keyboard would cover half of the page.
 */
export function useFocusFirstField(): void {
  useEffect(() => {
    if (window.matchMedia?.('(pointer: coarse)').matches === true) return
    const fields = [...document.querySelectorAll<HTMLInputElement>('main form :is(input, textarea)')]
    fields.find(({ value }) => value === '')?.focus({ preventScroll: true })
  }, [])
}
