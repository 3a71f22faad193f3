import { accept, type NodeId } from '@espalier/domain'
import type { Edited } from '@espalier/sync'
import { actionTexts } from '../../texts/actions.ts'
import { boardTexts } from '../../texts/board.ts'
import { acceptedOrNotify, describeNodes, getActionTargets, getPlainTitle } from '../actions/action.ts'
import { addNodeWith } from '../plan-view/new-node.ts'
import type { BoardController } from './board-controller.ts'
import { changeFieldsFor, createColumnReader, createFieldsFor } from './board-columns.ts'
import type { LaidColumn } from './board-layout.ts'
import { placeCards } from './board-order.ts'

/** The column with a name for people; only the view knows the names of persons. */
export interface NamedColumn {
  readonly column: LaidColumn
  readonly name: string
}

/** Moves a card and the selected ones with it to a column, at a place there or where the tree puts them. */
export function moveCards(
  board: BoardController,
  id: NodeId,
  from: LaidColumn,
  { column: to, name }: NamedColumn,
  afterId?: NodeId | null,
): void {
  const { workspace } = board
  const shown = new Set(board.layout.columns.flatMap(({ cards }) => cards))
  const ids = sortLikeShown(
    board,
    [...new Set(getActionTargets(workspace, id))].filter((one) => shown.has(one)),
  )
  if (to.key !== from.key && !acceptedOrNotify(workspace, changeColumn(board, ids, from, to))) return
  if (afterId !== undefined) {
    const { placed } = board.settings.get()
    const cards = board.findColumn(to.key)?.cards ?? to.cards
    board.change({ placed: { ...placed, [to.key]: placeCards(cards, placed[to.key] ?? [], ids, afterId) } })
  }
  board.use(to.key)
  if (to.key !== from.key) workspace.map.announce(boardTexts.movedTo(describeNodes(workspace, ids), name))
  workspace.map.focus(id)
}

const sortLikeShown = ({ layout }: BoardController, ids: readonly NodeId[]): readonly NodeId[] => {
  const wanted = new Set(ids)
  return [...new Set(layout.columns.flatMap(({ cards }) => cards.filter((id) => wanted.has(id))))]
}

/** One undo step. Of cards from other columns, the person or the tag of their first column is replaced. */
function changeColumn(board: BoardController, ids: readonly NodeId[], from: LaidColumn, to: LaidColumn): Edited {
  const { client } = board.workspace
  const read = createColumnReader(board.grouping, client.project.get())
  const byValue = new Map<string | null, NodeId[]>()
  for (const id of ids) {
    const record = client.node(id)
    const values = record === undefined ? [] : read(record)
    const value = values.includes(from.value) ? from.value : (values[0] ?? null)
    if (record === undefined || (value === to.value && values.length === 1)) continue
    byValue.set(value, [...(byValue.get(value) ?? []), id])
  }
  return client.edits.group(() => {
    for (const [value, some] of byValue) {
      const changed = client.edits.changeMany(some, changeFieldsFor(board.grouping, value, to.value))
      if (!changed.ok) return changed
    }
    return accept(null)
  })
}

/** Moves a card up (-1) or down (1) in its column, in its lane. */
export function stepCard(board: BoardController, id: NodeId, step: 1 | -1): void {
  const place = board.find(id)
  if (place === undefined) return
  const { column, cardAt } = place
  const { cards } = column
  const besideId = cardAt + step < 0 ? undefined : cards[cardAt + step]
  if (besideId === undefined || !isSameLane(board, column, cardAt, cardAt + step)) return
  const { placed } = board.settings.get()
  // Two neighbors change places when the upper one goes after the lower. The card above both may be in another lane.
  const [upperId, lowerId] = step === 1 ? [id, besideId] : [besideId, id]
  const next = placeCards(cards, placed[column.key] ?? [], [upperId], lowerId)
  board.change({ placed: { ...placed, [column.key]: next } })
  const { map } = board.workspace
  map.announce(
    actionTexts.moved[step === 1 ? 'after' : 'before'](
      getPlainTitle(board.workspace, id),
      getPlainTitle(board.workspace, besideId),
    ),
  )
  map.focus(id)
}

/** Lanes begin at the same height in each column, so two cards are in one lane if no lane begins between them. */
export function isSameLane({ layout }: BoardController, { tops }: LaidColumn, one: number, other: number): boolean {
  const [upper, lower] = [tops[Math.min(one, other)] ?? 0, tops[Math.max(one, other)] ?? 0]
  return layout.lanes?.every(({ top }) => top <= upper || top > lower) ?? true
}

/** Adds a card to a column and puts the caret into its title. */
export function addCard(board: BoardController, column: LaidColumn): void {
  board.use(column.key)
  addNodeWith(board.workspace, createFieldsFor(board.grouping, column.value))
}
