import type { KeyboardEvent } from 'react'
import { tryAction, type WorkspaceAction } from '../actions/action.ts'
import { focusBranchAction, foldLevelActions } from '../actions/focus-actions.ts'
import { foldAction } from '../actions/fold-actions.ts'
import { moveDownAction, moveUpAction } from '../actions/move-actions.ts'
import { redoAction, undoAction } from '../actions/undo-actions.ts'
import type { TitleField } from '../editor/plain-title-field.ts'
import type { TitleSession } from '../editor/title-session.ts'
import type { OutlineController } from './outline-controller.ts'
import { addRow, breakRow, indentRow, joinRow, outdentRow } from './outline-edits.ts'
import type { OutlineRow } from './outline-rows.ts'
import { nameKey, type RowKeyAction, walkKeys } from './row-keys.ts'

function foldTo(isFolded: boolean): RowKeyAction {
  return ({ workspace }, { id, isExpanded }) => {
    if (isExpanded === isFolded) tryAction(foldAction, workspace, id)
  }
}

const edited =
  (edit: (outline: OutlineController, row: OutlineRow) => void): RowKeyAction =>
  (outline, row) => {
    if (!outline.workspace.client.canEdit.get()) return false
    edit(outline, row)
    return true
  }

/** The keys that do the same on a row and in its title. */
const sharedKeys: Readonly<Record<string, RowKeyAction>> = {
  Tab: edited(indentRow),
  'Shift+Tab': edited(outdentRow),
  'Alt+ArrowRight': edited(indentRow),
  'Alt+ArrowLeft': edited(outdentRow),
  'Alt+ArrowUp': ({ workspace }, { id }) => void tryAction(moveUpAction, workspace, id),
  'Alt+ArrowDown': ({ workspace }, { id }) => void tryAction(moveDownAction, workspace, id),
  'Ctrl+ArrowUp': foldTo(true),
  'Ctrl+ArrowDown': foldTo(false),
  'Ctrl+.': ({ workspace }, { id }) => void tryAction(focusBranchAction, workspace, id),
  ...Object.fromEntries(
    foldLevelActions.map((action, at): [string, RowKeyAction] => [
      `Alt+${at + 1}`,
      ({ workspace }) => void tryAction(action, workspace, null),
    ]),
  ),
}

const rowKeys: Readonly<Record<string, RowKeyAction>> = {
  ...sharedKeys,
  ...walkKeys,
  Enter: edited((outline, row) => addRow(outline, row, 'after')),
}

/** Handles a key on a row itself. Other keys are those of the whole screen. */
export function handleRowKey(outline: OutlineController, event: KeyboardEvent): void {
  const key = event.target instanceof HTMLElement ? event.target.dataset['rowKey'] : undefined
  const row = key === undefined ? undefined : outline.at(outline.indexOf(key))
  const act = rowKeys[nameKey(event)]
  if (row === undefined || act === undefined) return
  outline.use(row)
  if (act(outline, row) !== false) event.preventDefault()
}

/** Handles a key in the title of a row; returns false if the key belongs to the text. */
export function handleTitleKey(
  outline: OutlineController,
  row: OutlineRow,
  event: KeyboardEvent,
  session: TitleSession,
  field: TitleField,
): boolean {
  const name = nameKey(event)
  const act = sharedKeys[name]
  if (act !== undefined) {
    // The move is shown at once, so the title has to be the typed one for everybody.
    if (name.startsWith('Alt')) session.save()
    act(outline, row)
    field.textbox.focus({ preventScroll: true })
    return true
  }
  const index = outline.indexOf(row.key)
  switch (name) {
    case 'Ctrl+z':
      return session.isUntouched && travelFrom(outline, row, undoAction)
    case 'Ctrl+Shift+Z':
    case 'Ctrl+y':
      return session.isUntouched && travelFrom(outline, row, redoAction)
    case 'Enter':
      breakRow(outline, row, session, field)
      return true
    case 'Backspace':
      return joinRow(outline, row, session, field)
    case 'ArrowUp':
      return isOnEdgeLine(field, 'top') && leaveTo(outline, index - 1)
    case 'ArrowDown':
      return isOnEdgeLine(field, 'bottom') && leaveTo(outline, index + 1, 0)
    case 'ArrowLeft':
      return isCaretAt(field, 0) && leaveTo(outline, index - 1)
    case 'ArrowRight':
      return isCaretAt(field, countCharacters(field)) && leaveTo(outline, index + 1, 0)
    case 'Shift+ArrowUp':
    case 'Shift+ArrowDown':
      if (!isOnEdgeLine(field, name === 'Shift+ArrowUp' ? 'top' : 'bottom')) return false
      outline.selectUpTo(name === 'Shift+ArrowUp' ? index - 1 : index + 1)
      return true
    default:
      return false
  }
}

/** In a title without new text there is nothing to undo, so the last edit of the plan is undone. */
function travelFrom(outline: OutlineController, row: OutlineRow, action: WorkspaceAction): boolean {
  const { workspace } = outline
  const above = outline.at(outline.indexOf(row.key) - 1)
  workspace.editing.set(null)
  // An empty new row is gone with its editor, and with it the edit that made it.
  const isGone = workspace.client.node(row.id) === undefined
  if (!isGone) tryAction(action, workspace, row.id)
  const next = outline.at(outline.findIndex(row.id)) ?? (above && outline.at(outline.indexOf(above.key)))
  outline.edit(next)
  return true
}

/** Goes on in another row. At the first and the last row the caret stays. */
function leaveTo(outline: OutlineController, index: number, caret?: number): boolean {
  const row = outline.at(index)
  outline.edit(row, caret)
  return row !== undefined
}

const countCharacters = (field: TitleField): number => (field.text() ?? field.textbox.textContent ?? '').length

function isCaretAt(field: TitleField, index: number): boolean {
  const range = field.range()
  return range !== null && range.length === 0 && range.index === index
}

const lineHeightShare = 0.75

/** Tells whether the caret is in the first or last line of a title that may have several. */
function isOnEdgeLine({ textbox }: TitleField, edge: 'top' | 'bottom'): boolean {
  const range = window.getSelection()?.rangeCount === 0 ? undefined : window.getSelection()?.getRangeAt(0)
  const caret = range?.getClientRects?.()[0]
  // An empty text has no line, and so no rectangle.
  if (caret === undefined) return true
  const box = textbox.getBoundingClientRect()
  const distance = edge === 'top' ? caret.top - box.top : box.bottom - caret.bottom
  return distance < caret.height * lineHeightShare
}
