import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './Form.module.css'
import { FormMessage } from './FormMessage.tsx'
import { noFormErrors, type FormErrors } from './outcome.ts'

export interface FormProps {
  readonly errors: FormErrors
  readonly isBusy: boolean
  onSubmit(): void
  readonly children: ReactNode
}

/** Says what went wrong on top, and puts the focus where the mending begins. */
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
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      {outcome.text !== '' && <FormMessage tone="error" text={outcome.text} isSummary />}
      {children}
    </form>
  )
}
