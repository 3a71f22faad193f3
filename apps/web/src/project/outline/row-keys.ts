import type { KeyboardEvent } from 'react'
import { tryAction } from '../actions/action.ts'
import { foldAction } from '../actions/fold-actions.ts'
import type { OutlineController } from './outline-controller.ts'
import type { OutlineRow } from './outline-rows.ts'

/** Returns the key with its modifiers: 'Ctrl+Shift+Tab'. The command key of an Apple keyboard counts as Ctrl. */
export const nameKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string =>
  [ctrlKey || metaKey ? 'Ctrl+' : '', altKey ? 'Alt+' : '', shiftKey ? 'Shift+' : '', key].join('')

export type RowKeyAction = (outline: OutlineController, row: OutlineRow) => boolean | undefined | void

const step =
  (by: 1 | -1): RowKeyAction =>
  (outline, { key }) =>
    outline.goTo(outline.at(outline.indexOf(key) + by))

/** The keys that walk through rows, select and fold them, in every view that has rows of the tree. */
export const walkKeys: Readonly<Record<string, RowKeyAction>> = {
  ArrowUp: step(-1),
  ArrowDown: step(1),
  'Shift+ArrowUp': (outline, { key }) => outline.selectUpTo(outline.indexOf(key) - 1),
  'Shift+ArrowDown': (outline, { key }) => outline.selectUpTo(outline.indexOf(key) + 1),
  Home: (outline) => outline.goTo(outline.at(0)),
  End: (outline) => outline.goTo(outline.rows.at(-1)),
  ArrowLeft: (outline, row) =>
    row.isExpanded === true
      ? void tryAction(foldAction, outline.workspace, row.id)
      : outline.goTo(outline.at(row.parentAt)),
  ArrowRight(outline, row) {
    if (row.isExpanded === false) tryAction(foldAction, outline.workspace, row.id)
    else if (row.isExpanded === true) outline.goTo(outline.at(outline.indexOf(row.key) + 1))
  },
  ' ': ({ workspace }, { id }) => void tryAction(foldAction, workspace, id),
}
