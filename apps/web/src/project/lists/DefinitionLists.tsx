import {
  type FieldDefinition,
  type FieldType,
  fieldTypes,
  type NodeStatus,
  nodeStatuses,
  type Stage,
  type Tag,
} from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { randomId } from '../../platform/crypto.ts'
import { projectListTexts as texts } from '../../texts/project-lists.ts'
import fieldStyles from '../../ui/form/field.module.css'
import { EntryList } from './EntryList.tsx'
import { chooseEntryColor } from './entry-color.ts'
import { listUsers, useNodeUses } from './node-uses.ts'
import styles from './Lists.module.css'

interface ListProps {
  readonly client: ProjectClient
}

interface ColorFieldProps {
  readonly name: string
  readonly value: string
  onChoose(color: string): void
}

/** The color is sent when the field is left: a color picker reports every color on the way. */
function ColorField({ name, value, onChoose }: ColorFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    if (draft !== null && draft !== value) onChoose(draft)
    setDraft(null)
  }
  return (
    <input
      type="color"
      aria-label={texts.color(name)}
      className={styles.color}
      value={draft ?? value}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
    />
  )
}

export function TagList({ client }: ListProps) {
  const { tags } = useCell(client.project)
  const countUses = useNodeUses(client)
  return (
    <EntryList<Tag>
      list="tags"
      entries={tags}
      countUses={countUses}
      save={(tagChanges) => client.edits.changeDefinitions({ tagChanges })}
      create={(name) => ({ id: randomId(), name, colour: chooseEntryColor(tags.length) })}
      renderFields={(tag, put) => (
        <ColorField name={tag.name} value={tag.colour} onChoose={(colour) => void put({ ...tag, colour })} />
      )}
    />
  )
}

interface StatusFieldProps {
  readonly label: string
  readonly value: NodeStatus
  onChoose(status: NodeStatus): void
}

const StatusField = ({ label, value, onChoose }: StatusFieldProps) => (
  <select
    aria-label={label}
    className={styles.select}
    value={value}
    onChange={(event) => onChoose(event.target.value as NodeStatus)}
  >
    {nodeStatuses.map((status) => (
      <option key={status} value={status}>
        {texts.statuses[status]}
      </option>
    ))}
  </select>
)

/** Shows a choice at once, and the stored one again if the server refuses it. */
function usePendingChoice<Value>(stored: Value, send: (value: Value) => Promise<unknown>) {
  const [pending, setPending] = useState<{ readonly value: Value } | null>(null)
  const choose = async (value: Value): Promise<void> => {
    setPending({ value })
    await send(value)
    setPending(null)
  }
  return [pending === null ? stored : pending.value, choose] as const
}

interface StageFieldsProps {
  readonly stage: Stage
  onPut(stage: Stage): Promise<boolean>
}

function StageFields({ stage, onPut }: StageFieldsProps) {
  const { name, colour } = stage
  const [category, chooseCategory] = usePendingChoice(stage.category, (next) => onPut({ ...stage, category: next }))
  const [counts, chooseCounts] = usePendingChoice(stage.counts, (next) => onPut({ ...stage, counts: next }))
  return (
    <>
      <StatusField label={texts.status(name)} value={category} onChoose={(next) => void chooseCategory(next)} />
      <ColorField name={name} value={colour} onChoose={(next) => void onPut({ ...stage, colour: next })} />
      <label className={styles.check} data-tooltip={texts.countsFor(name)}>
        <input
          type="checkbox"
          aria-label={texts.countsFor(name)}
          checked={counts}
          onChange={(event) => void chooseCounts(event.target.checked)}
        />
        <span aria-hidden="true">{texts.counts}</span>
      </label>
    </>
  )
}

export function StageList({ client }: ListProps) {
  const { stages } = useCell(client.project)
  const countUses = useNodeUses(client)
  const [category, setCategory] = useState<NodeStatus>('todo')
  const [replacementId, setReplacementId] = useState('')
  const remove = async ({ id }: Stage) => {
    const [users, target] = [listUsers(client, id), stages.find((one) => one.id === replacementId && one.id !== id)]
    if (target !== undefined && users.length > 0) {
      const moved = client.edits.changeMany(users, { stageId: target.id })
      if (!moved.ok) return moved
    }
    return client.edits.changeDefinitions({ stageChanges: { remove: [id] } })
  }
  return (
    <EntryList<Stage>
      list="stages"
      entries={stages}
      countUses={countUses}
      save={(stageChanges) => client.edits.changeDefinitions({ stageChanges })}
      create={(name) => ({ id: randomId(), name, category, colour: chooseEntryColor(stages.length), counts: true })}
      remove={remove}
      renderFields={(stage, put) => <StageFields stage={stage} onPut={put} />}
      renderNewFields={() => <StatusField label={texts.newStatus} value={category} onChoose={setCategory} />}
      renderRemoval={({ id }) => (
        <label className={styles.replacement}>
          {texts.replacement}
          <select
            className={styles.select}
            value={replacementId}
            onChange={(event) => setReplacementId(event.target.value)}
          >
            <option value="">{texts.noStage}</option>
            {stages
              .filter((stage) => stage.id !== id)
              .map((stage) => (
                <option key={stage.id} value={stage.id} translate="no">
                  {stage.name}
                </option>
              ))}
          </select>
        </label>
      )}
    />
  )
}

const splitOptions = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

interface OptionsFieldProps {
  readonly label: string
  readonly value: string
  onChange(text: string): void
  readonly onLeave?: () => void
}

const OptionsField = ({ label, value, onChange, onLeave }: OptionsFieldProps) => (
  <textarea
    aria-label={label}
    placeholder={label}
    rows={3}
    translate="no"
    className={styles.options}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    onBlur={onLeave}
  />
)

interface StoredOptionsProps {
  readonly field: FieldDefinition
  onPut(field: FieldDefinition): Promise<boolean>
}

function StoredOptions({ field, onPut }: StoredOptionsProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const stored = field.options.join('\n')
  const commit = async () => {
    const options = draft === null ? field.options : splitOptions(draft)
    // Refused options stay, so that they can be corrected.
    if (options.join('\n') === stored || (await onPut({ ...field, options }))) setDraft(null)
  }
  return (
    <>
      <OptionsField
        label={texts.options(field.name)}
        value={draft ?? stored}
        onChange={setDraft}
        onLeave={() => void commit()}
      />
      <p className={fieldStyles.hint}>{texts.optionsHint}</p>
    </>
  )
}

export function FieldList({ client }: ListProps) {
  const { fieldDefinitions } = useCell(client.project)
  const countUses = useNodeUses(client)
  const [type, setType] = useState<FieldType>('text')
  const [options, setOptions] = useState('')
  return (
    <EntryList<FieldDefinition>
      list="fields"
      entries={fieldDefinitions}
      countUses={countUses}
      save={(fieldDefinitionChanges) => client.edits.changeDefinitions({ fieldDefinitionChanges })}
      create={(name) => ({ id: randomId(), name, type, options: type === 'choice' ? splitOptions(options) : [] })}
      renderFields={(field) => <span className={styles.type}>{texts.types[field.type]}</span>}
      renderBelow={(field, put) => field.type === 'choice' && <StoredOptions field={field} onPut={put} />}
      renderNewFields={() => (
        <>
          <select
            aria-label={texts.newType}
            className={styles.select}
            value={type}
            onChange={(event) => setType(event.target.value as FieldType)}
          >
            {fieldTypes.map((one) => (
              <option key={one} value={one}>
                {texts.types[one]}
              </option>
            ))}
          </select>
          {type === 'choice' && <OptionsField label={texts.newOptions} value={options} onChange={setOptions} />}
        </>
      )}
    />
  )
}
