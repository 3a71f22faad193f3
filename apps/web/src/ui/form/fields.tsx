import { type ComponentPropsWithRef, type HTMLInputTypeAttribute, type ReactNode, useId, useState } from 'react'
import { formTexts } from '../../texts/forms.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import { joinClasses } from '../join-classes.ts'
import textAreaFieldStyles from './TextAreaField.module.css'
import styles from './field.module.css'

interface FieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  onChange(value: string): void
  /** The error; empty or absent: none. */
  readonly error?: string | undefined
  readonly hint?: string
  readonly autoComplete?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
}

/** The attributes that connect an input with its label, its hint and its error. */
type FieldInput = ComponentPropsWithRef<'input'>

interface FieldFrameProps {
  readonly field: FieldProps
  readonly children: (input: FieldInput) => ReactNode
}

/** A visible label above, the hint and the error below, all connected with the input. */
function FieldFrame({ field, children }: FieldFrameProps) {
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

interface TextFieldProps extends FieldProps {
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: 'text' | 'email' | 'numeric'
}

export function TextField({ type = 'text', inputMode, ...field }: TextFieldProps) {
  return (
    <FieldFrame field={field}>
      {(input) => (
        <input
          {...input}
          type={type}
          inputMode={inputMode}
          autoCapitalize={type === 'email' ? 'none' : undefined}
          spellCheck={type === 'email' ? false : undefined}
        />
      )}
    </FieldFrame>
  )
}

/** A password that can be shown, because hidden text is easily mistyped, above all on a phone. */
export function PasswordField(field: FieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame field={field}>
      {(input) => (
        <>
          <input
            {...input}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={joinClasses(input.className, styles.concealed)}
          />
          <button type="button" className={styles.reveal} onClick={() => setShown(!isShown)}>
            <span aria-hidden="true">{isShown ? formTexts.hide : formTexts.show}</span>
            {/* With an aria-label, a search for the label "Password" would find the button as well. */}
            <VisuallyHidden>
              {isShown ? formTexts.hideField(field.label) : formTexts.showField(field.label)}
            </VisuallyHidden>
          </button>
        </>
      )}
    </FieldFrame>
  )
}

export interface SelectOption {
  readonly value: string
  readonly label: string
  /** The label is the person's own word, not a text of ours. */
  readonly isUserData?: boolean
}

interface SelectFieldProps extends FieldProps {
  readonly choices: readonly SelectOption[]
}

export function SelectField({ choices, ...field }: SelectFieldProps) {
  return (
    <FieldFrame field={field}>
      {({ id, name, className, ...input }) => (
        <select
          id={id}
          name={name}
          className={className}
          value={field.value}
          aria-invalid={input['aria-invalid']}
          aria-describedby={input['aria-describedby']}
          onChange={(event) => field.onChange(event.target.value)}
        >
          {choices.map(({ value, label, isUserData = false }) => (
            <option key={value} value={value} translate={isUserData ? 'no' : undefined}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

interface TextAreaFieldProps extends FieldProps {
  readonly rows?: number
  /** For machine-readable text: monospaced and without spell checking. */
  readonly isCode?: boolean
}

export function TextAreaField({ rows = 4, isCode = false, ...field }: TextAreaFieldProps) {
  return (
    <FieldFrame field={field}>
      {({ id, name, className, ...input }) => (
        <textarea
          id={id}
          name={name}
          rows={rows}
          className={joinClasses(className, textAreaFieldStyles.area, isCode && textAreaFieldStyles.code)}
          value={field.value}
          spellCheck={!isCode}
          autoCapitalize={isCode ? 'none' : undefined}
          aria-invalid={input['aria-invalid']}
          aria-describedby={input['aria-describedby']}
          onChange={(event) => field.onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
