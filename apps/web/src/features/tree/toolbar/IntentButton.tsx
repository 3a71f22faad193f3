import type { LucideIcon } from 'lucide-react'
import { tryAction, type WorkspaceAction, getActionLabel } from '../workbench/intent.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { ToolButton } from './ToolButton.tsx'

interface ActionButtonProps {
  readonly workspace: ProjectWorkspace
  readonly action: WorkspaceAction
  readonly Icon: LucideIcon
  readonly isDisabled?: boolean
}

export const ActionButton = ({ workspace, action, Icon, isDisabled = false }: ActionButtonProps) => (
  <ToolButton
    label={getActionLabel(action, workspace, null)}
    Icon={Icon}
    isDisabled={isDisabled}
    shortcut={action.shortcuts?.[0]}
    onClick={() => tryAction(action, workspace, workspace.selection.get().current)}
  />
)
