import type { ReactNode } from 'react'
import type { NodeFields, NodeRecord } from '@espalier/sync'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { controlClass, FieldRow } from './FieldRow.tsx'
import { OptionPicker } from './OptionPicker.tsx'
import { type FieldEditorProps, findCommonValue, useFieldEdit } from './use-field-edit.ts'

export interface FieldChoice {
  /** Empty: no value. */
  readonly value: string
  readonly label: string
  readonly isUserData?: boolean
  readonly mark?: ReactNode
}

interface ChoiceFieldProps extends FieldEditorProps {
  readonly label: string
  readonly isOwnLabel?: boolean
  readonly choices: readonly FieldChoice[]
  readonly read: (node: NodeRecord) => string
  readonly toFields: (value: string) => NodeFields
}

const mixedValue = '\u0000mixed'

/** One of a few values: the browser's own list in the panel, and a list to search where it stands alone. */
export function ChoiceField({ label, isOwnLabel, choices, read, toFields, ...editor }: ChoiceFieldProps) {
  const edit = useFieldEdit(editor)
  const { nodes, onDone } = editor
  const common = findCommonValue(nodes, read)
  const choose = (value: string) => {
    if (edit.save(toFields(value))) onDone?.()
  }
  const isAlone = onDone !== undefined
  return (
    <FieldRow label={label} isOwnLabel={isOwnLabel ?? false} fault={edit.fault} isAlone={isAlone}>
      {(control) =>
        isAlone ? (
          <OptionPicker
            control={control}
            placeholder={common.isMixed ? texts.severalValues : label}
            isAlone
            typed={editor.typed}
            options={choices.map(({ value, ...choice }) => ({
              ...choice,
              id: value,
              held: !common.isMixed && common.value === value ? 'all' : 'none',
            }))}
            onChoose={choose}
          />
        ) : (
          <select
            {...control}
            className={controlClass}
            value={common.isMixed ? mixedValue : common.value}
            onChange={(event) => choose(event.target.value)}
          >
            {common.isMixed && (
              <option value={mixedValue} disabled>
                {texts.severalValues}
              </option>
            )}
            {choices.map(({ value, label: name, isUserData }) => (
              <option key={value} value={value} translate={isUserData === true ? 'no' : undefined}>
                {name}
              </option>
            ))}
          </select>
        )
      }
    </FieldRow>
  )
}
