import type { NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import type { WheelDelta } from '../viewport/wheel.ts'

export type PointerKind = 'mouse' | 'pen' | 'touch'

export interface Modifiers {
  readonly isShift: boolean
  /** Ctrl, or Cmd on a Mac. */
  readonly isCommand: boolean
}

/** The element under the pointer. A control is a button or a field inside a node, which handles its own clicks. */
export type GestureTarget =
  | { readonly kind: 'empty' }
  | { readonly kind: 'node'; readonly id: NodeId }
  | { readonly kind: 'link-handle'; readonly id: NodeId }
  | { readonly kind: 'control'; readonly id: NodeId | null }

export const mouseButtons = { main: 0, middle: 1, second: 2 } as const

/** All points are in screen coordinates relative to the corner of the canvas. */
export interface PointerDown {
  readonly kind: 'pointer-down'
  readonly pointerId: number
  readonly pointer: PointerKind
  readonly button: number
  readonly at: Point
  readonly modifiers: Modifiers
  readonly on: GestureTarget
  /** The event's timestamp; only differences count. */
  readonly timeMs: number
}

export interface PointerMove {
  readonly kind: 'pointer-move'
  readonly pointerId: number
  readonly at: Point
  readonly modifiers: Modifiers
}

export interface PointerUp {
  readonly kind: 'pointer-up'
  readonly pointerId: number
  readonly at: Point
  readonly modifiers: Modifiers
  readonly timeMs: number
}

/** The browser took the pointer away, or its capture was lost. */
export interface PointerCancel {
  readonly kind: 'pointer-cancel'
  readonly pointerId: number
}

export interface WheelInput extends WheelDelta {
  readonly kind: 'wheel'
  readonly at: Point
  readonly modifiers: Modifiers
}

export interface KeyInput {
  readonly kind: 'key-down' | 'key-up'
  readonly key: 'Space' | 'Escape'
  /** The keyboard repeats a key that is held. */
  readonly isRepeat: boolean
}

/** The system's request for a menu: the second button, the menu key, or a long press as the browser sees it. */
export interface MenuInput {
  readonly kind: 'menu'
  readonly at: Point
  readonly on: GestureTarget
}

/** The requested time has passed. */
export interface TimerInput {
  readonly kind: 'timer'
}

/** One of the requested frames has passed. */
export interface FrameInput {
  readonly kind: 'frame'
  readonly elapsedMs: number
}

/** The window lost the focus or the canvas is unmounted: the current gesture ends. */
export interface CancelInput {
  readonly kind: 'cancel'
}

export type GestureInput =
  | PointerDown
  | PointerMove
  | PointerUp
  | PointerCancel
  | WheelInput
  | KeyInput
  | MenuInput
  | TimerInput
  | FrameInput
  | CancelInput
