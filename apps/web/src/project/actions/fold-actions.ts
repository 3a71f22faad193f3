import type { NodeId } from '@espalier/domain'
import { actionTexts } from '../../texts/actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { acceptedOrNotify, defineNodeAction, describeNodes, getActionTargets, nodeHasChildren } from './action.ts'

/** Tells whether this person sees a node folded: their own fold overrides the stored one. */
export const isFolded = ({ client, ownFolds }: ProjectWorkspace, id: NodeId): boolean =>
  ownFolds.get().get(id) ?? client.node(id)?.hideChildren ?? false

const listFoldableTargets = (workspace: ProjectWorkspace, id: NodeId): readonly NodeId[] =>
  getActionTargets(workspace, id).filter((one) => nodeHasChildren(workspace, one))

/** Removes the person's own folds, so that these nodes follow the stored ones again. */
export function forgetOwnFolds({ ownFolds }: ProjectWorkspace, ids: readonly NodeId[]): void {
  const folds = new Map(ownFolds.get())
  for (const id of ids) folds.delete(id)
  if (folds.size < ownFolds.get().size) ownFolds.set(folds)
}

/** Folds for everybody. A fold of one's own would hide the result from the person who asked for it, so it is removed. */
export function setSharedFolds(workspace: ProjectWorkspace, ids: readonly NodeId[], hideChildren: boolean): void {
  const changed = ids.filter((id) => workspace.client.node(id)?.hideChildren !== hideChildren)
  const isAccepted =
    changed.length === 0 || acceptedOrNotify(workspace, workspace.client.edits.changeMany(changed, { hideChildren }))
  if (isAccepted) forgetOwnFolds(workspace, ids)
}

/** Folds for this person on this device. A fold that equals the stored one is not remembered, so it follows changes. */
export function setOwnFolds({ client, ownFolds }: ProjectWorkspace, ids: readonly NodeId[], isHidden: boolean): void {
  const folds = new Map(ownFolds.get())
  for (const id of ids) {
    // The newest folds are the last ones, because the oldest are dropped when there are too many.
    folds.delete(id)
    if ((client.node(id)?.hideChildren ?? false) !== isHidden) folds.set(id, isHidden)
  }
  ownFolds.set(folds)
}

/** The fold mark and Space: for everybody if the person may edit, else for themselves. */
export const foldAction = defineNodeAction({
  id: 'branch.fold',
  label: (workspace, nodeId) =>
    isFolded(workspace, nodeId ?? '') ? actionTexts.showChildren : actionTexts.hideChildren,
  shortcuts: [{ key: ' ', isAlias: true }],
  isEdit: false,
  appliesToSelection: true,
  isAvailable: (workspace, { id }) => nodeHasChildren(workspace, id),
  run(workspace, { id }) {
    const ids = listFoldableTargets(workspace, id)
    const isHidden = !isFolded(workspace, id)
    if (workspace.client.canEdit.get()) setSharedFolds(workspace, ids, isHidden)
    else setOwnFolds(workspace, ids, isHidden)
  },
})

export const foldForMeAction = defineNodeAction({
  id: 'branch.fold-for-me',
  label: (workspace, nodeId) => (isFolded(workspace, nodeId ?? '') ? actionTexts.unfoldForMe : actionTexts.foldForMe),
  isEdit: false,
  appliesToSelection: true,
  isAvailable: (workspace, { id }) => nodeHasChildren(workspace, id),
  run(workspace, { id }) {
    const ids = listFoldableTargets(workspace, id)
    const isHidden = !isFolded(workspace, id)
    setOwnFolds(workspace, ids, isHidden)
    const nodes = describeNodes(workspace, ids)
    workspace.map.announce(isHidden ? actionTexts.foldedForMe(nodes) : actionTexts.unfoldedForMe(nodes))
  },
})
