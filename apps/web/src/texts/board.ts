import { defineTexts, formatQuantity } from '@espalier/domain'

/** The board of a project. The names of statuses, stages and priorities are those of the fields. */
export const boardTexts = defineTexts('board', {
  /** The name of a button that shows how columns are made. */
  settings: (columns: string) => `${columns}, board settings`,
  columnsBy: {
    stage: 'Columns by stage',
    status: 'Columns by status',
    person: 'Columns by person',
    priority: 'Columns by priority',
    tag: 'Columns by tag',
  },
  allNodes: 'All nodes',
  lanes: 'Swimlanes',
  nobody: 'Nobody',
  noTag: 'No tag',
  addCard: (column: string) => `Add a card to ${column}`,
  columnMenu: (column: string) => `Menu of ${column}`,
  limit: 'Most cards at a time',
  noLimit: 'No limit',
  cards: (count: number) => formatQuantity(count, 'card'),
  /** The number of cards beside the limit of the column. */
  countOf: (count: number, limit: number) => `${count} / ${limit}`,
  overLimit: (count: number, limit: number) => `${formatQuantity(count, 'card')}, more than the limit of ${limit}`,
  movedTo: (nodes: string, column: string) => `Moved ${nodes} to ${column}`,
  /** Between the titles above a card. */
  pathMark: ' › ',
  pathCut: '… › ',
})
