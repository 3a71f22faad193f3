import { defineTexts, formatQuantity } from '@espalier/domain'

/** The table of a project. The names of fields and values are those of the editors. */
export const tableTexts = defineTexts('table', {
  headings: { title: 'Title', path: 'Path' },
  columns: 'Columns',
  resetColumns: 'Reset columns',
  group: 'Group',
  groupedBy: (grouping: string) => `Group: ${grouping}`,
  noGroups: 'No groups',
  groupings: {
    status: 'Status',
    stage: 'Stage',
    person: 'Person',
    priority: 'Priority',
    tag: 'Tag',
    branch: 'Top branch',
  },
  /** The groups of nodes without a value. */
  without: { stage: 'No stage', person: 'Nobody', priority: 'No priority', tag: 'No tag' },
  nodes: (count: number) => formatQuantity(count, 'node'),
  exportCsv: 'Export as CSV',
  newRow: 'New row',
  /** The file is named after the project. */
  fileName: (project: string) => `${project} table`,
  copied: (count: number) => `Copied ${formatQuantity(count, 'cell')}`,
  cleared: (count: number) => `Cleared ${formatQuantity(count, 'cell')}`,
  filled: (count: number) => `Filled ${formatQuantity(count, 'cell')}`,
  pasted: (count: number) => `Pasted into ${formatQuantity(count, 'row')}`,
  addedRows: (count: number) => `Added ${formatQuantity(count, 'row')}`,
  notStored: (values: string) => `Not stored: ${values}`,
  notStoredValue: (column: string, value: string) => `${column} “${value}”`,
  more: (count: number) => `and ${count} more`,
  rowsLeftOut: (count: number) =>
    `${formatQuantity(count, 'row')} left out: only a paste that begins in the column Title adds rows`,
  tooManyRows: (most: number) => `At most ${most} rows can be pasted at once`,
  sorted: {
    ascending: (column: string) => `Sorted by ${column}, ascending`,
    descending: (column: string) => `Sorted by ${column}, descending`,
    none: (column: string) => `Not sorted by ${column}`,
  },
  movedColumn: (column: string, place: number) => `${column} is now column ${place}`,
  widthOfColumn: (column: string, width: number) => `${column} is ${width} pixels wide`,
})
