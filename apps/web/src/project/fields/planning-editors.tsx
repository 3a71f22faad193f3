import { type EstimateUnit, nodePriorities, nodeStatuses, type Stage } from '@espalier/domain'
import { nodeFieldRows } from '@espalier/domain/node-fields'
import { findQuickEntries } from '@espalier/domain/planning-quick-entry'
import { useCell } from '../../platform/cell.ts'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import { TypedField, type ParsedText } from './TypedField.tsx'
import type { FieldEditorProps } from './use-field-edit.ts'
import { TagDot } from './ValueChips.tsx'

export const StatusField = (editor: FieldEditorProps) => (
  <ChoiceField
    {...editor}
    label={texts.labels.status}
    choices={nodeStatuses.map((status) => ({
      value: status,
      label: texts.statuses[status],
      mark: <StatusMark status={status} />,
    }))}
    read={({ status }) => status}
    toFields={(value) => ({ status: nodeStatuses.find((status) => status === value) ?? 'todo' })}
  />
)

/** A stage also decides the status. */
export function StageField(editor: FieldEditorProps) {
  const stages = useCell(editor.workspace.client.project, (project) => project.stages)
  const hasNone = editor.nodes.some(({ stageId }) => stageId === null)
  return (
    <ChoiceField
      {...editor}
      label={texts.labels.stage}
      choices={[...(hasNone ? [{ value: '', label: texts.noStage }] : []), ...stages.map(toStageChoice)]}
      read={({ stageId }) => stageId ?? ''}
      toFields={(value) => ({ stageId: value === '' ? null : value })}
    />
  )
}

const toStageChoice = ({ id, name, colour }: Stage) => ({
  value: id,
  label: name,
  isUserData: true,
  mark: <TagDot color={colour} />,
})

export const StartDateField = (editor: FieldEditorProps) => (
  <DateField
    {...editor}
    label={texts.labels.startDate}
    read={({ startDate }) => startDate}
    toFields={(startDate) => ({ startDate })}
  />
)

export const DueDateField = (editor: FieldEditorProps) => (
  <DateField
    {...editor}
    label={texts.labels.dueDate}
    read={({ dueDate }) => dueDate}
    toFields={(dueDate) => ({ dueDate })}
  />
)

export const PriorityField = (editor: FieldEditorProps) => (
  <ChoiceField
    {...editor}
    label={texts.labels.priority}
    choices={nodePriorities.map((priority) => ({ value: priority, label: texts.priorities[priority] }))}
    read={({ priority }) => priority}
    toFields={(value) => ({ priority: nodePriorities.find((priority) => priority === value) ?? 'none' })}
  />
)

/** Reads an estimate. The unit may be written after the number: 3d, 4 h. */
export function parseEstimate(typed: string, estimateUnit: EstimateUnit): ParsedText {
  if (typed === '') return { ok: true, fields: { estimate: null } }
  // The rule for titles also converts hours and days.
  const written = `~${typed.replace(',', '.').replace(/\s/gu, '')}`
  const subjects = { people: [], tags: [], estimateUnit, readDate: () => null }
  const value = findQuickEntries(written, subjects)[0]?.value
  return value?.kind === 'estimate'
    ? { ok: true, fields: { estimate: value.estimate } }
    : { ok: false, fault: nodeFieldRows.estimate.inputFault }
}

export function EstimateField(editor: FieldEditorProps) {
  const estimateUnit = useCell(editor.workspace.client.project, (project) => project.estimateUnit)
  return (
    <TypedField
      {...editor}
      label={texts.labels.estimate}
      inputMode="decimal"
      suffix={texts.units[estimateUnit]}
      read={({ estimate }) => (estimate === null ? '' : String(estimate))}
      parse={(typed) => parseEstimate(typed, estimateUnit)}
    />
  )
}
