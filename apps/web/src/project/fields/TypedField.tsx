import type { NodeFields, NodeRecord } from '@espalier/sync'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { controlClass, FieldRow } from './FieldRow.tsx'
import { useTakenFocus } from './OptionPicker.tsx'
import { type FieldEditorProps, findCommonValue, useFieldEdit } from './use-field-edit.ts'
import styles from './TypedField.module.css'

/** The value of a typed text, or why it is not a value. */
export type ParsedText =
  | { readonly ok: true; readonly fields: NodeFields }
  | { readonly ok: false; readonly fault: string }

interface TypedFieldProps extends FieldEditorProps {
  readonly label: string
  readonly isOwnLabel?: boolean
  readonly inputMode?: 'text' | 'decimal' | 'url'
  /** The stored value as a text; empty: none. */
  readonly read: (node: NodeRecord) => string
  readonly parse: (typed: string) => ParsedText
  /** The unit of the value. */
  readonly suffix?: string
  /** Shown below the field, for the stored value. */
  readonly renderAfter?: (stored: string) => ReactNode
}

/** A value that is typed. It is stored with Enter and when the field is left; Esc brings the stored value back. */
export function TypedField({
  label,
  isOwnLabel,
  inputMode,
  suffix,
  read,
  parse,
  renderAfter,
  ...editor
}: TypedFieldProps) {
  const edit = useFieldEdit(editor)
  const [draft, setDraft] = useState<string | null>(editor.typed || null)
  const field = useRef<HTMLInputElement>(null)
  const { onDone, nodes } = editor
  const isAlone = onDone !== undefined
  useTakenFocus(field, isAlone)
  const common = findCommonValue(nodes, read)
  const stored = common.isMixed ? '' : common.value
  const typed = draft ?? edit.rejected
  const commit = (): boolean => {
    if (draft === null || draft.trim() === stored) {
      setDraft(null)
      return edit.fault === ''
    }
    const parsed = parse(draft.trim())
    if (!parsed.ok) edit.showFault(parsed.fault)
    const isSaved = parsed.ok && edit.save(parsed.fields, draft)
    if (isSaved) setDraft(null)
    return isSaved
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (commit()) onDone?.()
    } else if (event.key === 'Escape' && typed !== null && !isAlone) {
      event.preventDefault()
      event.stopPropagation()
      setDraft(null)
      edit.showFault('')
    }
  }
  return (
    <FieldRow label={label} isOwnLabel={isOwnLabel ?? false} fault={edit.fault} isAlone={isAlone}>
      {(control) => (
        <>
          <div className={styles.line}>
            <input
              {...control}
              ref={field}
              type="text"
              inputMode={inputMode}
              autoComplete="off"
              dir="auto"
              className={controlClass}
              placeholder={common.isMixed ? texts.severalValues : texts.empty}
              value={typed ?? stored}
              onChange={(event) => setDraft(event.target.value)}
              onBlur={commit}
              onKeyDown={press}
            />
            {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
          </div>
          {renderAfter?.(stored)}
        </>
      )}
    </FieldRow>
  )
}
