import type { NodeId } from '@espalier/domain'
import type { Point, Size } from '@espalier/layout'
import type { GestureEffect } from './effect.ts'
import type { GestureTarget, PointerDown, PointerKind } from './input.ts'

/** The last press, for the one that may follow it. */
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
  /** Follows a press on the same thing closely. */
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

/** What can be carried to the edge of the view, which then moves. */
export interface EdgeDrag {
  readonly pointerId: number
  readonly at: Point
  readonly isAtEdge: boolean
}

export interface Dragging extends EdgeDrag {
  readonly kind: 'dragging'
  readonly id: NodeId
  /** Shift is held: the node moves without what hangs below it. */
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
  /** Of the canvas on the screen. */
  readonly size: Size
  /** A setting: the wheel zooms without Ctrl. */
  readonly doesWheelZoom: boolean
}

export interface GestureStep {
  readonly state: GestureState
  readonly effects: readonly GestureEffect[]
}

export const gestureStep = (state: GestureState, ...effects: readonly GestureEffect[]): GestureStep => ({ state, effects })
