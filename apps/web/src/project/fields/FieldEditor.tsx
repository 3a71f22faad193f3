import type { NodeId } from '@espalier/domain'
import type { ComponentType } from 'react'
import { useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { AssigneesField } from './AssigneesField.tsx'
import { BlockedByField } from './BlockedByField.tsx'
import { listBranchIds, WholeBranchChoice } from './NodeFields.tsx'
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
import { type FieldEditorProps, useNodeRecords } from './use-field-edit.ts'

const editors: Readonly<Record<string, ComponentType<FieldEditorProps>>> = {
  status: StatusField,
  stage: StageField,
  assignees: AssigneesField,
  startDate: StartDateField,
  dueDate: DueDateField,
  estimate: EstimateField,
  priority: PriorityField,
  tags: TagsField,
  blockedBy: BlockedByField,
}

interface AloneFieldEditorProps {
  readonly workspace: ProjectWorkspace
  /** A name of the table above, or the id of an own field. */
  readonly field: string
  readonly ids: readonly NodeId[]
  readonly onDone: () => void
  /** The text that was typed before the editor was there. */
  readonly typed: string
  /** Offers to change everything below the nodes too. */
  readonly hasBranchChoice?: boolean
}

/** The editor of one field, for a dialog or a cell. */
export function FieldEditor({ workspace, field, ids, onDone, typed, hasBranchChoice = true }: AloneFieldEditorProps) {
  const definition = useCell(workspace.client.project).fieldDefinitions.find(({ id }) => id === field)
  const [isWholeBranch, setWholeBranch] = useState(false)
  const branchIds = hasBranchChoice ? listBranchIds(workspace, ids) : ids
  const nodes = useNodeRecords(workspace, isWholeBranch ? branchIds : ids)
  if (nodes.length === 0) return null
  const Editor = editors[field]
  const props = { workspace, nodes, onDone, typed }
  return (
    <>
      {Editor !== undefined && <Editor {...props} />}
      {definition !== undefined && <OwnField {...props} definition={definition} />}
      {branchIds.length > ids.length && (
        <WholeBranchChoice count={branchIds.length} isChosen={isWholeBranch} onChoose={setWholeBranch} />
      )}
    </>
  )
}
