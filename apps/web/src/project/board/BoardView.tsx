import { toPlainText } from '@espalier/domain'
import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useCell } from '../../platform/cell.ts'
import { mapTexts } from '../../texts/map.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { selectNode, tryAction } from '../actions/action.ts'
import { editTitleAction } from '../actions/node-actions.ts'
import themeStyles from '../map/theme/map-theme.module.css'
import { ItemFocus } from '../plan-view/item-focus.ts'
import { useItemMarks } from '../plan-view/item-marks.ts'
import { useScrollWindow } from '../plan-view/use-scroll-window.ts'
import { Announcement, useTitleSessions, useViewReady } from '../plan-view/view-frame.tsx'
import type { PlanViewProps } from '../workspace/create-workspace.ts'
import { standInForMap } from '../workspace/plan-stage.ts'
import { BoardMenu } from './BoardMenu.tsx'
import { type BoardController, type CardPlace, getBoardController } from './board-controller.ts'
import { listenToBoardDrags } from './board-drags.ts'
import { handleCardKey, type NameColumn } from './board-keys.ts'
import { boardPx } from './board-layout.ts'
import { createBoardStage, findCardElement } from './board-stage.ts'
import { useColumnNames } from './ColumnHead.tsx'
import { ColumnView } from './ColumnView.tsx'
import styles from './Board.module.css'

/** The plan as cards in columns. Only the cards near the viewport are in the document. */
export function BoardView({ workspace, loadPeople }: PlanViewProps) {
  const board = getBoardController(workspace, loadPeople)
  const title = useCell(workspace.client.project, (project) => project.title)
  const theme = useCell(workspace.mapTheme)
  const root = useRef<HTMLElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  useCell(board.version)
  const findName = useColumnNames(board)
  const nameColumn: NameColumn = (at) => {
    const column = at < 0 ? undefined : board.layout.columns[at]
    return column === undefined ? undefined : { column, name: findName(column) }
  }
  const latestNames = useRef(nameColumn)
  useLayoutEffect(() => {
    latestNames.current = nameColumn
  })
  const focus = useBoardStage(board, root, columns)
  useViewReady(workspace, root)
  useTitleSessions(workspace)
  useLayoutEffect(
    () =>
      root.current === null ? undefined : listenToBoardDrags(board, root.current, (at) => latestNames.current(at)),
    [board],
  )
  return (
    <>
      {/* Keys and clicks on cards. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={root}
        className={joinClasses(styles.board, themeStyles.theme)}
        tabIndex={-1}
        translate="no"
        aria-label={title || mapTexts.project}
        data-view="board"
        data-map-theme={theme}
        onKeyDown={(event) => handleCardKey(board, event, nameColumn)}
        onClick={(event) => pressCard(board, event)}
        onDoubleClick={(event) => editCard(board, event)}
        onContextMenu={(event) => openMenu(board, event)}
      >
        <BoardMenu board={board} />
        <Columns board={board} scroller={columns} findName={findName} focus={focus} />
      </section>
      <Announcement of={board.announcement} />
    </>
  )
}

interface ColumnsProps {
  readonly board: BoardController
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly findName: ReturnType<typeof useColumnNames>
  readonly focus: ItemFocus
}

function Columns({ board, scroller, findName, focus }: ColumnsProps) {
  const { workspace } = board
  const { columns, lanes, heightPx } = board.layout
  const marks = useItemMarks(workspace)
  const shown = useScrollWindow(scroller, 'x', boardPx.column)
  const current = useCell(workspace.selection).current
  const place = current === null ? undefined : board.find(current)
  const tabStopId = place === undefined ? (columns.find(({ cards }) => cards.length > 0)?.cards[0] ?? null) : current
  return (
    <div ref={scroller} className={styles.columns} data-columns="" data-lanes={lanes === null ? undefined : ''}>
      <div className={styles.strip} style={lanes === null ? undefined : { height: heightPx + headPx + controlsPx }}>
        {lanes !== null && <Lanes board={board} scroller={scroller} />}
        {columns.map((column, at) => (
          <ColumnView
            key={column.key}
            board={board}
            column={column}
            name={findName(column)}
            isNear={(at + 1) * boardPx.column > shown.from && at * boardPx.column < shown.to}
            lanesScroller={lanes === null ? null : scroller}
            marks={marks}
            focus={focus}
            tabStopId={tabStopId}
          />
        ))}
      </div>
    </div>
  )
}

/** The height of a column's head, and of the controls in the corner of the screen. */
const headPx = 44
const controlsPx = 72
const laneStepPx = 480

function Lanes({ board, scroller }: Pick<ColumnsProps, 'board' | 'scroller'>) {
  const { from, to } = useScrollWindow(scroller, 'y', laneStepPx)
  const { client } = board.workspace
  return (board.layout.lanes ?? []).map(({ id, top }) =>
    top < from || top > to ? null : (
      <div key={id} className={styles.lane} style={{ '--top': `${top + headPx}px` } as CSSProperties}>
        <span dir="auto" translate="no">
          {toPlainText(client.node(id)?.title ?? '') || mapTexts.untitled}
        </span>
      </div>
    ),
  )
}

/** Answers for the map, and begins at the selected card. */
function useBoardStage(
  board: BoardController,
  root: RefObject<HTMLElement | null>,
  columns: RefObject<HTMLElement | null>,
): ItemFocus {
  const [focus] = useState(() => new ItemFocus(board.workspace, (id) => findCardElement(board, root.current, id)))
  useLayoutEffect(() => {
    const stops = [
      board.connect((place, isCentred) => scrollToCard(board, columns.current, place, isCentred)),
      standInForMap(board.workspace.map, createBoardStage(board, focus)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [board, focus, columns])
  useEffect(() => {
    const { current } = board.workspace.selection.get()
    const place = current === null ? undefined : board.find(current)
    if (place !== undefined) board.reveal(place, true)
  }, [board])
  return focus
}

function scrollToCard(board: BoardController, around: HTMLElement | null, place: CardPlace, isCentred: boolean): void {
  if (around === null) return
  const { column, columnAt, cardAt } = place
  const left = columnAt * boardPx.column
  const right = left + boardPx.column
  if (left < around.scrollLeft) around.scrollLeft = left
  else if (right > around.scrollLeft + around.clientWidth) around.scrollLeft = right - around.clientWidth
  const hasLanes = board.layout.lanes !== null
  const scroller = hasLanes ? around : around.querySelectorAll<HTMLElement>('[data-body]')[columnAt]
  if (scroller === undefined) return
  const [top, id] = [column.tops[cardAt] ?? 0, column.cards[cardAt] ?? '']
  const height = board.measure(id)
  const room = scroller.clientHeight - (hasLanes ? headPx : 0)
  const lowest = top + height + controlsPx - room
  if (isCentred) scroller.scrollTop = top - (room - height) / 2
  else if (top < scroller.scrollTop) scroller.scrollTop = top - boardPx.gap - (hasLanes ? boardPx.laneHead : 0)
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest
}

const findCard = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element && target.closest('button, [role=textbox], [role=menu]') === null
    ? target.closest<HTMLElement>('[data-card]')
    : null

/** A click selects a card, with Shift or Ctrl another one, too. Buttons handle their own clicks. */
function pressCard(board: BoardController, event: MouseEvent): void {
  const { workspace } = board
  const card = findCard(event.target)
  const id = card?.dataset['nodeId']
  if (id === undefined) return
  board.use(card?.dataset['card'] ?? '')
  if (event.shiftKey || event.ctrlKey || event.metaKey) {
    const ids = new Set(workspace.selection.get().ids)
    if (!ids.delete(id)) ids.add(id)
    workspace.selection.set({ ids, current: id })
  } else selectNode(workspace, id)
  card?.focus({ preventScroll: true })
}

function editCard({ workspace }: BoardController, event: MouseEvent): void {
  const id = findCard(event.target)?.dataset['nodeId']
  if (id !== undefined) tryAction(editTitleAction, workspace, id)
}

function openMenu(board: BoardController, event: MouseEvent): void {
  const card = findCard(event.target)
  const id = card?.dataset['nodeId']
  if (id === undefined) return
  event.preventDefault()
  board.use(card?.dataset['card'] ?? '')
  board.workspace.menu.set({ nodeId: id, at: { x: event.clientX, y: event.clientY } })
}
