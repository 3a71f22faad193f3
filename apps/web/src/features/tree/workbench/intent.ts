import { type NodeId, sharingTexts } from '@espalier/domain'
import type { ProjectWorkspace } from './workbench.ts'

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

export const isActionAvailable = (action: WorkspaceAction, workspace: ProjectWorkspace, nodeId: NodeId | null): boolean =>
  (!action.isEdit || workspace.board.canEdit.get()) && (action.isAvailable?.(workspace, nodeId) ?? true)

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
