import { type NodeId, sharingTexts, toPlainText } from '@espalier/domain'
import type { Edited, NodeRecord } from '@espalier/sync'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** A key as the help shows it and the keyboard gives it. Letters by `key`, Alt combinations by `code`. */
export interface Shortcut {
  readonly key: string
  readonly isCommand?: boolean
  readonly isAlt?: boolean
  readonly isShift?: boolean
  /** One of the spec's own; the others are habits from elsewhere. */
  readonly isAlias?: boolean
  /** The browser tells of it by an event of its own (copy, cut, paste), with rights that a key does not have. */
  readonly isClipboardEvent?: boolean
}

/** One thing a person can mean to do. Menu, toolbar, keys and help list the same records. */
export interface WorkspaceAction {
  readonly id: string
  readonly label: string | ((workspace: ProjectWorkspace, nodeId: NodeId | null) => string)
  readonly shortcuts?: readonly Shortcut[]
  /** Only for those who may edit. */
  readonly isEdit: boolean
  /** Its keys hold wherever the focus is on the screen; those of the others only on the canvas. */
  readonly isScreenWide?: boolean
  /** A key that is held down does it once: otherwise one long press makes, or takes, a dozen nodes. */
  readonly ignoresKeyRepeat?: boolean
  /** Left out: always. */
  isAvailable?(workspace: ProjectWorkspace, nodeId: NodeId | null): boolean
  /** The node is the menu's, or the current one. */
  run(workspace: ProjectWorkspace, nodeId: NodeId | null): void
}

export const isActionAvailable = (
  action: WorkspaceAction,
  workspace: ProjectWorkspace,
  nodeId: NodeId | null,
): boolean => (!action.isEdit || workspace.board.canEdit.get()) && (action.isAvailable?.(workspace, nodeId) ?? true)

export const getActionLabel = (action: WorkspaceAction, workspace: ProjectWorkspace, nodeId: NodeId | null): string =>
  typeof action.label === 'string' ? action.label : action.label(workspace, nodeId)

/** Does it where it is offered; an attempt without the right to it is only warned of in the console. */
export function tryAction(action: WorkspaceAction, workspace: ProjectWorkspace, nodeId: NodeId | null): boolean {
  // oxlint-disable-next-line no-console -- the specification asks for a warning here, and for nothing else.
  if (action.isEdit && !workspace.board.canEdit.get()) console.warn(sharingTexts.denied)
  if (!isActionAvailable(action, workspace, nodeId)) return false
  action.run(workspace, nodeId)
  return true
}

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

export const getPlainTitle = (workspace: ProjectWorkspace, id: NodeId): string =>
  toPlainText(workspace.board.node(id)?.title ?? '')

/** 'Beds', or '3 nodes'. */
export const describeNodes = (workspace: ProjectWorkspace, ids: readonly NodeId[]): string => {
  const [only] = ids
  return ids.length === 1 && only !== undefined ? getPlainTitle(workspace, only) : `${ids.length} nodes`
}

export const nodeHasChildren = (workspace: ProjectWorkspace, id: NodeId): boolean =>
  workspace.board.graph.children(id).length > 0

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
