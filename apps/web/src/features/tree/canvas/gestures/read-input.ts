import type { GestureInput, Modifiers, PointerKind } from '@espalier/canvas'
import type { Point } from '@espalier/layout'
import { findGestureTarget } from './target-at.ts'

/** Events of the browser as the gesture machine knows them: points are counted from the corner of the canvas. */
export interface GestureInputReader {
  readonly down: (event: PointerEvent) => GestureInput
  readonly move: (event: PointerEvent) => GestureInput
  readonly up: (event: PointerEvent) => GestureInput
  readonly wheel: (event: WheelEvent) => GestureInput
  readonly menu: (event: MouseEvent) => GestureInput
}

export function createInputReader(root: HTMLElement): GestureInputReader {
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = root.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  return {
    down: (event) => ({
      kind: 'pointer-down',
      pointerId: event.pointerId,
      pointer: readPointerKind(event),
      button: event.button,
      at: pointOf(event),
      modifiers: readModifiers(event),
      on: findGestureTarget(event.target),
      timeMs: event.timeStamp,
    }),
    move: (event) => ({
      kind: 'pointer-move',
      pointerId: event.pointerId,
      at: pointOf(event),
      modifiers: readModifiers(event),
    }),
    up: (event) => ({
      kind: 'pointer-up',
      pointerId: event.pointerId,
      at: pointOf(event),
      modifiers: readModifiers(event),
      timeMs: event.timeStamp,
    }),
    wheel: (event) => ({
      kind: 'wheel',
      deltaX: event.deltaX,
      deltaY: event.deltaY,
      deltaMode: event.deltaMode,
      at: pointOf(event),
      modifiers: readModifiers(event),
    }),
    menu: (event) => ({ kind: 'menu', at: pointOf(event), on: findGestureTarget(event.target) }),
  }
}

const readModifiers = ({ shiftKey, ctrlKey, metaKey }: MouseEvent): Modifiers => ({
  isShift: shiftKey,
  isCommand: ctrlKey || metaKey,
})

/** A device that the browser cannot name is used like a mouse. */
const readPointerKind = ({ pointerType }: PointerEvent): PointerKind =>
  pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
