import { FieldFrame, type FieldProps } from './FieldFrame.tsx'

export interface SelectOption {
  readonly value: string
  readonly label: string
}

export interface SelectFieldProps extends FieldProps {
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
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
