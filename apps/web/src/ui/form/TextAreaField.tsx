import { joinClasses } from '../join-classes.ts'
import { FieldFrame, type FieldProps } from './FieldFrame.tsx'
import styles from './TextAreaField.module.css'

export interface TextAreaFieldProps extends FieldProps {
  readonly rows?: number
  /** For what is read by machines: every sign as wide as the next, and no spelling. */
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
          className={joinClasses(className, styles.area, isCode && styles.code)}
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
