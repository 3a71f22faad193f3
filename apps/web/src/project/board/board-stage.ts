import type { NodeId } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import type { ItemFocus } from '../plan-view/item-focus.ts'
import { announceIn } from '../plan-view/view-frame.tsx'
import type { PlanStage } from '../workspace/plan-stage.ts'
import type { BoardController, CardPlace } from './board-controller.ts'
import { findCardAt } from './board-layout.ts'

/** Returns the drawn card of a node. */
export function findCardElement(board: BoardController, root: HTMLElement | null, id: NodeId): HTMLElement | null {
  const key = board.find(id)?.column.key
  const drawn = root?.querySelectorAll<HTMLElement>('[data-card]') ?? []
  for (const element of drawn) if (element.dataset['nodeId'] === id && element.dataset['card'] === key) return element
  return null
}

/** The questions that the actions of the screen ask of the view that is shown. */
export function createBoardStage(board: BoardController, focus: ItemFocus): PlanStage {
  const reveal: PlanStage['reveal'] = (id, { isCentred = false } = {}) => {
    const place = board.find(id)
    if (place !== undefined) board.reveal(place, isCentred)
  }
  return {
    reveal,
    focus(id) {
      reveal(id)
      focus.focus(id)
    },
    getScreenRect: (id) => focus.findElement(id)?.getBoundingClientRect() ?? null,
    findNeighbor(id, towards) {
      const place = board.find(id)
      const next = place === undefined ? undefined : findCardTowards(board, place, towards)
      if (next !== undefined) board.use(next.column.key)
      return next?.column.cards[next.cardAt]
    },
    shownIds: () => [...new Set(board.layout.columns.flatMap(({ cards }) => cards))],
    isShown: (id) => board.find(id) !== undefined,
    announce: (text) => announceIn(board.announcement, text),
  }
}

/** Beside a card is the card of the next column with cards that is at the same height. */
function findCardTowards(board: BoardController, place: CardPlace, towards: Direction): CardPlace | undefined {
  const { column, columnAt, cardAt } = place
  if (towards === 'up' || towards === 'down') {
    const next = cardAt + (towards === 'up' ? -1 : 1)
    return next < 0 || next >= column.cards.length ? undefined : { ...place, cardAt: next }
  }
  const step = towards === 'left' ? -1 : 1
  const { columns } = board.layout
  for (let at = columnAt + step; at >= 0 && at < columns.length; at += step) {
    const next = columns[at]
    if (next === undefined || next.cards.length === 0) continue
    return { column: next, columnAt: at, cardAt: Math.max(0, findCardAt(next.tops, column.tops[cardAt] ?? 0)) }
  }
  return undefined
}
