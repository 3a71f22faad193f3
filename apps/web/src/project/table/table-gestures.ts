import { findEdgeStep, listenToGestures, type PointerGesture } from '../../platform/pointer-gestures.ts'
import { moveColumnTo, resizeColumn } from './table-keys.ts'
import type { TableController } from './table-controller.ts'
import { getColumnWidth } from './table-settings.ts'

/** A hand that trembles does not drag. */
const slopPx = 6
/** Near its edges the table scrolls while a range is dragged. */
const edges = { edgePx: 36, stepPx: 12 }

/** A place in the table. */
interface CellPlace {
  readonly index: number
  readonly columnIndex: number
}

export function findCellPlace(table: TableController, target: Element | null): CellPlace | null {
  const cell = target?.closest<HTMLElement>('td[data-column]')
  const key = cell?.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey']
  if (cell == null || key === undefined) return null
  const columnIndex = table.columns.findIndex(({ id }) => id === cell.dataset['column'])
  return { index: table.indexOf(key), columnIndex }
}

/** Selects ranges of cells with a mouse, and sorts, moves and sizes columns. Returns a function that ends it. */
export const listenToTableGestures = (table: TableController, root: HTMLElement): (() => void) =>
  listenToGestures(root, (event) => (event.isPrimary && event.button === 0 ? beginGesture(table, root, event) : null))

function beginGesture(table: TableController, root: HTMLElement, event: PointerEvent): PointerGesture | null {
  const target = event.target instanceof Element ? event.target : null
  const header = target?.closest<HTMLElement>('th[data-column]')
  if (header != null) {
    const columnId = header.dataset['column'] ?? ''
    return target?.closest('[data-resize]') === null
      ? createHeaderDrag(table, root, header, columnId, event)
      : createResize(table, root, columnId, event)
  }
  const isMouse = event.pointerType === 'mouse' || event.pointerType === ''
  if (!isMouse || target?.closest('button, input, [data-cell-editor]') != null) return null
  const place = findCellPlace(table, target)
  return place === null || event.ctrlKey || event.metaKey ? null : createRangeDrag(table, root, place, event)
}

function createRangeDrag(
  table: TableController,
  root: HTMLElement,
  from: CellPlace,
  down: PointerEvent,
): PointerGesture {
  table.goTo(from.index, from.columnIndex, down.shiftKey)
  let last = down
  let frame = 0
  const extend = (): void => {
    const place = findCellPlace(table, document.elementFromPoint(last.clientX, last.clientY))
    const isThere = place?.index === table.currentIndex && place.columnIndex === table.columnIndex
    if (place !== null && !isThere && table.at(place.index) !== undefined)
      table.goTo(place.index, place.columnIndex, true)
  }
  function scroll(): void {
    const box = root.getBoundingClientRect()
    const dx = findEdgeStep(last.clientX, box.left, box.right, edges)
    const dy = findEdgeStep(last.clientY, box.top + edges.edgePx, box.bottom, edges)
    if (dx !== 0 || dy !== 0) {
      root.scrollBy(dx, dy)
      extend()
    }
    frame = requestAnimationFrame(scroll)
  }
  return {
    move(event) {
      last = event
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < slopPx) return
      if (frame === 0) {
        root.setPointerCapture(event.pointerId)
        frame = requestAnimationFrame(scroll)
      }
      extend()
    },
    end: () => undefined,
    cancel: () => cancelAnimationFrame(frame),
  }
}

function createResize(table: TableController, root: HTMLElement, columnId: string, down: PointerEvent): PointerGesture {
  const column = table.columns.find(({ id }) => id === columnId)
  const before = column === undefined ? 0 : getColumnWidth(table.settings.get(), column)
  const resize = (width: number): void => resizeColumn(table, columnId, width)
  down.preventDefault()
  root.setPointerCapture(down.pointerId)
  let isDone = false
  let isMoved = false
  return {
    move(event) {
      isMoved = true
      resize(before + event.clientX - down.clientX)
    },
    end: () => {
      isDone = true
    },
    cancel: () => {
      if (!isDone && isMoved) resize(before)
    },
  }
}

/** A header that is dragged moves its column. A click, which sorts, does not follow then. */
function createHeaderDrag(
  table: TableController,
  root: HTMLElement,
  header: HTMLElement,
  columnId: string,
  down: PointerEvent,
): PointerGesture {
  let isDragging = false
  let place: number | null = null
  const headers = () => [...root.querySelectorAll<HTMLElement>('th[data-column]')]
  const unmark = (): void => {
    for (const one of headers()) delete one.dataset['drop']
    delete header.dataset['dragged']
  }
  return {
    move(event) {
      const dx = event.clientX - down.clientX
      if (columnId === 'title' || event.pointerType === 'touch' || (!isDragging && Math.abs(dx) < slopPx)) return
      if (!isDragging) {
        isDragging = true
        root.setPointerCapture(event.pointerId)
      }
      unmark()
      header.dataset['dragged'] = ''
      const boxes = headers().map((one) => ({ one, box: one.getBoundingClientRect() }))
      const over = boxes.findIndex(({ box }) => event.clientX >= box.left && event.clientX < box.right)
      const from = boxes.findIndex(({ one }) => one === header)
      place = over < 1 || over === from ? null : over
      const target = boxes[over]
      if (place !== null && target !== undefined) target.one.dataset['drop'] = over < from ? 'before' : 'after'
    },
    end() {
      if (isDragging && place !== null) moveColumnTo(table, columnId, place)
    },
    cancel: unmark,
  }
}
