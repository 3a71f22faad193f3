import type { GestureInput, GestureTarget, Modifiers, PointerKind } from '@espalier/canvas/gestures'
import { nodeLinksId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { isFarOut } from '../scene/drawn-nodes.ts'

const textSelector = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const controlSelector = `button:enabled, a, [role="toolbar"], ${textSelector}`

/** The browser handles a press on buttons, links and fields. */
export const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(controlSelector) !== null

/** The browser's menu offers spelling and clipboard for a text, and a new tab for a link. */
export const hasBrowserMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`a, ${textSelector}`) !== null

/**
 * Finds what a pointer is on. The virtual parent of linked projects counts as ground: it can be neither picked nor
 * moved.
 */
export function findGestureTarget(target: EventTarget | null): GestureTarget {
  if (!(target instanceof Element)) return { kind: 'empty' }
  const node = target.closest<HTMLElement>('[data-node-id]')
  const id = node?.dataset['nodeId'] ?? null
  if (id !== null && target.closest('[data-link-handle]') !== null) {
    // A node keeps its buttons until the zoom settles. A finger on its middle would hit the nearest one and link
    // instead of move.
    return { kind: isFarOut(readZoom(target)) ? 'node' : 'link-handle', id }
  }
  if (isOnControl(target) || isAroundText(target, node)) return { kind: 'control', id: id === nodeLinksId ? null : id }
  return id === null || id === nodeLinksId ? { kind: 'empty' } : { kind: 'node', id }
}

const readZoom = (target: Element): number => Number(target.closest<HTMLElement>('[data-zoom]')?.dataset['zoom'] ?? 1)

/** A press beside the text of an open editor must not count as a press on the node, which would close it. */
const isAroundText = (target: Element, node: Element | null): boolean =>
  node !== null && target !== node && node.contains(target) && target.querySelector('[role="textbox"]') !== null

/** Converts browser events for the gesture machine; points are relative to the corner of the canvas. */
interface GestureInputReader {
  readonly down: (event: PointerEvent) => GestureInput
  readonly move: (event: PointerEvent) => GestureInput
  readonly up: (event: PointerEvent) => GestureInput
  readonly wheel: (event: WheelEvent) => GestureInput
  readonly menu: (event: MouseEvent) => GestureInput
}

export function createInputReader(root: HTMLElement): GestureInputReader {
  const toCanvasPoint = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = root.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  return {
    down: (event) => ({
      kind: 'pointer-down',
      pointerId: event.pointerId,
      pointer: readPointerKind(event),
      button: event.button,
      at: toCanvasPoint(event),
      modifiers: readModifiers(event),
      on: findGestureTarget(event.target),
      timeMs: event.timeStamp,
    }),
    move: (event) => ({
      kind: 'pointer-move',
      pointerId: event.pointerId,
      at: toCanvasPoint(event),
      modifiers: readModifiers(event),
    }),
    up: (event) => ({
      kind: 'pointer-up',
      pointerId: event.pointerId,
      at: toCanvasPoint(event),
      modifiers: readModifiers(event),
      timeMs: event.timeStamp,
    }),
    wheel: (event) => ({
      kind: 'wheel',
      deltaX: event.deltaX,
      deltaY: event.deltaY,
      deltaMode: event.deltaMode,
      at: toCanvasPoint(event),
      modifiers: readModifiers(event),
    }),
    menu: (event) => ({ kind: 'menu', at: toCanvasPoint(event), on: findGestureTarget(event.target) }),
  }
}

const readModifiers = ({ shiftKey, ctrlKey, metaKey }: MouseEvent): Modifiers => ({
  isShift: shiftKey,
  isCommand: ctrlKey || metaKey,
})

/** An unknown device is treated as a mouse. */
const readPointerKind = ({ pointerType }: PointerEvent): PointerKind =>
  pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
