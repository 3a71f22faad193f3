import { type FieldDefinition, parseOwnValue } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import ExternalLink from 'lucide-react/icons/external-link'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { ChoiceField, type FieldChoice } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import { FieldRow } from './FieldRow.tsx'
import { PersonMark } from './AssigneesField.tsx'
import { useProjectPeople } from './people.ts'
import { TypedField, type ParsedText } from './TypedField.tsx'
import { type FieldEditorProps, findCommonValue, useFieldEdit } from './use-field-edit.ts'
import styles from './OwnField.module.css'

interface OwnFieldProps extends FieldEditorProps {
  readonly definition: FieldDefinition
}

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')

/** Edits a field that the project has defined, by its type. */
export function OwnField({ definition, ...editor }: OwnFieldProps) {
  const { id, name, type, options } = definition
  const shared = {
    ...editor,
    label: name,
    isOwnLabel: true,
    read: ({ fields }: NodeRecord) => toText(fields[id]),
  }
  const toFields = (value: unknown) => ({ fields: { [id]: value === '' ? null : value } })
  switch (type) {
    case 'text':
    case 'number':
    case 'link':
      return (
        <TypedField
          {...shared}
          inputMode={type === 'number' ? 'decimal' : type === 'link' ? 'url' : 'text'}
          parse={(typed) => parseTypedValue(definition, typed)}
          {...(type === 'link' && { renderAfter: (address: string) => <OpenLink address={address} /> })}
        />
      )
    case 'date':
      return <DateField {...shared} read={(node) => shared.read(node) || null} toFields={toFields} />
    case 'choice':
      return (
        <ChoiceField
          {...shared}
          choices={[noChoice(), ...options.map((option) => ({ value: option, label: option, isUserData: true }))]}
          toFields={toFields}
        />
      )
    case 'person':
      return <PersonField {...shared} definition={definition} />
    case 'checkbox':
      return <CheckboxField {...editor} definition={definition} />
  }
}

const noChoice = (): FieldChoice => ({ value: '', label: texts.empty })

/** Reads the typed value of a text, a number or a link. A number may be written with a decimal comma. */
export function parseTypedValue(definition: FieldDefinition, typed: string): ParsedText {
  const { id, name, type } = definition
  if (typed === '') return { ok: true, fields: { fields: { [id]: null } } }
  const given = type === 'number' ? Number(typed.replace(',', '.')) : completeAddress(type, typed)
  const value = parseOwnValue(definition, given)
  if (value === undefined) {
    return { ok: false, fault: type === 'number' ? texts.faults.number : texts.faults.ownValue(name) }
  }
  return { ok: true, fields: { fields: { [id]: value } } }
}

/** People write addresses without https. */
const completeAddress = (type: FieldDefinition['type'], typed: string): string =>
  type === 'link' && /^[\w-]+(?:\.[\w-]+)+(?:[/:?#].*)?$/u.test(typed) ? `https://${typed}` : typed

const OpenLink = ({ address }: { readonly address: string }) =>
  address === '' ? null : (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
      <ExternalLink size={14} aria-hidden="true" />
      {texts.openLink}
    </a>
  )

function PersonField({ definition, ...editor }: OwnFieldProps) {
  const { id, name } = definition
  const people = useProjectPeople(editor.workspace)
  const read = ({ fields }: NodeRecord): string => toText(fields[id])
  const common = findCommonValue(editor.nodes, read)
  const isKnown = common.isMixed || common.value === '' || people.members.some((one) => one.id === common.value)
  const shown = isKnown ? people.members : [...people.members, people.find(common.value)]
  return (
    <ChoiceField
      {...editor}
      label={name}
      isOwnLabel
      choices={[
        noChoice(),
        ...shown.map((person) => ({
          value: person.id,
          label: person.name,
          isUserData: !person.isFormer,
          mark: <PersonMark person={person} />,
        })),
      ]}
      read={read}
      toFields={(value) => ({ fields: { [id]: value === '' ? null : value } })}
    />
  )
}

function CheckboxField({ definition: { id, name }, ...editor }: OwnFieldProps) {
  const edit = useFieldEdit(editor)
  const common = findCommonValue(editor.nodes, ({ fields }) => fields[id] === true)
  const isChecked = !common.isMixed && common.value
  return (
    <FieldRow label={name} isOwnLabel fault={edit.fault} isAlone={editor.onDone !== undefined}>
      {(control) => (
        <input
          {...control}
          ref={(box) => {
            if (box !== null) box.indeterminate = common.isMixed
          }}
          type="checkbox"
          className={styles.checkbox}
          checked={isChecked}
          onChange={() => {
            if (edit.save({ fields: { [id]: isChecked ? null : true } })) editor.onDone?.()
          }}
        />
      )}
    </FieldRow>
  )
}
