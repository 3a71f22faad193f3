import type { NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { listenToItemDrags } from '../plan-view/item-drags.ts'
import type { BoardController } from './board-controller.ts'
import { isSameLane, moveCards } from './board-edits.ts'
import type { NameColumn } from './board-keys.ts'
import { boardPx, findCardAt, type LaidColumn } from './board-layout.ts'
import styles from './Board.module.css'

interface DraggedCard {
  readonly id: NodeId
  readonly from: LaidColumn
}

interface CardDrop {
  readonly columnAt: number
  /** Undefined: the tree decides the place. */
  readonly afterId: NodeId | null | undefined
}

const listDrawnColumns = (root: HTMLElement): readonly HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-column]'),
]

/** Drags cards between columns and within. Returns a function that ends it. */
export function listenToBoardDrags(board: BoardController, root: HTMLElement, nameColumn: NameColumn): () => void {
  const mark = document.createElement('div')
  mark.className = styles.dropMark ?? ''
  let drop: CardDrop | null = null
  const findOver = ({ x }: Point): number =>
    listDrawnColumns(root).findIndex((column) => {
      const { left, right } = column.getBoundingClientRect()
      return x >= left && x < right
    })
  return listenToItemDrags<DraggedCard>(root, {
    find(target) {
      const element = target.closest<HTMLElement>('[data-card]')
      const id = element?.dataset['nodeId']
      const from = board.findColumn(element?.dataset['card'] ?? '')
      return element === null || id === undefined || from === undefined || !board.workspace.client.canEdit.get()
        ? null
        : { item: { id, from }, element }
    },
    over({ id }, at) {
      const columnAt = findOver(at)
      const column = board.layout.columns[columnAt]
      const content = listDrawnColumns(root)[columnAt]?.querySelector<HTMLElement>('[data-cards]')
      for (const other of listDrawnColumns(root))
        other.toggleAttribute('data-over', other === content?.closest('[data-column]'))
      drop = null
      if (column === undefined || content == null) return mark.remove()
      const gap = findGap(board, column, id, at.y - content.getBoundingClientRect().top)
      drop = { columnAt, afterId: gap?.afterId }
      if (gap === null) return mark.remove()
      mark.style.transform = `translateY(${gap.y}px)`
      if (mark.parentElement !== content) content.append(mark)
    },
    drop({ id, from }) {
      const to = drop === null ? undefined : nameColumn(drop.columnAt)
      if (drop !== null && to !== undefined) moveCards(board, id, from, to, drop.afterId)
    },
    leave() {
      mark.remove()
      drop = null
      for (const column of listDrawnColumns(root)) column.removeAttribute('data-over')
    },
    listScrollers(at) {
      const body = listDrawnColumns(root)[findOver(at)]?.querySelector<HTMLElement>('[data-body]')
      const around = root.querySelector<HTMLElement>('[data-columns]')
      return [body, around].flatMap((scroller) => scroller ?? [])
    },
    openMenu: ({ id, from }, at) => {
      board.use(from.key)
      board.workspace.menu.set({ nodeId: id, at })
    },
  })
}

/** Returns the gap between two cards that is nearest to a height. Null: it is in another lane, where the tree decides. */
function findGap(
  board: BoardController,
  column: LaidColumn,
  id: NodeId,
  y: number,
): { readonly afterId: NodeId | null; readonly y: number } | null {
  const { cards, tops } = column
  let at = findCardAt(tops, y)
  const over = cards[at]
  if (over !== undefined && y < (tops[at] ?? 0) + board.measure(over) / 2) at -= 1
  const after = cards[at]
  if (board.layout.lanes !== null) {
    const own = column.cards.indexOf(id)
    // Among the cards of other lanes it could not stay.
    if (own < 0 || after === undefined || !isSameLane(board, column, own, at)) return null
  }
  const gapPx = boardPx.gap / 2
  return after === undefined
    ? { afterId: null, y: -gapPx }
    : { afterId: after, y: (tops[at] ?? 0) + board.measure(after) + gapPx }
}
