import type { NodeId } from '@espalier/domain'
import type { KeyboardEvent } from 'react'
import { tryAction } from '../actions/action.ts'
import { editTitleAction, openDetailsAction } from '../actions/node-actions.ts'
import type { BoardController } from './board-controller.ts'
import { moveCards, type NamedColumn, stepCard } from './board-edits.ts'

export type NameColumn = (at: number) => NamedColumn | undefined

/** Handles a key on a card itself. Other keys are those of the whole screen. */
export function handleCardKey(board: BoardController, event: KeyboardEvent, nameColumn: NameColumn): void {
  const { target, ctrlKey, metaKey, shiftKey, altKey, key } = event
  const id =
    target instanceof HTMLElement && target.dataset['card'] !== undefined ? target.dataset['nodeId'] : undefined
  if (id === undefined || ctrlKey || metaKey || shiftKey) return
  if (altKey ? moveByKey(board, id, key, nameColumn) : actByKey(board, id, key)) event.preventDefault()
}

function actByKey({ workspace }: BoardController, id: NodeId, key: string): boolean {
  switch (key) {
    case 'Enter':
      return tryAction(workspace.client.canEdit.get() ? editTitleAction : openDetailsAction, workspace, id)
    case ' ':
      tryAction(openDetailsAction, workspace, id)
      return true
    default:
      return false
  }
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }

function moveByKey(board: BoardController, id: NodeId, key: string, nameColumn: NameColumn): boolean {
  const step = steps[key]
  if (step === undefined) return false
  const place = board.find(id)
  // The browser would go back to the page before.
  if (place === undefined || !board.workspace.client.canEdit.get()) return true
  if (key === 'ArrowUp' || key === 'ArrowDown') stepCard(board, id, step)
  else {
    const to = nameColumn(place.columnAt + step)
    if (to !== undefined) moveCards(board, id, place.column, to)
  }
  return true
}
