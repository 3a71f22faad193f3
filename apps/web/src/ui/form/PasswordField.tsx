import { useState } from 'react'
import { joinClasses } from '../join-classes.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import { FieldFrame, type FieldProps } from './FieldFrame.tsx'
import styles from './field.module.css'

/** A password that can be looked at: what cannot be read is mistyped, above all on a phone. */
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
            {isShown ? 'Hide' : 'Show'} <VisuallyHidden>{field.label.toLowerCase()}</VisuallyHidden>
          </button>
        </>
      )}
    </FieldFrame>
  )
}
