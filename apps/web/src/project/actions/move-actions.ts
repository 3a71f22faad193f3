import { getPrimaryParent, type NodeDrop, type NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { actionTexts } from '../../texts/actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { acceptedOrNotify, defineNodeAction, getPlainTitle, type WorkspaceAction } from './action.ts'

const haveSameParents = (left: readonly NodeId[], right: readonly NodeId[]): boolean =>
  left.length === right.length && left.every((id) => right.includes(id))

/**
 * Finds a drop one position up (-1) or down (1) among the siblings. A drop beside a sibling takes that sibling's
 * parents, so only one with the same parents will do: the next, or the one after it, on its near side.
 */
function findStepDrop(workspace: ProjectWorkspace, node: NodeRecord, step: 1 | -1): NodeDrop | null {
  const siblings = workspace.client.graph.children(getPrimaryParent(node))
  const at = siblings.indexOf(node)
  const isTwin = (id: NodeId | undefined): id is NodeId =>
    id !== undefined && haveSameParents(workspace.client.node(id)?.parentIds ?? [], node.parentIds)
  const [next, behind] = [1, 2].map((distance) => {
    const index = at + distance * step
    return index < 0 ? undefined : siblings.at(index)?.id
  })
  if (next === undefined) return null
  if (isTwin(next)) return { side: step === 1 ? 'after' : 'before', targetId: next }
  return isTwin(behind) ? { side: step === 1 ? 'before' : 'after', targetId: behind } : null
}

const defineStepAction = (step: 1 | -1, id: string, key: string): WorkspaceAction =>
  defineNodeAction({
    id,
    shortcuts: [{ key, isAlt: true, isAlias: true }],
    isEdit: true,
    isAvailable: (workspace, node) => findStepDrop(workspace, node, step) !== null,
    run(workspace, node) {
      const drop = findStepDrop(workspace, node, step)
      if (drop === null || !acceptedOrNotify(workspace, workspace.client.edits.move([node.id], drop))) return
      workspace.map.announce(
        actionTexts.moved[drop.side](getPlainTitle(workspace, node.id), getPlainTitle(workspace, drop.targetId)),
      )
      workspace.map.focus(node.id)
    },
  })

export const moveUpAction = defineStepAction(-1, 'node.move-up', 'ArrowUp')
export const moveDownAction = defineStepAction(1, 'node.move-down', 'ArrowDown')

export const moveToAction = defineNodeAction({
  id: 'node.move-to',
  isEdit: true,
  appliesToSelection: true,
  isAvailable: (workspace) => workspace.client.graph.livingCount > 1,
  run: (workspace, { id }) => workspace.dialog.set({ kind: 'move-to', nodeId: id }),
})

export const addParentLinkAction = defineNodeAction({
  id: 'node.add-parent-link',
  isEdit: true,
  isAvailable: (workspace) => workspace.client.graph.livingCount > 1,
  run: (workspace, { id }) => workspace.dialog.set({ kind: 'add-parent', nodeId: id }),
})

/** Returns one action for each parent of a node that has several. */
export function listRemoveParentActions(workspace: ProjectWorkspace, nodeId: NodeId): readonly WorkspaceAction[] {
  const parentIds = workspace.client.node(nodeId)?.parentIds ?? []
  if (parentIds.length < 2) return []
  return parentIds.map((parentId) => {
    const parent = getPlainTitle(workspace, parentId)
    return defineNodeAction({
      id: `node.remove-parent.${parentId}`,
      label: () => actionTexts.removeLinkTo(parent),
      isEdit: true,
      run(at, { id }) {
        if (!acceptedOrNotify(at, at.client.edits.removeParent(id, parentId))) return
        at.map.announce(actionTexts.parentRemoved(getPlainTitle(at, id), parent))
      },
    })
  })
}
