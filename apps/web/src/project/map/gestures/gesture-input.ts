import type { GestureInput, GestureTarget, Modifiers, PointerKind } from '@espalier/canvas'
import { nodeLinksId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { isFarOut } from '../scene/drawn-nodes.ts'

const textSelector = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const controlSelector = `button:enabled, a, [role="toolbar"], ${textSelector}`

/** Buttons, links and fields: the browser knows what to do with a press on them. */
export const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(controlSelector) !== null

/** A text has its spelling and its clipboard in the browser's menu, a link its new tab. */
export const hasBrowserMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`a, ${textSelector}`) !== null

/** What a pointer is on. The virtual parent of linked projects is as good as the ground: it can be neither picked nor moved. */
export function findGestureTarget(target: EventTarget | null): GestureTarget {
  if (!(target instanceof Element)) return { kind: 'empty' }
  const node = target.closest<HTMLElement>('[data-node-id]')
  const id = node?.dataset['nodeId'] ?? null
  if (id !== null && target.closest('[data-link-handle]') !== null) {
    // Until the zoom rests a node keeps its buttons. A finger on its middle is given the nearest of them, and would link, not move.
    return { kind: isFarOut(readZoom(target)) ? 'node' : 'link-handle', id }
  }
  if (isOnControl(target) || isAroundText(target, node)) return { kind: 'control', id: id === nodeLinksId ? null : id }
  return id === null || id === nodeLinksId ? { kind: 'empty' } : { kind: 'node', id }
}

const readZoom = (target: Element): number => Number(target.closest<HTMLElement>('[data-zoom]')?.dataset['zoom'] ?? 1)

/** A slip beside the letters of an open editor is no press on the node, which would close it. */
const isAroundText = (target: Element, node: Element | null): boolean =>
  node !== null && target !== node && node.contains(target) && target.querySelector('[role="textbox"]') !== null

/** Events of the browser as the gesture machine knows them: points are counted from the corner of the canvas. */
interface GestureInputReader {
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
