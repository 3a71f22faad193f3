import { getDescendantIds, type NodeId } from '@espalier/domain'
import { actionTexts } from '../../texts/actions.ts'
import { leaveDeletedBranch } from '../workspace/focused-branch.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { findNeighborAfterDelete } from '../workspace/tree-order.ts'
import {
  acceptedOrNotify,
  defineNodeAction,
  describeNodes,
  getActionTargets,
  getPlainTitle,
  nodeHasChildren,
} from './action.ts'
import { isFolded, setSharedFolds } from './fold-actions.ts'
import { offerUndoOfDeletion } from './undo-offers.ts'

/** Returns the foldable nodes of a branch, including its top. */
const listFoldableNodes = (workspace: ProjectWorkspace, id: NodeId): readonly NodeId[] =>
  [id, ...getDescendantIds(workspace.client.graph, id)].filter((one) => nodeHasChildren(workspace, one))

export const toggleDescendantsAction = defineNodeAction({
  id: 'branch.toggle-descendants',
  isEdit: true,
  isAvailable: (workspace, { id }) => nodeHasChildren(workspace, id),
  run(workspace, { id }) {
    const ids = listFoldableNodes(workspace, id)
    const isSomeFolded = ids.some((one) => isFolded(workspace, one))
    setSharedFolds(workspace, ids, !isSomeFolded)
    const title = getPlainTitle(workspace, id)
    workspace.map.announce(isSomeFolded ? actionTexts.unfolded(title) : actionTexts.folded(title))
  },
})

export const colorDescendantsAction = defineNodeAction({
  id: 'branch.colour-descendants',
  isEdit: true,
  isAvailable: (workspace, { id }) => nodeHasChildren(workspace, id),
  run(workspace, { id, style }) {
    const ids = [...getDescendantIds(workspace.client.graph, id)]
    acceptedOrNotify(workspace, workspace.client.edits.changeMany(ids, { backgroundColor: style.backgroundColor }))
  },
})

/** Selects the node nearest to the deleted ones. */
function selectAfterDelete(workspace: ProjectWorkspace, next: NodeId | null, announcement: string): void {
  workspace.selection.set({ ids: new Set(next === null ? [] : [next]), current: next })
  if (next !== null) workspace.map.focus(next)
  workspace.map.announce(announcement)
}

/** Rejects the deletion of the only visible node and says why. A branch is deleted as a whole, even the last one. */
function rejectLastVisibleNode(workspace: ProjectWorkspace, ids: readonly NodeId[]): boolean {
  const shown = workspace.map.shownIds()
  const [only] = ids
  if (ids.length !== 1 || shown.length !== 1 || shown[0] !== only) return false
  workspace.notify(actionTexts.onlyVisibleNode, 'failed')
  return true
}

export const deleteBranchAction = defineNodeAction({
  id: 'node.delete',
  shortcuts: [
    { key: 'Delete', isCommand: true },
    { key: 'Delete', isAlias: true },
    { key: 'Backspace', isAlias: true },
    { key: 'Backspace', isCommand: true, isAlias: true },
  ],
  isEdit: true,
  ignoresKeyRepeat: true,
  appliesToSelection: true,
  run(workspace, { id }) {
    const ids = getActionTargets(workspace, id)
    leaveDeletedBranch(workspace, ids)
    // A branch without children is a single node.
    if (!nodeHasChildren(workspace, id) && rejectLastVisibleNode(workspace, ids)) return
    const next = findNeighborAfterDelete(workspace, id, ids)
    const announcement = actionTexts.deleted(describeNodes(workspace, ids))
    const countBefore = workspace.client.graph.livingCount
    if (!acceptedOrNotify(workspace, workspace.client.edits.deleteBranches(ids))) return
    selectAfterDelete(workspace, next, announcement)
    offerUndoOfDeletion(workspace, countBefore - workspace.client.graph.livingCount)
  },
})

export const deleteKeepingChildrenAction = defineNodeAction({
  id: 'node.delete-alone',
  shortcuts: [{ key: 'Delete', isShift: true, isAlias: true }],
  isEdit: true,
  ignoresKeyRepeat: true,
  appliesToSelection: true,
  run(workspace, { id }) {
    const { edits, graph } = workspace.client
    const ids = getActionTargets(workspace, id)
    leaveDeletedBranch(workspace, ids)
    if (rejectLastVisibleNode(workspace, ids)) return
    const firstChild = [...graph.children(id)].find((child) => !ids.includes(child.id))
    const next = firstChild?.id ?? findNeighborAfterDelete(workspace, id, ids)
    const announcement = actionTexts.deleted(describeNodes(workspace, ids))
    const isDone = edits.group(() => ids.every((one) => acceptedOrNotify(workspace, edits.deleteNode(one))))
    if (!isDone) return
    selectAfterDelete(workspace, next, announcement)
    offerUndoOfDeletion(workspace, ids.length)
  },
})
