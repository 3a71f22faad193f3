import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './field.module.css'

export interface FieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  onChange(value: string): void
  /** What is wrong with it; empty or absent: nothing. */
  readonly error?: string | undefined
  readonly hint?: string
  readonly autoComplete?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
}

/** What ties an input to its label, its hint and its error. */
export type FieldInput = ComponentPropsWithRef<'input'>

interface FieldFrameProps {
  readonly field: FieldProps
  readonly children: (input: FieldInput) => ReactNode
}

/** A visible label above, the hint and the error below, all of them tied to the input. */
export function FieldFrame({ field, children }: FieldFrameProps) {
  const id = useId()
  const { label, hint, error = '' } = field
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>{children(toInputProps(field, id, described))}</div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const toInputProps = (field: FieldProps, id: string, described: string): FieldInput => ({
  id,
  name: field.name,
  value: field.value,
  onChange: (event) => field.onChange(event.target.value),
  autoComplete: field.autoComplete,
  'aria-required': field.isRequired || undefined,
  readOnly: field.isReadOnly,
  'aria-invalid': field.error ? true : undefined,
  'aria-describedby': described || undefined,
  className: styles.input,
})
