import { findEdgeStep, listenToGestures, type PointerGesture } from '../../platform/pointer-gestures.ts'
import { outlineTexts } from '../../texts/outline.ts'
import { getActionTargets } from '../actions/action.ts'
import { cycleStatusAction } from '../actions/node-actions.ts'
import type { OutlineController } from './outline-controller.ts'
import { findRowDrop, type RowDrop } from './outline-drop.ts'
import { dropRows, indentRow, outdentRow } from './outline-edits.ts'
import type { OutlineRow } from './outline-rows.ts'
import styles from './Outline.module.css'

/** A hand that trembles does not drag. */
const slopPx = 6
/** Near its edges the outline scrolls while a row is dragged. */
const edges = { edgePx: 40, stepPx: 10 }

/** Drags rows by their handles, and swipes them with a finger. Returns a function that ends it. */
export const listenToOutlineGestures = (outline: OutlineController, root: HTMLElement): (() => void) =>
  listenToGestures(root, (event) => beginGesture(outline, root, event))

function beginGesture(outline: OutlineController, root: HTMLElement, event: PointerEvent): PointerGesture | null {
  if (!outline.workspace.client.canEdit.get() || !event.isPrimary || event.button !== 0) return null
  const target = event.target instanceof Element ? event.target : null
  const element = target?.closest<HTMLElement>('[data-row-key]') ?? null
  const row = element === null ? undefined : outline.at(outline.indexOf(element.dataset['rowKey'] ?? ''))
  if (target === null || element === null || row === undefined) return null
  if (target.closest('[data-handle]') !== null) return createDrag(outline, root, row, event)
  const isText = target.closest('[role=textbox]') !== null
  return event.pointerType === 'touch' && !isText ? createSwipe(outline, root, row, element, event) : null
}

function createDrag(
  outline: OutlineController,
  root: HTMLElement,
  row: OutlineRow,
  from: PointerEvent,
): PointerGesture {
  const asked = new Set(getActionTargets(outline.workspace, row.id))
  // A node may have several rows: the dragged one counts, otherwise the first.
  const dragged = outline.rows.filter(({ id, key, isFirst }) =>
    id === row.id ? key === row.key : isFirst && asked.has(id),
  )
  const mark = document.createElement('div')
  mark.className = styles.dropMark ?? ''
  let isDragging = false
  let last = from
  let target: RowDrop | null = null
  let frame = 0

  function show(): void {
    target = findRowDrop(outline, root, dragged, { x: last.clientX, y: last.clientY })
    if (target === null) return mark.remove()
    mark.style.transform = `translate(${target.x}px, ${target.y}px)`
    if (!mark.isConnected) root.firstElementChild?.append(mark)
  }
  function scroll(): void {
    const { top, bottom } = root.getBoundingClientRect()
    const by = findEdgeStep(last.clientY, top, bottom, edges)
    if (by !== 0) {
      root.scrollTop += by
      show()
    }
    frame = requestAnimationFrame(scroll)
  }
  return {
    move(event) {
      last = event
      if (!isDragging && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < slopPx) return
      if (!isDragging) {
        isDragging = true
        root.setPointerCapture(event.pointerId)
        root.dataset['dragging'] = ''
        frame = requestAnimationFrame(scroll)
      }
      show()
    },
    end() {
      if (isDragging && target !== null) dropRows(outline, dragged, target)
    },
    cancel() {
      cancelAnimationFrame(frame)
      mark.remove()
      delete root.dataset['dragging']
    },
  }
}

type Swipe = keyof typeof outlineTexts.swipes

const swipeActs: Readonly<Record<Swipe, (outline: OutlineController, row: OutlineRow) => void>> = {
  indent: indentRow,
  outdent: outdentRow,
  status: ({ workspace }, { id }) => cycleStatusAction.run(workspace, id),
}

const shortSwipePx = 56
/** A swipe over this share of the row changes the status; a shorter one moves the row in or out. */
const longSwipeShare = 0.45

function findSwipe(dx: number, width: number): Swipe | null {
  if (dx > width * longSwipeShare) return 'status'
  if (dx > shortSwipePx) return 'indent'
  return dx < -shortSwipePx ? 'outdent' : null
}

function createSwipe(
  outline: OutlineController,
  root: HTMLElement,
  row: OutlineRow,
  element: HTMLElement,
  from: PointerEvent,
): PointerGesture {
  let swipe: Swipe | null = null
  let isSwiping = false
  return {
    move(event) {
      const [dx, dy] = [event.clientX - from.clientX, event.clientY - from.clientY]
      if (!isSwiping) {
        if (Math.abs(dx) < 2 * slopPx || Math.abs(dx) < 1.5 * Math.abs(dy)) return
        isSwiping = true
        root.setPointerCapture(event.pointerId)
      }
      swipe = findSwipe(dx, root.clientWidth)
      element.style.translate = `${dx}px 0`
      element.dataset['swipe'] = swipe === null ? '' : outlineTexts.swipes[swipe]
      element.dataset['swipeSide'] = dx < 0 ? 'end' : 'start'
    },
    end() {
      if (swipe === null) return
      outline.use(row)
      const { selection } = outline.workspace
      if (!selection.get().ids.has(row.id)) selection.set({ ids: new Set([row.id]), current: row.id })
      swipeActs[swipe](outline, row)
    },
    cancel() {
      element.style.translate = ''
      delete element.dataset['swipe']
      delete element.dataset['swipeSide']
    },
  }
}
