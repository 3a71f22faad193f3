import type { WorkspaceAction } from './action.ts'
import {
  colorDescendantsAction,
  deleteBranchAction,
  deleteKeepingChildrenAction,
  toggleDescendantsAction,
} from './branch-actions.ts'
import { focusBranchAction, foldLevelActions } from './focus-actions.ts'
import { foldAction, foldForMeAction } from './fold-actions.ts'
import { addParentLinkAction, moveDownAction, moveToAction, moveUpAction } from './move-actions.ts'
import {
  arrowActions,
  extendSelectionActions,
  fitAllAction,
  goToParentAction,
  openHelpAction,
  openFilterAction,
  openNodeMenuAction,
  openPaletteAction,
  openSearchAction,
  resetZoomAction,
  selectAllAction,
  zoomInAction,
  zoomOutAction,
} from './navigation-actions.ts'
import {
  addChildAction,
  addParentNodeAction,
  addSiblingAfterAction,
  addSiblingBeforeAction,
  closeDetailsAction,
  cycleStatusAction,
  editTitleAction,
  goToTitleFieldsAction,
  markDoneAction,
  openCommandsAction,
  openDetailsAction,
} from './node-actions.ts'
import { redoAction, undoAction } from './undo-actions.ts'

export interface ActionGroup {
  readonly key: 'add' | 'navigate' | 'edit' | 'arrange' | 'deleteAndUndo' | 'view'
  readonly actions: readonly WorkspaceAction[]
}

/** Lists every action of the project screen in the order of the help. */
export const actionGroups: readonly ActionGroup[] = [
  { key: 'add', actions: [addChildAction, addSiblingAfterAction, addSiblingBeforeAction, addParentNodeAction] },
  { key: 'navigate', actions: [goToParentAction, ...arrowActions, ...extendSelectionActions, selectAllAction] },
  {
    key: 'edit',
    actions: [
      editTitleAction,
      goToTitleFieldsAction,
      openDetailsAction,
      closeDetailsAction,
      markDoneAction,
      cycleStatusAction,
      openCommandsAction,
    ],
  },
  {
    key: 'arrange',
    actions: [
      foldAction,
      foldForMeAction,
      toggleDescendantsAction,
      colorDescendantsAction,
      moveUpAction,
      moveDownAction,
      moveToAction,
      addParentLinkAction,
    ],
  },
  { key: 'deleteAndUndo', actions: [deleteBranchAction, deleteKeepingChildrenAction, undoAction, redoAction] },
  {
    key: 'view',
    actions: [
      openPaletteAction,
      openSearchAction,
      openFilterAction,
      zoomInAction,
      zoomOutAction,
      resetZoomAction,
      fitAllAction,
      focusBranchAction,
      ...foldLevelActions,
      openNodeMenuAction,
      openHelpAction,
    ],
  },
]

export const allActions: readonly WorkspaceAction[] = actionGroups.flatMap((group) => group.actions)
