import CircleCheck from 'lucide-react/icons/circle-check'
import CornerDownRight from 'lucide-react/icons/corner-down-right'
import ListPlus from 'lucide-react/icons/list-plus'
import Trash from 'lucide-react/icons/trash-2'
import Undo from 'lucide-react/icons/undo-2'
import type { LucideIcon } from 'lucide-react'
import { useCell } from '../../platform/cell.ts'
import { nodeActionBarTexts as texts } from '../../texts/node-action-bar.ts'
import { isActionAvailable, type WorkspaceAction } from '../actions/action.ts'
import { deleteBranchAction } from '../actions/branch-actions.ts'
import { addChildAction, addSiblingAfterAction, cycleStatusAction } from '../actions/node-actions.ts'
import { undoAction } from '../actions/undo-actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ActionButton } from './ToolButton.tsx'
import styles from './NodeActionBar.module.css'

interface NodeActionTool {
  readonly action: WorkspaceAction
  readonly label: string
  readonly Icon: LucideIcon
}

const listNodeTools = (): readonly NodeActionTool[] => [
  { action: addChildAction, label: texts.child, Icon: CornerDownRight },
  { action: addSiblingAfterAction, label: texts.sibling, Icon: ListPlus },
  { action: cycleStatusAction, label: texts.status, Icon: CircleCheck },
  { action: deleteBranchAction, label: texts.delete, Icon: Trash },
]

/** The actions that are used most often on the selected node, at the foot of a phone's screen, where a thumb reaches it. */
export function NodeActionBar({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const selectedId = useCell(workspace.selection, ({ current }) => current)
  const canUndo = useCell(workspace.client.canUndo)
  return (
    <div role="toolbar" aria-label={texts.nodeActions} className={styles.bar}>
      {listNodeTools().map((tool) => (
        <ActionButton
          key={tool.action.id}
          {...tool}
          workspace={workspace}
          isDisabled={!isActionAvailable(tool.action, workspace, selectedId)}
        />
      ))}
      <ActionButton workspace={workspace} action={undoAction} label={texts.undo} Icon={Undo} isDisabled={!canUndo} />
    </div>
  )
}
