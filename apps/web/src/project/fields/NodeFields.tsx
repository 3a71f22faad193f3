import { getDescendantIds, type NodeId } from '@espalier/domain'
import { useEffect, useRef, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { AssigneesField } from './AssigneesField.tsx'
import { BlockedByField } from './BlockedByField.tsx'
import { OwnField } from './OwnField.tsx'
import {
  DueDateField,
  EstimateField,
  PriorityField,
  StageField,
  StartDateField,
  StatusField,
} from './planning-editors.tsx'
import { TagsField } from './TagsField.tsx'
import { useNodeRecords } from './use-field-edit.ts'
import styles from './NodeFields.module.css'

interface NodeFieldsProps {
  readonly workspace: ProjectWorkspace
  /** The panel's node, or all that are selected with it. */
  readonly ids: readonly NodeId[]
  readonly takesFocus?: boolean
}

/** Edits every field of these nodes. What is set here is set on all of them. */
export function NodeFields({ workspace, ids, takesFocus = false }: NodeFieldsProps) {
  const container = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (takesFocus) container.current?.querySelector('select')?.focus()
  }, [takesFocus])
  const { stages, fieldDefinitions } = useCell(workspace.client.project)
  const [isWholeBranch, setWholeBranch] = useState(false)
  const branchIds = listBranchIds(workspace, ids)
  const nodes = useNodeRecords(workspace, isWholeBranch ? branchIds : ids)
  if (nodes.length === 0) return null
  const editor = { workspace, nodes }
  return (
    <fieldset ref={container} className={styles.fields} aria-label={texts.fields}>
      <StatusField {...editor} />
      {stages.length > 0 && <StageField {...editor} />}
      <AssigneesField {...editor} />
      <StartDateField {...editor} />
      <DueDateField {...editor} />
      <EstimateField {...editor} />
      <PriorityField {...editor} />
      <TagsField {...editor} />
      <BlockedByField {...editor} />
      {fieldDefinitions.map((definition) => (
        <OwnField key={definition.id} {...editor} definition={definition} />
      ))}
      {branchIds.length > ids.length && (
        <WholeBranchChoice count={branchIds.length} isChosen={isWholeBranch} onChoose={setWholeBranch} />
      )}
    </fieldset>
  )
}

/** Returns these nodes with everything below them, each once. */
export function listBranchIds({ client }: ProjectWorkspace, ids: readonly NodeId[]): readonly NodeId[] {
  return [...new Set(ids.flatMap((id) => [id, ...getDescendantIds(client.graph, id)]))]
}

interface WholeBranchChoiceProps {
  readonly count: number
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

export const WholeBranchChoice = ({ count, isChosen, onChoose }: WholeBranchChoiceProps) => (
  <label className={styles.branch}>
    <input type="checkbox" checked={isChosen} onChange={() => onChoose(!isChosen)} />
    {texts.wholeBranch(count)}
  </label>
)
