import { nodePriorities, nodeStatuses } from '@espalier/domain'
import type { NodeFields, NodeRecord, ProjectDetails } from '@espalier/sync'
import { boardTexts } from '../../texts/board.ts'
import { nodeFieldTexts } from '../../texts/node-fields.ts'

export const boardGroupings = ['stage', 'status', 'person', 'priority', 'tag'] as const
export type BoardGrouping = (typeof boardGroupings)[number]

export interface BoardColumn {
  /** Limits and places by hand are stored under it. */
  readonly key: string
  /** The value that its cards have; null: none. */
  readonly value: string | null
  /** Empty for a person, whose name is looked up. */
  readonly name: string
  /** The color of a stage or a tag. */
  readonly color: string | null
}

type ColumnLists = Pick<ProjectDetails, 'stages' | 'tags' | 'owner' | 'sharing'>

/** Stages unless the project has none; another wish is followed. */
export const resolveGrouping = (wanted: BoardGrouping | null, { stages }: Pick<ColumnLists, 'stages'>): BoardGrouping =>
  (wanted ?? 'stage') === 'stage' ? (stages.length > 0 ? 'stage' : 'status') : (wanted ?? 'status')

const createColumn = (
  by: BoardGrouping,
  value: string | null,
  name = '',
  color: string | null = null,
): BoardColumn => ({
  key: `${by}:${value ?? ''}`,
  value,
  name,
  color,
})

/** Lists the columns from left to right. Columns are there without cards, too, because cards can be put there. */
export function listColumns(
  by: BoardGrouping,
  lists: ColumnLists,
  cards: Iterable<NodeRecord>,
): readonly BoardColumn[] {
  const add = (value: string | null, name?: string, color?: string): BoardColumn => createColumn(by, value, name, color)
  switch (by) {
    case 'status':
      return nodeStatuses.map((status) => add(status, nodeFieldTexts.statuses[status]))
    case 'priority':
      return nodePriorities.toReversed().map((priority) => add(priority, nodeFieldTexts.priorities[priority]))
    case 'stage': {
      const columns = lists.stages.map(({ id, name, colour }) => add(id, name, colour))
      const read = createColumnReader(by, lists)
      // New nodes have a stage, so this column is there only while it is needed.
      for (const card of cards) if (read(card)[0] === null) return [add(null, nodeFieldTexts.noStage), ...columns]
      return columns
    }
    case 'tag':
      return [add(null, boardTexts.noTag), ...lists.tags.map(({ id, name, colour }) => add(id, name, colour))]
    case 'person': {
      const ids = new Set([lists.owner, ...Object.keys(lists.sharing.users)])
      // Former members still have cards.
      for (const { assigneeIds } of cards) for (const id of assigneeIds) ids.add(id)
      return [add(null, boardTexts.nobody), ...[...ids].map((id) => add(id))]
    }
  }
}

const noValue: readonly null[] = [null]

/** Returns a function that returns the values of the columns in which a card is. Only tags and people may be several. */
export function createColumnReader(
  by: BoardGrouping,
  { stages, tags }: Pick<ColumnLists, 'stages' | 'tags'>,
): (card: NodeRecord) => readonly (string | null)[] {
  switch (by) {
    case 'status':
      return ({ status }) => [status]
    case 'priority':
      return ({ priority }) => [priority]
    case 'stage': {
      const known = new Set(stages.map(({ id }) => id))
      return ({ stageId }) => (stageId !== null && known.has(stageId) ? [stageId] : noValue)
    }
    case 'tag': {
      const known = new Set(tags.map(({ id }) => id))
      return ({ tagIds }) => {
        const shown = tagIds.filter((id) => known.has(id))
        return shown.length === 0 ? noValue : shown
      }
    }
    case 'person':
      return ({ assigneeIds }) => (assigneeIds.length === 0 ? noValue : assigneeIds)
  }
}

/** Returns the fields of a new card in a column. */
export function createFieldsFor(by: BoardGrouping, value: string | null): NodeFields {
  switch (by) {
    case 'status':
      return { status: nodeStatuses.find((status) => status === value) ?? 'todo' }
    case 'priority':
      return { priority: nodePriorities.find((priority) => priority === value) ?? 'none' }
    case 'stage':
      return { stageId: value }
    case 'tag':
      return { tagIds: value === null ? [] : [value] }
    case 'person':
      return { assigneeIds: value === null ? [] : [value] }
  }
}

/** Returns the change that moves a card from one column to another. Of several people or tags it replaces that one. */
export function changeFieldsFor(by: BoardGrouping, from: string | null, to: string | null): NodeFields {
  if (to === null || (by !== 'tag' && by !== 'person')) return createFieldsFor(by, to)
  const removed = from === null ? [] : [from]
  return by === 'tag'
    ? { addTagIds: [to], removeTagIds: removed }
    : { addAssigneeIds: [to], removeAssigneeIds: removed }
}
