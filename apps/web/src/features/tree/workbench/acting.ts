import { type NodeId, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import type { Edited } from '../../../data/board/board.ts'
import type { WorkspaceAction } from './intent.ts'
import type { ProjectWorkspace } from './workbench.ts'

interface NodeAction extends Omit<WorkspaceAction, 'isAvailable' | 'run'> {
  isAvailable?(workspace: ProjectWorkspace, node: NodeRecord): boolean
  run(workspace: ProjectWorkspace, node: NodeRecord): void
}

const findNode = (workspace: ProjectWorkspace, id: NodeId | null): NodeRecord | undefined =>
  id === null ? undefined : workspace.board.node(id)

/** An action that needs a living node. */
export const defineNodeAction = ({ isAvailable: isOffered, run, ...rest }: NodeAction): WorkspaceAction => ({
  ...rest,
  isAvailable(workspace, nodeId) {
    const node = findNode(workspace, nodeId)
    return node !== undefined && (isOffered?.(workspace, node) ?? true)
  },
  run(workspace, nodeId) {
    const node = findNode(workspace, nodeId)
    if (node !== undefined) run(workspace, node)
  },
})

/** What is meant by a node: the whole selection where it is part of it, else itself. */
export function getActionTargets(workspace: ProjectWorkspace, id: NodeId): readonly NodeId[] {
  const { ids } = workspace.selection.get()
  return ids.has(id) && ids.size > 1 ? [...ids].filter((one) => workspace.board.node(one) !== undefined) : [id]
}

export const getPlainTitle = (workspace: ProjectWorkspace, id: NodeId): string => toPlainText(workspace.board.node(id)?.title ?? '')

/** 'Beds', or '3 nodes'. */
export const describeNodes = (workspace: ProjectWorkspace, ids: readonly NodeId[]): string => {
  const [only] = ids
  return ids.length === 1 && only !== undefined ? getPlainTitle(workspace, only) : `${ids.length} nodes`
}

export const nodeHasChildren = (workspace: ProjectWorkspace, id: NodeId): boolean => workspace.board.graph.children(id).length > 0

export function selectNode(workspace: ProjectWorkspace, id: NodeId): void {
  workspace.selection.set({ ids: new Set([id]), current: id })
}

/** Selects it and stands on it. */
export function goToNode(workspace: ProjectWorkspace, id: NodeId): void {
  selectNode(workspace, id)
  workspace.map.focus(id)
}

/** Why an edit was refused is said; true where it was made. */
export function acceptedOrNotify<Value>(
  workspace: ProjectWorkspace,
  edited: Edited<Value>,
): edited is { readonly ok: true; readonly value: Value } {
  if (!edited.ok) workspace.notify(edited.reason, 'failed')
  return edited.ok
}

/** On the canvas or nowhere: then moving the focus takes it from nobody. */
export function isCanvasFocused(): boolean {
  const active = document.activeElement
  return active === null || active === document.body || active.closest('[data-canvas], main:focus') !== null
}
