import type { Point } from '@espalier/layout'
import { findEdgeStep } from '../../platform/pointer-gestures.ts'
import styles from './ItemDrags.module.css'

/** A hand that trembles does not drag. */
const slopPx = 6
/** A finger that rests this long picks the item up; one that moves earlier scrolls. */
const longPressMs = 350
/** Near its edges a scrolling part scrolls while an item is dragged. */
const edges = { edgePx: 48, stepPx: 12 }

/** How a view lets its items be dragged. */
interface DragRules<Item> {
  /** Returns the item at an element, null if it cannot be dragged there. */
  find(target: Element): { readonly item: Item; readonly element: HTMLElement } | null
  /** Shows where the item would be dropped. */
  over(item: Item, at: Point): void
  /** Drops it at the place that was shown last. */
  drop(item: Item): void
  /** Hides the place. Called after a drop, too. */
  leave(): void
  /** Returns the parts that scroll when the pointer is near their edges. */
  listScrollers(at: Point): readonly HTMLElement[]
  /** A finger has rested on the item without moving it. */
  openMenu(item: Item, at: Point): void
}

interface Gesture {
  readonly isTouch: boolean
  isDragging(): boolean
  move(event: PointerEvent): void
  end(): void
  cancel(): void
}

/** Drags items with the mouse, or with a finger after a long press. Returns a function that ends it. */
export function listenToItemDrags<Item>(root: HTMLElement, rules: DragRules<Item>): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let gesture: Gesture | null = null
  const finish = (): void => {
    gesture?.cancel()
    gesture = null
  }
  root.addEventListener(
    'pointerdown',
    (event) => {
      finish()
      const target = event.target instanceof Element ? event.target : null
      if (!event.isPrimary || event.button !== 0 || target === null) return
      if (target.closest('button, [role=textbox], [role=menu]') !== null) return
      const found = rules.find(target)
      if (found !== null) gesture = createDrag(root, rules, found.item, found.element, event)
    },
    { signal },
  )
  root.addEventListener('pointermove', (event) => gesture?.move(event), { signal })
  root.addEventListener(
    'pointerup',
    () => {
      gesture?.end()
      finish()
    },
    { signal },
  )
  root.addEventListener('pointercancel', finish, { signal })
  // Otherwise the browser would scroll with the finger that drags.
  root.addEventListener('touchmove', (event) => gesture?.isDragging() === true && event.preventDefault(), {
    signal,
    passive: false,
  })
  // A long press of a finger is ours: it drags, and lifted at once it opens the menu.
  root.addEventListener(
    'contextmenu',
    (event) => {
      if (gesture?.isTouch !== true) return
      event.preventDefault()
      event.stopPropagation()
    },
    { signal, capture: true },
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || gesture?.isDragging() !== true) return
      event.stopPropagation()
      finish()
    },
    { signal, capture: true },
  )
  return () => {
    finish()
    listening.abort()
  }
}

function createDrag<Item>(
  root: HTMLElement,
  rules: DragRules<Item>,
  item: Item,
  element: HTMLElement,
  from: PointerEvent,
): Gesture {
  const isTouch = from.pointerType === 'touch'
  let last: Point = { x: from.clientX, y: from.clientY }
  let ghost: HTMLElement | null = null
  let hasMoved = false
  let frame = 0
  let timer = 0

  function begin(): void {
    ghost = createGhost(root, element)
    root.setPointerCapture(from.pointerId)
    root.dataset['dragging'] = ''
    frame = requestAnimationFrame(scroll)
    show()
  }
  function show(): void {
    if (ghost === null) return
    ghost.style.translate = `${last.x - from.clientX}px ${last.y - from.clientY}px`
    if (hasMoved) rules.over(item, last)
  }
  function scroll(): void {
    const hasScrolled = hasMoved && rules.listScrollers(last).some((scroller) => scrollNearEdges(scroller, last))
    if (hasScrolled) show()
    frame = requestAnimationFrame(scroll)
  }
  if (isTouch) timer = window.setTimeout(begin, longPressMs)
  return {
    isTouch,
    isDragging: () => ghost !== null,
    move(event) {
      last = { x: event.clientX, y: event.clientY }
      const isFar = Math.hypot(last.x - from.clientX, last.y - from.clientY) >= slopPx
      hasMoved ||= isFar && (ghost !== null || !isTouch)
      if (ghost === null && isFar) {
        if (isTouch) window.clearTimeout(timer)
        else begin()
      }
      show()
    },
    end() {
      if (ghost === null) return
      if (hasMoved) rules.drop(item)
      else rules.openMenu(item, last)
    },
    cancel() {
      window.clearTimeout(timer)
      cancelAnimationFrame(frame)
      if (ghost === null) return
      ghost.remove()
      ghost = null
      delete root.dataset['dragging']
      rules.leave()
    },
  }
}

/** The picture of the item that follows the pointer. */
function createGhost(root: HTMLElement, element: HTMLElement): HTMLElement {
  const { left, top, width, height } = element.getBoundingClientRect()
  const ghost = element.cloneNode(true) as HTMLElement
  for (const name of ['id', 'role', 'tabindex', 'data-node-id', 'aria-label', 'aria-describedby'])
    ghost.removeAttribute(name)
  for (const part of ghost.querySelectorAll('[id]')) part.removeAttribute('id')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.classList.add(styles.ghost ?? '')
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  root.append(ghost)
  return ghost
}

/** Returns whether it has scrolled. */
function scrollNearEdges(scroller: HTMLElement, { x, y }: Point): boolean {
  const { top, bottom, left, right } = scroller.getBoundingClientRect()
  const before = scroller.scrollTop + scroller.scrollLeft
  scroller.scrollTop += findEdgeStep(y, top, bottom, edges)
  scroller.scrollLeft += findEdgeStep(x, left, right, edges)
  return scroller.scrollTop + scroller.scrollLeft !== before
}
