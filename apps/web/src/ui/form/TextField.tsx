import type { HTMLInputTypeAttribute } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame.tsx'

export interface TextFieldProps extends FieldProps {
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
