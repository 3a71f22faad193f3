import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useCell } from '../../platform/cell.ts'
import { unsavedTitles } from '../editor/title-session.ts'
import type { ItemFocus } from '../plan-view/item-focus.ts'
import type { ItemMarks } from '../plan-view/item-marks.ts'
import { type ScrollWindow, useScrollWindow } from '../plan-view/use-scroll-window.ts'
import { describePath } from './board-cards.ts'
import type { BoardController } from './board-controller.ts'
import { boardPx, findDrawnCards, type LaidColumn } from './board-layout.ts'
import { CardView } from './CardView.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import styles from './Board.module.css'

interface ColumnViewProps {
  readonly board: BoardController
  readonly column: LaidColumn
  readonly name: string
  /** False: it is too far away to be seen, so nothing is drawn in it. */
  readonly isNear: boolean
  /** Scrolls all columns together, as lanes need it. Null: each column scrolls its cards. */
  readonly lanesScroller: RefObject<HTMLElement | null> | null
  readonly marks: ItemMarks
  readonly focus: ItemFocus
  /** The node whose card the Tab key leads to. */
  readonly tabStopId: string | null
}

/** The cards are drawn again with each of these steps of a scroll. */
const stepPx = 240

export function ColumnView(props: ColumnViewProps) {
  const { board, column, name, isNear, lanesScroller } = props
  const body = useRef<HTMLDivElement>(null)
  const shown = useScrollWindow(lanesScroller ?? body, 'y', stepPx)
  return (
    <div
      // A fieldset would bring a frame and its own rules of size.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-label={name}
      className={styles.column}
      data-column={column.key}
      data-lanes={lanesScroller === null ? undefined : ''}
    >
      {isNear && <ColumnHead board={board} column={column} name={name} />}
      <div ref={body} className={styles.body} data-body="">
        <div className={styles.cards} data-cards="" style={{ height: column.heightPx }}>
          {isNear && <Cards {...props} shown={shown} />}
        </div>
      </div>
    </div>
  )
}

/** The room for chips below a title. */
const chipsPx = boardPx.card - 26

function Cards({ board, column, shown, marks, focus, tabStopId }: ColumnViewProps & { readonly shown: ScrollWindow }) {
  const { workspace } = board
  const { client } = workspace
  const { ids, current } = useCell(workspace.selection)
  const editedId = useCell(workspace.editing)?.nodeId ?? null
  const canEdit = useCell(client.canEdit)
  const unsaved = useCell(unsavedTitles)
  useLayoutEffect(() => focus.resume())
  return listDrawnIndexes(board, column, shown, [current, editedId]).map((at) => {
    const id = column.cards[at]
    const record = id === undefined ? undefined : client.node(id)
    if (id === undefined || record === undefined) return null
    const isActive = board.find(id)?.column.key === column.key
    return (
      <CardView
        key={id}
        board={board}
        columnKey={column.key}
        record={record}
        path={describePath(workspace, record)}
        chips={board.chips.getView(record, chipsPx)}
        top={column.tops[at] ?? 0}
        heightPx={board.measure(id)}
        lines={board.countLines(record)}
        isSelected={ids.has(id)}
        isTabStop={isActive && id === tabStopId}
        isEditing={isActive && id === editedId}
        isUnsaved={unsaved.has(id)}
        isDimmed={marks.isDimmed(id)}
        isCurrentHit={marks.isCurrentHit(id)}
        canEdit={canEdit}
        otherColor={marks.findOtherColor(id)}
      />
    )
  })
}

/** Returns the cards near the viewport, and those that have the focus or the caret. */
function listDrawnIndexes(
  board: BoardController,
  column: LaidColumn,
  { from, to }: ScrollWindow,
  pinnedIds: readonly (string | null)[],
): readonly number[] {
  const { start, end } = findDrawnCards(column, from, to)
  const indexes = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
  for (const id of pinnedIds) {
    const place = id === null ? undefined : board.find(id)
    if (place?.column.key !== column.key || indexes.includes(place.cardAt)) continue
    indexes.push(place.cardAt)
  }
  return indexes.sort((one, other) => one - other)
}
