import type { NodeId } from '@espalier/domain'
import type { Point, Rect, Size } from '@espalier/layout'
import type {
  FrameInput,
  GestureTarget,
  KeyInput,
  MenuInput,
  PointerDown,
  PointerKind,
  PointerMove,
  PointerUp,
  WheelInput,
} from './input.ts'

/**
 * The effects for the caller to carry out. Points and rectangles are in screen coordinates relative to the canvas'
 * corner.
 */
export type GestureEffect =
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'zoom-about'; readonly factor: number; readonly at: Point }
  /** Selects only this node, or (toggle) adds it to the selection or removes it. */
  | { readonly kind: 'press'; readonly id: NodeId; readonly isToggle: boolean }
  | { readonly kind: 'double-press'; readonly on: GestureTarget; readonly at: Point }
  | { readonly kind: 'clear-selection' }
  /** Drags the selection, which contains this node by now. Alone: without its descendants. */
  | { readonly kind: 'start-drag'; readonly id: NodeId; readonly from: Point; readonly isAlone: boolean }
  | { readonly kind: 'drag-over'; readonly id: NodeId; readonly at: Point; readonly isAlone: boolean }
  | { readonly kind: 'drop'; readonly id: NodeId; readonly at: Point; readonly isAlone: boolean }
  | { readonly kind: 'cancel-drag' }
  | { readonly kind: 'start-link'; readonly id: NodeId; readonly from: Point }
  | { readonly kind: 'link-over'; readonly id: NodeId; readonly at: Point }
  | { readonly kind: 'drop-link'; readonly id: NodeId; readonly at: Point }
  | { readonly kind: 'cancel-link' }
  /** Adding: the previous selection stays. */
  | { readonly kind: 'frame-changed'; readonly frame: Rect; readonly isAdding: boolean }
  | { readonly kind: 'frame-ended'; readonly frame: Rect; readonly isAdding: boolean }
  | { readonly kind: 'cancel-frame' }
  /** Null: on the empty canvas. */
  | { readonly kind: 'open-menu'; readonly id: NodeId | null; readonly at: Point }
  /** Space was pressed and released without a drag. */
  | { readonly kind: 'tap-space' }
  /** Requests `timer` after this time, unless `stop-timer` comes first. */
  | { readonly kind: 'ask-timer'; readonly afterMs: number }
  | { readonly kind: 'stop-timer' }
  /** Requests `frame` with every frame until `stop-frames`. */
  | { readonly kind: 'ask-frames' }
  | { readonly kind: 'stop-frames' }
  /** The gesture captures this pointer. */
  | { readonly kind: 'capture-pointer'; readonly pointerId: number }

/** The last press, to detect a double press. */
export interface LastPress {
  readonly on: GestureTarget
  readonly at: Point
  readonly timeMs: number
}

export interface Idle {
  readonly kind: 'idle'
  readonly lastPress: LastPress | null
}

/** A pointer is down and has not moved far enough to mean anything but a press. */
export interface Pressing {
  readonly kind: 'pressing'
  readonly down: PointerDown
  /** Follows a press on the same target closely. */
  readonly isSecond: boolean
}

export interface Panning {
  readonly kind: 'panning'
  readonly pointerId: number
  readonly pointer: PointerKind
  readonly at: Point
}

export interface Finger {
  readonly pointerId: number
  readonly at: Point
}

export const toFinger = ({ pointerId, at }: Finger): Finger => ({ pointerId, at })

export interface Pinching {
  readonly kind: 'pinching'
  readonly fingers: readonly [Finger, Finger]
}

/** A drag that pans when it reaches the edge of the view. */
export interface EdgeDrag {
  readonly pointerId: number
  readonly at: Point
  readonly isAtEdge: boolean
}

export interface Dragging extends EdgeDrag {
  readonly kind: 'dragging'
  readonly id: NodeId
  /** Shift is held: the node moves without its descendants. */
  readonly isAlone: boolean
}

export interface DraggingLink extends EdgeDrag {
  readonly kind: 'dragging-link'
  readonly id: NodeId
}

export interface Framing extends EdgeDrag {
  readonly kind: 'framing'
  readonly from: Point
  readonly isAdding: boolean
}

/** The menu is open and the finger still down. */
export interface LongPress {
  readonly kind: 'long-press'
  readonly pointerId: number
}

/** Space is held. */
export interface SpacePanning {
  readonly kind: 'space-panning'
  readonly held: { readonly pointerId: number; readonly pointer: PointerKind; readonly at: Point } | null
  readonly hasDragged: boolean
}

export type GestureState =
  | Idle
  | Pressing
  | Panning
  | Pinching
  | Dragging
  | DraggingLink
  | Framing
  | LongPress
  | SpacePanning

export const atRest: Idle = { kind: 'idle', lastPress: null }

export interface GestureContext {
  readonly canEdit: boolean
  isSelected(id: NodeId): boolean
  /** The size of the canvas on the screen. */
  readonly size: Size
  /** A setting: the wheel zooms without Ctrl. */
  readonly doesWheelZoom: boolean
}

export interface GestureStep {
  readonly state: GestureState
  readonly effects: readonly GestureEffect[]
}

export const gestureStep = (state: GestureState, ...effects: readonly GestureEffect[]): GestureStep => ({
  state,
  effects,
})

/** The rules of one state. An input without a rule changes nothing. */
export interface GestureRules<State extends GestureState> {
  /** The pointers that the state follows. Of all others it only receives pointer-down. */
  heldPointers(state: State): readonly number[]
  onDown?(state: State, input: PointerDown, context: GestureContext): GestureStep
  onMove?(state: State, input: PointerMove, context: GestureContext): GestureStep
  onUp?(state: State, input: PointerUp, context: GestureContext): GestureStep
  onWheel?(state: State, input: WheelInput, context: GestureContext): GestureStep
  onSpace?(state: State, input: KeyInput, context: GestureContext): GestureStep
  onMenu?(state: State, input: MenuInput, context: GestureContext): GestureStep
  onTimer?(state: State, context: GestureContext): GestureStep
  onFrame?(state: State, input: FrameInput, context: GestureContext): GestureStep
  /** Handles Escape, a lost pointer or a left window. It ends at rest. */
  onCancel(state: State): GestureStep
}
