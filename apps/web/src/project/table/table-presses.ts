import type { FocusEvent, MouseEvent, PointerEvent } from 'react'
import { clearCells, copyCells, isPastedBranch, pasteCells } from './table-clipboard.ts'
import type { TableController } from './table-controller.ts'
import { findCellPlace } from './table-gestures.ts'

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** A text that is being written, or a control of a cell, handles its own presses. */
const ownPresses = 'button, a, input, select, [role=textbox], [data-cell-editor], th'

const findPressedCell = (table: TableController, target: EventTarget | null) =>
  target instanceof Element && !isInside(target, ownPresses) ? findCellPlace(table, target) : null

const isCurrentCell = (table: TableController, place: ReturnType<typeof findCellPlace>): boolean =>
  place !== null && place.index === table.currentIndex && place.columnIndex === table.columnIndex

/** The press that a click belongs to. */
let pressed = { isTouch: false, wasCurrent: false }

export const pressCell = {
  down(table: TableController, event: PointerEvent): void {
    // A value that is refused stays in its editor until it is corrected or given up with Esc.
    if (!isInside(event.target, '[data-cell-editor]') && !table.finishEdit()) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const place = findPressedCell(table, event.target)
    pressed = { isTouch: event.pointerType === 'touch', wasCurrent: isCurrentCell(table, place) }
  },

  /** A finger selects with the first tap and edits with the second; a mouse has selected already. */
  click(table: TableController, event: MouseEvent): void {
    const place = findPressedCell(table, event.target)
    const row = place === null ? undefined : table.at(place.index)
    if (place === null || row === undefined) return
    if (event.ctrlKey || event.metaKey) {
      const ids = new Set(table.workspace.selection.get().ids)
      if (!ids.delete(row.id)) ids.add(row.id)
      table.use(row, table.columns[place.columnIndex]?.id ?? 'title')
      table.workspace.selection.set({ ids, current: row.id })
    } else if (pressed.isTouch && pressed.wasCurrent) table.editCurrent()
    else if (!event.shiftKey && !isCurrentCell(table, place)) table.goTo(place.index, place.columnIndex)
  },

  doubleClick(table: TableController, event: MouseEvent): void {
    if (!pressed.isTouch && findPressedCell(table, event.target) !== null) table.editCurrent()
  },
}

/** The focus makes a cell the current one, however it came. */
export function handleCellFocus(table: TableController, { target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || target.dataset['column'] === undefined) return
  const place = findCellPlace(table, target)
  const row = place === null ? undefined : table.at(place.index)
  if (row === undefined) return
  table.use(row, target.dataset['column'])
  const { selection } = table.workspace
  const { ids, current } = selection.get()
  if (current !== row.id) selection.set({ ids: ids.has(row.id) ? ids : new Set([row.id]), current: row.id })
}

export function openCellMenu(table: TableController, event: MouseEvent): void {
  // In a text the browser's own menu has the spelling and the clipboard.
  if (isInside(event.target, '[role=textbox], input, [data-cell-editor]') || !(event.target instanceof Element)) return
  const place = findCellPlace(table, event.target)
  const row = place === null ? undefined : table.at(place.index)
  if (place === null || row === undefined) return
  event.preventDefault()
  if (!table.workspace.selection.get().ids.has(row.id)) table.goTo(place.index, place.columnIndex)
  table.workspace.menu.set({ nodeId: row.id, at: { x: event.clientX, y: event.clientY } })
}

/**
 * Copies, cuts and pastes cells while one has the focus. It comes before the clipboard of branches, which still handles
 * what is cut in the column of titles and branches that are pasted there. Returns a function that ends it.
 */
export function listenToCellClipboard(table: TableController, root: HTMLElement): () => void {
  const listening = new AbortController()
  const isOnCell = (): boolean =>
    document.activeElement instanceof HTMLElement &&
    root.contains(document.activeElement) &&
    document.activeElement.matches('td[data-column]')
  const copy = (event: ClipboardEvent): void => {
    const isCut = event.type === 'cut'
    if (!isOnCell() || (isCut && table.column?.id === 'title')) return
    const copied = copyCells(table)
    if (copied === null) return
    event.clipboardData?.setData('text/plain', copied.text)
    event.clipboardData?.setData('text/html', copied.html)
    event.preventDefault()
    if (isCut && table.workspace.client.canEdit.get()) clearCells(table)
  }
  const paste = (event: ClipboardEvent): void => {
    const [text = '', html = ''] = ['text/plain', 'text/html'].map((type) => event.clipboardData?.getData(type) ?? '')
    if (!isOnCell() || (isPastedBranch({ text, html }) && table.column?.id === 'title')) return
    event.preventDefault()
    pasteCells(table, { text, html })
  }
  const options = { signal: listening.signal, capture: true }
  document.addEventListener('copy', copy, options)
  document.addEventListener('cut', copy, options)
  document.addEventListener('paste', paste, options)
  return () => listening.abort()
}
