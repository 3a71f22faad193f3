import type { NodeId } from '@espalier/domain'
import type { BoardColumn } from './board-columns.ts'

/** Board.module.css repeats these numbers. */
export const boardPx = { column: 288, card: 264, gap: 8, laneHead: 36, laneGap: 12 } as const

export interface LaidColumn extends BoardColumn {
  /** From top to bottom. */
  readonly cards: readonly NodeId[]
  readonly tops: readonly number[]
  readonly heightPx: number
}

/** The cards of one top branch, in a row of the board. */
interface BoardLane {
  readonly id: NodeId
  readonly top: number
}

export interface BoardLayout {
  readonly columns: readonly LaidColumn[]
  /** Null: there are no lanes. */
  readonly lanes: readonly BoardLane[] | null
  readonly heightPx: number
}

type ColumnCards = BoardColumn & { readonly cards: readonly NodeId[] }

/** Puts the cards of each column below each other. */
export function layOutColumns(columns: readonly ColumnCards[], measure: (id: NodeId) => number): BoardLayout {
  const laid = columns.map((column): LaidColumn => {
    let top = 0
    const tops = column.cards.map((id) => {
      const at = top
      top += measure(id) + boardPx.gap
      return at
    })
    return { ...column, tops, heightPx: top }
  })
  return { columns: laid, lanes: null, heightPx: Math.max(0, ...laid.map(({ heightPx }) => heightPx)) }
}

/** Puts the cards of each lane side by side; a lane is as high as its highest column. */
export function layOutLanes(
  columns: readonly ColumnCards[],
  measure: (id: NodeId) => number,
  laneIds: readonly NodeId[],
  findLane: (id: NodeId) => NodeId | undefined,
): BoardLayout {
  const byLane = columns.map(({ cards }) => {
    const lanes = new Map<NodeId | undefined, NodeId[]>()
    for (const id of cards) {
      const lane = findLane(id)
      const others = lanes.get(lane)
      if (others === undefined) lanes.set(lane, [id])
      else others.push(id)
    }
    return lanes
  })
  const laid = columns.map((column) => ({ ...column, cards: [] as NodeId[], tops: [] as number[], heightPx: 0 }))
  const lanes: BoardLane[] = []
  let top = 0
  for (const laneId of laneIds) {
    if (byLane.every((cards) => !cards.has(laneId))) continue
    lanes.push({ id: laneId, top })
    const start = top + boardPx.laneHead
    let bottom = start
    laid.forEach((column, at) => {
      let next = start
      for (const id of byLane[at]?.get(laneId) ?? []) {
        column.cards.push(id)
        column.tops.push(next)
        next += measure(id) + boardPx.gap
      }
      bottom = Math.max(bottom, next)
    })
    top = bottom + boardPx.laneGap
  }
  return { columns: laid.map((column) => ({ ...column, heightPx: top })), lanes, heightPx: top }
}

/** Returns the index of the last card that begins at or above a height; -1: there is none. */
export function findCardAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tops[middle] ?? 0) <= y) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the range of cards that are drawn: those between two heights. */
export const findDrawnCards = (
  { tops }: LaidColumn,
  from: number,
  to: number,
): { readonly start: number; readonly end: number } => ({
  start: Math.max(0, findCardAt(tops, from)),
  end: findCardAt(tops, to) + 1,
})
