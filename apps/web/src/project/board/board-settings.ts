import type { ProjectId } from '@espalier/domain'
import { currentPersonId } from '../../api/session/session.ts'
import type { WritableCell } from '../../platform/cell.ts'
import { createStoredCell } from '../workspace/view-settings.ts'
import { type BoardGrouping, boardGroupings } from './board-columns.ts'
import { mostPlacedCards, type PlacedCard, type PlacedCards } from './board-order.ts'

/** One person's board of one project, on this device. */
export interface BoardSettings {
  /** Null: by stage, or by status in a project without stages. */
  readonly grouping: BoardGrouping | null
  /** False: only leaves are cards. */
  readonly hasAllNodes: boolean
  readonly hasLanes: boolean
  /** The most cards at a time by the key of the column. */
  readonly limits: Readonly<Record<string, number>>
  /** The cards that were put somewhere by hand, by the key of the column. */
  readonly placed: Readonly<Record<string, PlacedCards>>
}

const defaults: BoardSettings = { grouping: null, hasAllNodes: false, hasLanes: false, limits: {}, placed: {} }

export const loadBoardSettings = (projectId: ProjectId): WritableCell<BoardSettings> =>
  createStoredCell(`board:${currentPersonId() ?? 'visitor'}:${projectId}`, defaults, (_defaults, stored) =>
    readBoardSettings(stored),
  )

export const readBoardSettings = (stored: Readonly<Record<string, unknown>>): BoardSettings => ({
  grouping: boardGroupings.find((one) => one === stored['grouping']) ?? null,
  hasAllNodes: stored['hasAllNodes'] === true,
  hasLanes: stored['hasLanes'] === true,
  limits: Object.fromEntries(
    listEntries(stored['limits']).filter(
      (entry): entry is [string, number] => Number.isInteger(entry[1]) && Number(entry[1]) > 0,
    ),
  ),
  placed: Object.fromEntries(listEntries(stored['placed']).map(([key, cards]) => [key, readPlaced(cards)])),
})

const listEntries = (stored: unknown): readonly [string, unknown][] =>
  typeof stored === 'object' && stored !== null ? Object.entries(stored) : []

const readPlaced = (stored: unknown): PlacedCards =>
  Array.isArray(stored) ? stored.filter(isPlacedCard).slice(-mostPlacedCards) : []

const isPlacedCard = (card: unknown): card is PlacedCard =>
  Array.isArray(card) && typeof card[0] === 'string' && (card[1] === null || typeof card[1] === 'string')
