import { actionTexts } from '../../texts/actions.ts'
import type { WorkspaceAction } from './action.ts'
import {
  colorDescendantsAction,
  deleteBranchAction,
  deleteKeepingChildrenAction,
  foldAction,
  toggleDescendantsAction,
} from './branch-actions.ts'
import { addParentLinkAction, moveDownAction, moveToAction, moveUpAction } from './move-actions.ts'
import {
  arrowActions,
  fitAllAction,
  goToParentAction,
  openHelpAction,
  openNodeMenuAction,
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
  markDoneAction,
  openDetailsAction,
} from './node-actions.ts'
import { redoAction, undoAction } from './undo-actions.ts'

export interface ActionGroup {
  readonly title: string
  readonly actions: readonly WorkspaceAction[]
}

const defineActionGroup = (key: keyof typeof actionTexts.groups, actions: readonly WorkspaceAction[]): ActionGroup => ({
  get title() {
    return actionTexts.groups[key]
  },
  actions,
})

/** Lists every action of the project screen in the order of the help. */
export const actionGroups: readonly ActionGroup[] = [
  defineActionGroup('add', [addChildAction, addSiblingAfterAction, addSiblingBeforeAction, addParentNodeAction]),
  defineActionGroup('go', [goToParentAction, ...arrowActions, selectAllAction]),
  defineActionGroup('edit', [
    editTitleAction,
    openDetailsAction,
    closeDetailsAction,
    markDoneAction,
    cycleStatusAction,
  ]),
  defineActionGroup('arrange', [
    foldAction,
    toggleDescendantsAction,
    colorDescendantsAction,
    moveUpAction,
    moveDownAction,
    moveToAction,
    addParentLinkAction,
  ]),
  defineActionGroup('deleteAndUndo', [deleteBranchAction, deleteKeepingChildrenAction, undoAction, redoAction]),
  defineActionGroup('view', [
    openSearchAction,
    zoomInAction,
    zoomOutAction,
    resetZoomAction,
    fitAllAction,
    openNodeMenuAction,
    openHelpAction,
  ]),
]

export const allActions: readonly WorkspaceAction[] = actionGroups.flatMap((group) => group.actions)
