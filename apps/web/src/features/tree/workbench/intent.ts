import { type NodeId, sharingTexts } from '@espalier/domain'
import type { Workbench } from './workbench.ts'

/** A key as the help shows it and the keyboard gives it. Letters by `key`, Alt combinations by `code`. */
export interface Shortcut {
  readonly key: string
  readonly isCommand?: boolean
  readonly isAlt?: boolean
  readonly isShift?: boolean
  /** One of the spec's own; the others are habits from elsewhere. */
  readonly isAlias?: boolean
  /** The browser tells of it by an event of its own (copy, cut, paste), with rights that a key does not have. */
  readonly isByEvent?: boolean
}

/** One thing a person can mean to do. Menu, toolbar, keys and help list the same records. */
export interface Intent {
  readonly id: string
  readonly label: string | ((bench: Workbench, nodeId: NodeId | null) => string)
  readonly shortcuts?: readonly Shortcut[]
  /** Only for those who may edit. */
  readonly isEdit: boolean
  /** Its keys hold wherever the focus is on the screen; those of the others only on the canvas. */
  readonly isOfScreen?: boolean
  /** A key that is held down does it once: otherwise one long press makes, or takes, a dozen nodes. */
  readonly isOnce?: boolean
  /** Left out: always. */
  isOffered?(bench: Workbench, nodeId: NodeId | null): boolean
  /** The node is the menu's, or the current one. */
  run(bench: Workbench, nodeId: NodeId | null): void
}

export const isOffered = (intent: Intent, bench: Workbench, nodeId: NodeId | null): boolean =>
  (!intent.isEdit || bench.board.canEdit.get()) && (intent.isOffered?.(bench, nodeId) ?? true)

export const labelOf = (intent: Intent, bench: Workbench, nodeId: NodeId | null): string =>
  typeof intent.label === 'string' ? intent.label : intent.label(bench, nodeId)

/** Does it where it is offered; an attempt without the right to it is only warned of in the console. */
export function attempt(intent: Intent, bench: Workbench, nodeId: NodeId | null): boolean {
  // oxlint-disable-next-line no-console -- the specification asks for a warning here, and for nothing else.
  if (intent.isEdit && !bench.board.canEdit.get()) console.warn(sharingTexts.denied)
  if (!isOffered(intent, bench, nodeId)) return false
  intent.run(bench, nodeId)
  return true
}
