import type { NodeId } from '@espalier/domain'
import type { Workbench } from './workbench.ts'

/** A key as the help shows it and the keyboard gives it. Letters by `key`, Alt combinations by `code`. */
export interface Shortcut {
  readonly key: string
  readonly isCommand?: boolean
  readonly isAlt?: boolean
  readonly isShift?: boolean
  /** One of the spec's own; the others are habits from elsewhere. */
  readonly isAlias?: boolean
}

/** One thing a person can mean to do. Menu, toolbar, keys and help list the same records. */
export interface Intent {
  readonly id: string
  readonly label: string | ((bench: Workbench, nodeId: NodeId | null) => string)
  readonly shortcuts?: readonly Shortcut[]
  /** Only for those who may edit. */
  readonly isEdit: boolean
  /** Left out: always. */
  isOffered?(bench: Workbench, nodeId: NodeId | null): boolean
  /** The node is the menu's, or the current one. */
  run(bench: Workbench, nodeId: NodeId | null): void
}
