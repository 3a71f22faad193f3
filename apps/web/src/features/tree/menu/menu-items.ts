import type { NodeId } from '@espalier/domain'
import { breakDownAction } from '../breakdown/breakdown-intent.ts'
import { clipboardActions } from '../clipboard/clipboard-intents.ts'
import { projectLinkActions } from '../link/link-intents.ts'
import { showBurnupAction } from '../metrics/burnup-intents.ts'
import { type WorkspaceAction, isActionAvailable } from '../workbench/intent.ts'
import { addChildAction, addParentNodeAction, addSiblingAfterAction, addSiblingBeforeAction } from '../workbench/intents/adding.ts'
import {
  colorDescendantsAction,
  deleteBranchAction,
  deleteKeepingChildrenAction,
  foldAction,
  toggleDescendantsAction,
} from '../workbench/intents/branches.ts'
import { addParentLinkAction, moveDownAction, moveToAction, moveUpAction, listRemoveParentActions } from '../workbench/intents/moving.ts'
import { editTitleAction, markDoneAction, openDetailsAction } from '../workbench/intents/writing.ts'
import { nodeHasChildren } from '../workbench/acting.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'

/** Parts of the menu, each divided from the next by a line. */
export function listMenuSections(workspace: ProjectWorkspace, nodeId: NodeId): readonly (readonly WorkspaceAction[])[] {
  const isBranch = nodeHasChildren(workspace, nodeId)
  const parts: readonly (readonly WorkspaceAction[])[] = [
    [markDoneAction, editTitleAction, openDetailsAction],
    [addChildAction, addSiblingAfterAction, addSiblingBeforeAction, addParentNodeAction],
    [foldAction, toggleDescendantsAction, colorDescendantsAction, breakDownAction, showBurnupAction],
    [moveUpAction, moveDownAction, moveToAction, addParentLinkAction, ...listRemoveParentActions(workspace, nodeId)],
    clipboardActions,
    projectLinkActions,
    isBranch ? [deleteBranchAction, deleteKeepingChildrenAction] : [deleteBranchAction],
  ]
  return parts
    .map((part) => part.filter((action) => isActionAvailable(action, workspace, nodeId)))
    .filter((part) => part.length > 0)
}
