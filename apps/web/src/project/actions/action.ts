import { type NodeId, sharingTexts, toPlainText } from '@espalier/domain'
import type { Edited, NodeRecord } from '@espalier/sync'
import { actionTexts } from '../../texts/actions.ts'
import { planGround } from '../workspace/plan-views.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** A key as the help shows it and the keyboard reports it. Letters match by `key`, Alt combinations by `code`. */
export interface Shortcut {
  readonly key: string
  readonly isCommand?: boolean
  readonly isAlt?: boolean
  readonly isShift?: boolean
  /** A familiar key from other programs, in addition to the specification's own. */
  readonly isAlias?: boolean
  /** The browser fires a separate event (copy, cut, paste), with rights that a key event does not have. */
  readonly isClipboardEvent?: boolean
}

/** Something a person can do. Menu, toolbar, keys and help list the same records. */
export interface WorkspaceAction {
  readonly id: string
  /** Omitted: its name in action-labels.ts. */
  readonly label?: (workspace: ProjectWorkspace, nodeId: NodeId | null) => string
  readonly shortcuts?: readonly Shortcut[]
  /** Only editors may run it. */
  readonly isEdit: boolean
  /** Its keys work wherever the focus is on the screen; those of other actions only on the canvas. */
  readonly isScreenWide?: boolean
  /** A key that is held down runs it once; otherwise one long press would create or delete a dozen nodes. */
  readonly ignoresKeyRepeat?: boolean
  /** On a selected node it applies to the whole selection, and menus show to how many nodes. */
  readonly appliesToSelection?: boolean
  /** Omitted: always available. */
  isAvailable?(workspace: ProjectWorkspace, nodeId: NodeId | null): boolean
  /** The node is the menu's, or the current one. */
  run(workspace: ProjectWorkspace, nodeId: NodeId | null): void
}

export const isActionAvailable = (
  action: WorkspaceAction,
  workspace: ProjectWorkspace,
  nodeId: NodeId | null,
): boolean => (!action.isEdit || workspace.client.canEdit.get()) && (action.isAvailable?.(workspace, nodeId) ?? true)

/** Runs an available action; an attempt without permission only logs a warning to the console. */
export function tryAction(action: WorkspaceAction, workspace: ProjectWorkspace, nodeId: NodeId | null): boolean {
  // oxlint-disable-next-line no-console -- the specification asks for a warning here, and for nothing else.
  if (action.isEdit && !workspace.client.canEdit.get()) console.warn(sharingTexts.denied)
  if (!isActionAvailable(action, workspace, nodeId)) return false
  action.run(workspace, nodeId)
  return true
}

interface NodeAction extends Omit<WorkspaceAction, 'isAvailable' | 'run'> {
  isAvailable?(workspace: ProjectWorkspace, node: NodeRecord): boolean
  run(workspace: ProjectWorkspace, node: NodeRecord): void
}

const findNode = (workspace: ProjectWorkspace, id: NodeId | null): NodeRecord | undefined =>
  id === null ? undefined : workspace.client.node(id)

/** Defines an action that needs an existing node. */
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

/** Returns the nodes an action applies to: the whole selection if the node is part of it, else the node alone. */
export function getActionTargets(workspace: ProjectWorkspace, id: NodeId): readonly NodeId[] {
  const { ids } = workspace.selection.get()
  return ids.has(id) && ids.size > 1 ? [...ids].filter((one) => workspace.client.node(one) !== undefined) : [id]
}

export const getPlainTitle = (workspace: ProjectWorkspace, id: NodeId): string =>
  toPlainText(workspace.client.node(id)?.title ?? '')

/** Returns 'Beds', or '3 nodes'. */
export const describeNodes = (workspace: ProjectWorkspace, ids: readonly NodeId[]): string => {
  const [only] = ids
  return ids.length === 1 && only !== undefined ? getPlainTitle(workspace, only) : actionTexts.nodes(ids.length)
}

export const nodeHasChildren = (workspace: ProjectWorkspace, id: NodeId): boolean =>
  workspace.client.graph.children(id).length > 0

export function selectNode(workspace: ProjectWorkspace, id: NodeId): void {
  workspace.selection.set({ ids: new Set([id]), current: id })
}

/** Selects a node and focuses it. */
export function goToNode(workspace: ProjectWorkspace, id: NodeId): void {
  selectNode(workspace, id)
  workspace.map.focus(id)
}

/** Notifies why an edit was rejected; returns true when it was made. */
export function acceptedOrNotify<Value>(
  workspace: ProjectWorkspace,
  edited: Edited<Value>,
): edited is { readonly ok: true; readonly value: Value } {
  if (!edited.ok) workspace.notify(edited.reason, 'failed')
  return edited.ok
}

/** True when the focus is on the plan or nowhere, so that moving it takes it from nobody. */
export function isCanvasFocused(): boolean {
  const active = document.activeElement
  return active === null || active === document.body || active.closest(`${planGround}, main:focus`) !== null
}
