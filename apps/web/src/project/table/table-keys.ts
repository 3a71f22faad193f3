import type { KeyboardEvent } from 'react'
import { tableTexts as texts } from '../../texts/table.ts'
import { tryAction } from '../actions/action.ts'
import { foldAction } from '../actions/fold-actions.ts'
import type { TitleSession } from '../editor/title-session.ts'
import { nameKey } from '../outline/row-keys.ts'
import { clearCells, fillDown } from './table-clipboard.ts'
import type { TableController } from './table-controller.ts'
import { columnWidths, getColumnWidth, limitWidth, moveColumn, stepSort } from './table-settings.ts'
import type { CellFocus } from './table-stage.ts'

/** A page of rows. */
const pageRows = 15

/** Goes up or down over the headings of groups. */
function stepRow(table: TableController, by: number, isExtending: boolean): void {
  const towards = by < 0 ? -1 : 1
  const wanted = table.currentIndex + by
  const index = wanted < 0 || wanted >= table.rows.length ? -1 : table.findNodeRow(wanted, towards)
  const edge = Math.abs(by) === 1 ? -1 : table.findNodeRow(by < 0 ? 0 : table.rows.length - 1, by < 0 ? 1 : -1)
  table.goTo(index < 0 ? edge : index, table.columnIndex, isExtending)
}

function stepColumn(table: TableController, by: number, isExtending: boolean): void {
  const next = table.columnIndex + by
  if (next >= 0 && next < table.columns.length) table.goTo(table.currentIndex, next, isExtending)
}

/** Tab goes on in the next row after the last column. Returns false at the end of the table. */
function stepCell(table: TableController, by: 1 | -1): boolean {
  const next = table.columnIndex + by
  if (next >= 0 && next < table.columns.length) {
    table.goTo(table.currentIndex, next)
    return true
  }
  const wanted = table.currentIndex + by
  const row = wanted < 0 || wanted >= table.rows.length ? -1 : table.findNodeRow(wanted, by)
  if (row < 0) return false
  table.goTo(row, by === 1 ? 0 : table.columns.length - 1)
  return true
}

type CellKeyAction = (table: TableController, focus: CellFocus) => boolean | void

/** In the column of titles the key folds or unfolds first. */
const foldIf =
  (isExpanded: boolean, otherwise: (table: TableController) => void): CellKeyAction =>
  (table) => {
    const row = table.at(table.currentIndex)
    if (table.column?.id !== 'title' || row?.isExpanded !== isExpanded) return otherwise(table)
    tryAction(foldAction, table.workspace, row.id)
  }

const editable =
  (act: (table: TableController) => void): CellKeyAction =>
  (table) => {
    if (table.workspace.client.canEdit.get()) act(table)
  }

const cellKeys: Readonly<Record<string, CellKeyAction>> = {
  ArrowUp(table, focus) {
    const isTop = table.findNodeRow(0, 1) === table.currentIndex
    if (isTop && table.column !== undefined) focus.focusHeader(table.column.id)
    else stepRow(table, -1, false)
  },
  ArrowDown: (table) => stepRow(table, 1, false),
  ArrowLeft: foldIf(true, (table) => stepColumn(table, -1, false)),
  ArrowRight: foldIf(false, (table) => stepColumn(table, 1, false)),
  'Shift+ArrowUp': (table) => stepRow(table, -1, true),
  'Shift+ArrowDown': (table) => stepRow(table, 1, true),
  'Shift+ArrowLeft': (table) => stepColumn(table, -1, true),
  'Shift+ArrowRight': (table) => stepColumn(table, 1, true),
  PageUp: (table) => stepRow(table, -pageRows, false),
  PageDown: (table) => stepRow(table, pageRows, false),
  Home: (table) => table.goTo(table.currentIndex, 0),
  End: (table) => table.goTo(table.currentIndex, table.columns.length - 1),
  'Ctrl+Home': (table) => table.goTo(table.findNodeRow(0, 1), 0),
  'Ctrl+End': (table) => table.goTo(table.findNodeRow(table.rows.length - 1, -1), table.columns.length - 1),
  Tab: (table) => stepCell(table, 1),
  'Shift+Tab': (table) => stepCell(table, -1),
  Enter: (table) => table.editCurrent(),
  F2: (table) => table.editCurrent(),
  ' '(table) {
    const row = table.at(table.currentIndex)
    if (table.column?.id === 'title' && row?.isExpanded != null) tryAction(foldAction, table.workspace, row.id)
    else if (table.column?.definition?.type === 'checkbox') table.editCurrent()
  },
  'Ctrl+d': editable(fillDown),
  Delete: (table) => clearUnlessTitle(table),
  Backspace: (table) => clearUnlessTitle(table),
}

/** In the column of titles the key deletes the node, as everywhere. */
function clearUnlessTitle(table: TableController): boolean {
  if (table.column?.id === 'title') return false
  if (table.workspace.client.canEdit.get()) clearCells(table)
  return true
}

/** These signs are commands on a selected node. */
const commandSigns = ['/', '?', ' ']

const isTyped = (event: KeyboardEvent): boolean => {
  const isHeld = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  return !isHeld && [...event.key].length === 1 && !commandSigns.includes(event.key)
}

/** Handles a key on a cell or a header itself. Other keys are those of the whole screen. */
export function handleTableKey(table: TableController, focus: CellFocus, event: KeyboardEvent): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || event.nativeEvent.isComposing) return
  const columnId = target.dataset['column']
  if (columnId === undefined) return
  if (target.tagName === 'TH') {
    if (handleHeaderKey(table, focus, columnId, event)) event.preventDefault()
    return
  }
  const act = cellKeys[nameKey(event)]
  if (act !== undefined) {
    if (act(table, focus) !== false) event.preventDefault()
  } else if (isTyped(event) && table.column?.id !== 'title' && table.workspace.client.canEdit.get()) {
    // The letters of a title are handled by the screen.
    event.preventDefault()
    if (table.column?.definition?.type !== 'checkbox') table.editCurrent(event.key)
  }
}

function handleHeaderKey(table: TableController, focus: CellFocus, columnId: string, event: KeyboardEvent): boolean {
  const { columns } = table
  const at = columns.findIndex(({ id }) => id === columnId)
  const column = columns[at]
  if (column === undefined) return false
  const leave = (by: number): void => {
    const next = columns[at + by]
    if (next !== undefined) focus.focusHeader(next.id)
  }
  switch (nameKey(event)) {
    case 'ArrowLeft':
      leave(-1)
      return true
    case 'ArrowRight':
      leave(1)
      return true
    case 'Home':
      leave(-at)
      return true
    case 'End':
      leave(columns.length - 1 - at)
      return true
    case 'ArrowDown':
      table.goTo(table.findNodeRow(0, 1), at)
      return true
    case 'Enter':
    case ' ':
      sortBy(table, columnId, false)
      return true
    case 'Shift+Enter':
    case 'Shift+ ':
      sortBy(table, columnId, true)
      return true
    case 'Alt+ArrowLeft':
    case 'Alt+ArrowRight':
      moveColumnTo(table, columnId, at + (event.key === 'ArrowLeft' ? -1 : 1))
      return true
    case 'Shift+ArrowLeft':
    case 'Shift+ArrowRight': {
      const by = event.key === 'ArrowLeft' ? -columnWidths.stepPx : columnWidths.stepPx
      const width = limitWidth(getColumnWidth(table.settings.get(), column) + by)
      resizeColumn(table, columnId, width)
      table.workspace.map.announce(texts.widthOfColumn(column.label, width))
      return true
    }
    default:
      return false
  }
}

export function sortBy(table: TableController, columnId: string, isAdded: boolean): void {
  const sorts = stepSort(table.settings.get().sorts, columnId, isAdded)
  table.change({ sorts })
  const sort = sorts.find((one) => one.columnId === columnId)
  const kind = sort === undefined ? 'none' : sort.isDescending ? 'descending' : 'ascending'
  const label = table.allColumns.find(({ id }) => id === columnId)?.label ?? ''
  table.workspace.map.announce(texts.sorted[kind](label))
}

export function resizeColumn(table: TableController, columnId: string, width: number): void {
  table.change({ widths: { ...table.settings.get().widths, [columnId]: limitWidth(width) } })
}

/** The title stays the first column. */
export function moveColumnTo(table: TableController, columnId: string, place: number): void {
  if (columnId === 'title') return
  table.change({ order: moveColumn(table.columns, columnId, place) })
  const at = table.columns.findIndex(({ id }) => id === columnId)
  table.workspace.map.announce(texts.movedColumn(table.columns[at]?.label ?? '', at + 1))
}

/** Enter and Tab end the edit of a title and go on to the next cell; the key belongs to the text otherwise. */
export function handleTitleKey(table: TableController, event: KeyboardEvent, session: TitleSession): boolean {
  const name = nameKey(event)
  if (name !== 'Enter' && name !== 'Tab' && name !== 'Shift+Tab') return false
  if (!session.commit()) return true
  leaveCell(table, name)
  return true
}

/** Goes on from a cell that has been edited. */
export function leaveCell(table: TableController, key: string): void {
  if (key === 'Enter') stepRow(table, 1, false)
  else if (key === 'Tab') stepCell(table, 1)
  else if (key === 'Shift+Tab') stepCell(table, -1)
}
