import { breakdownTexts, type NodeId } from '@espalier/domain'
import { pageConfig } from '../../api/session/page-config.ts'
import { registerForPreload } from '../../platform/code-loading.ts'
import { frameTexts } from '../../texts/frame.ts'
import { nodeMenuTexts } from '../../texts/node-menu.ts'
import { defineNodeAction, isActionAvailable, nodeHasChildren, type WorkspaceAction } from '../actions/action.ts'
import {
  colorDescendantsAction,
  deleteBranchAction,
  deleteKeepingChildrenAction,
  toggleDescendantsAction,
} from '../actions/branch-actions.ts'
import { fieldActions } from '../actions/field-actions.ts'
import { focusBranchAction } from '../actions/focus-actions.ts'
import { foldAction, foldForMeAction } from '../actions/fold-actions.ts'
import {
  addParentLinkAction,
  listRemoveParentActions,
  moveDownAction,
  moveToAction,
  moveUpAction,
} from '../actions/move-actions.ts'
import {
  addChildAction,
  addParentNodeAction,
  addSiblingAfterAction,
  addSiblingBeforeAction,
  editTitleAction,
  markDoneAction,
  openDetailsAction,
} from '../actions/node-actions.ts'
import { projectLinkActions } from '../breakdown/project-link-actions.ts'
import { clipboardActions } from '../clipboard/clipboard-actions.ts'
import { watchActions } from '../comments/watching.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const loadBreakdown = registerForPreload(() => import('../breakdown/start-breakdown.ts'))

const getAiProvider = () => pageConfig().features.ai

export const breakDownAction = defineNodeAction({
  id: 'node.break-down',
  label: () => (getAiProvider() === 'outline' ? breakdownTexts.outline : breakdownTexts.ai),
  isEdit: true,
  ignoresKeyRepeat: true,
  isAvailable: (workspace, { id, style }) =>
    getAiProvider() !== 'off' && !nodeHasChildren(workspace, id) && !style.processing,
  run: (workspace, { id }) => void loadAndStartBreakdown(workspace, id),
})

/** Its code is loaded with the first breakdown. */
async function loadAndStartBreakdown(workspace: ProjectWorkspace, id: NodeId): Promise<void> {
  const loaded = await loadBreakdown().catch(() => null)
  if (loaded === null) workspace.notify(frameTexts.partNotLoaded, 'failed')
  else await loaded.startBreakdown(workspace, id)
}

export const showBurnupAction = defineNodeAction({
  id: 'branch.burnup',
  label: () => nodeMenuTexts.showBurnup,
  isEdit: false,
  isAvailable: (workspace, { id }) => nodeHasChildren(workspace, id),
  run: (workspace, { id }) => workspace.burnupNodeId.set(id),
})

/** These need a project that the server knows. */
const serverActions: ReadonlySet<WorkspaceAction> = new Set([
  breakDownAction,
  showBurnupAction,
  ...projectLinkActions,
  ...watchActions,
])

/** Lists the sections of the menu. */
export function listMenuSections(workspace: ProjectWorkspace, nodeId: NodeId): readonly (readonly WorkspaceAction[])[] {
  const isBranch = nodeHasChildren(workspace, nodeId)
  // Without the right to edit, both would do the same.
  const foldActions = workspace.client.canEdit.get() ? [foldAction, foldForMeAction] : [foldForMeAction]
  const parts: readonly (readonly WorkspaceAction[])[] = [
    [markDoneAction, editTitleAction, openDetailsAction],
    fieldActions,
    [addChildAction, addSiblingAfterAction, addSiblingBeforeAction, addParentNodeAction],
    [
      focusBranchAction,
      ...foldActions,
      toggleDescendantsAction,
      colorDescendantsAction,
      breakDownAction,
      showBurnupAction,
    ],
    [moveUpAction, moveDownAction, moveToAction, addParentLinkAction, ...listRemoveParentActions(workspace, nodeId)],
    clipboardActions,
    projectLinkActions,
    watchActions,
    isBranch ? [deleteBranchAction, deleteKeepingChildrenAction] : [deleteBranchAction],
  ]
  const isOffered = (action: WorkspaceAction): boolean =>
    (workspace.hasServer || !serverActions.has(action)) && isActionAvailable(action, workspace, nodeId)
  return parts.map((part) => part.filter(isOffered)).filter((part) => part.length > 0)
}
