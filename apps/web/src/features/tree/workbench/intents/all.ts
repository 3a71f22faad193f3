import type { WorkspaceAction } from '../intent.ts'
import { addChildAction, addParentNodeAction, addSiblingAfterAction, addSiblingBeforeAction } from './adding.ts'
import { colorDescendantsAction, deleteBranchAction, deleteKeepingChildrenAction, foldAction, toggleDescendantsAction } from './branches.ts'
import { arrowActions, goToParentAction, selectAllAction } from './going.ts'
import { redoAction, undoAction } from './history.ts'
import { addParentLinkAction, moveDownAction, moveToAction, moveUpAction } from './moving.ts'
import { openSearchAction, fitAllAction, openHelpAction, openNodeMenuAction, resetZoomAction, zoomInAction, zoomOutAction } from './viewing.ts'
import { closeDetailsAction, cycleStatusAction, editTitleAction, markDoneAction, openDetailsAction } from './writing.ts'

export interface ActionGroup {
  readonly title: string
  readonly actions: readonly WorkspaceAction[]
}

/** Every action of the project screen, as the help lists them. */
export const actionGroups: readonly ActionGroup[] = [
  { title: 'Add', actions: [addChildAction, addSiblingAfterAction, addSiblingBeforeAction, addParentNodeAction] },
  { title: 'Go', actions: [goToParentAction, ...arrowActions, selectAllAction] },
  { title: 'Write', actions: [editTitleAction, openDetailsAction, closeDetailsAction, markDoneAction, cycleStatusAction] },
  {
    title: 'Arrange',
    actions: [foldAction, toggleDescendantsAction, colorDescendantsAction, moveUpAction, moveDownAction, moveToAction, addParentLinkAction],
  },
  { title: 'Delete and undo', actions: [deleteBranchAction, deleteKeepingChildrenAction, undoAction, redoAction] },
  { title: 'View', actions: [openSearchAction, zoomInAction, zoomOutAction, resetZoomAction, fitAllAction, openNodeMenuAction, openHelpAction] },
]

export const allActions: readonly WorkspaceAction[] = actionGroups.flatMap((group) => group.actions)
