import type { NodeId } from '@espalier/domain'
import type { Point, Rect } from '@espalier/layout'
import type { GestureTarget } from './input.ts'

/** What the hand has done, for others to carry out. Points and rects are on the screen, counted from the canvas' corner. */
export type GestureEffect =
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'zoom-about'; readonly factor: number; readonly at: Point }
  /** Select this node alone, or (toggle) take it into the selection or out of it. */
  | { readonly kind: 'press'; readonly id: NodeId; readonly isToggle: boolean }
  | { readonly kind: 'double-press'; readonly on: GestureTarget; readonly at: Point }
  | { readonly kind: 'clear-selection' }
  /** A drag of the selection, which holds this node by now. Alone: without what hangs below. */
  | { readonly kind: 'start-drag'; readonly id: NodeId; readonly from: Point; readonly isAlone: boolean }
  | { readonly kind: 'drag-over'; readonly id: NodeId; readonly at: Point; readonly isAlone: boolean }
  | { readonly kind: 'drop'; readonly id: NodeId; readonly at: Point; readonly isAlone: boolean }
  | { readonly kind: 'cancel-drag' }
  | { readonly kind: 'start-link'; readonly id: NodeId; readonly from: Point }
  | { readonly kind: 'link-over'; readonly id: NodeId; readonly at: Point }
  | { readonly kind: 'drop-link'; readonly id: NodeId; readonly at: Point }
  | { readonly kind: 'cancel-link' }
  /** Adding: what was selected before stays selected. */
  | { readonly kind: 'frame-changed'; readonly frame: Rect; readonly isAdding: boolean }
  | { readonly kind: 'frame-ended'; readonly frame: Rect; readonly isAdding: boolean }
  | { readonly kind: 'cancel-frame' }
  /** Null: on the empty canvas. */
  | { readonly kind: 'open-menu'; readonly id: NodeId | null; readonly at: Point }
  /** Space was pressed and let go, and nothing was dragged meanwhile. */
  | { readonly kind: 'tap-space' }
  /** Send `timer` after this time, unless `stop-timer` comes first. */
  | { readonly kind: 'ask-timer'; readonly afterMs: number }
  | { readonly kind: 'stop-timer' }
  /** Send `frame` with every frame until `stop-frames`. */
  | { readonly kind: 'ask-frames' }
  | { readonly kind: 'stop-frames' }
  /** The gesture holds this pointer from here on, wherever it goes. */
  | { readonly kind: 'capture-pointer'; readonly pointerId: number }
