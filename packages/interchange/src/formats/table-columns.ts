import { defineTexts } from '@espalier/domain'
import type { TableRow } from './table-cells.ts'

/** What a column of a table holds. Several title columns are levels: each is below the one before it. */
export const columnRoles = [
  'title',
  'description',
  'status',
  'level',
  'id',
  'parent',
  'color',
  'start',
  'due',
  'estimate',
  'priority',
  'tags',
  'ignore',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** How a table becomes nodes. */
export interface TableMapping {
  /** True if the first row names the columns. */
  readonly hasHeading: boolean
  /** One role for each column. */
  readonly roles: readonly ColumnRole[]
}

export const columnRoleTexts = defineTexts('interchange.column', {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  level: 'Level',
  id: 'Id',
  parent: 'Parent',
  color: 'Color',
  start: 'Start date',
  due: 'Due date',
  estimate: 'Estimate',
  priority: 'Priority',
  tags: 'Tags',
  ignore: 'Ignore',
})

/** The headings by which other programs name their columns. They are names in files, not texts of ours. */
const headingWords: Readonly<Record<Exclude<ColumnRole, 'ignore'>, readonly string[]>> = {
  title: ['title', 'name', 'task', 'task name', 'node', 'summary', 'subject', 'item', 'todo', 'subtask', 'topic'],
  description: ['description', 'notes', 'note', 'details', 'body', 'comment', 'comments', 'text'],
  status: ['status', 'state', 'done', 'completed', 'complete', 'progress', '% complete'],
  level: ['level', 'depth', 'indent', 'outline level', 'outline_level', 'wbs level'],
  id: ['id', 'key', 'issue key', 'issue id', 'task id', 'no', 'no.', '#', 'number', 'unique id'],
  parent: ['parent', 'parents', 'parent id', 'parent key', 'parent task', 'parent_id', 'parentid', 'epic', 'epic link'],
  color: ['color', 'colour'],
  start: ['start', 'start date', 'begin', 'start_date'],
  due: ['due', 'due date', 'deadline', 'end', 'end date', 'finish', 'due_date'],
  estimate: ['estimate', 'story points', 'points', 'effort', 'duration'],
  priority: ['priority'],
  tags: ['tags', 'tag', 'labels', 'label'],
}

const roleByHeading = new Map<string, ColumnRole>(
  columnRoles.flatMap((role) => (role === 'ignore' ? [] : headingWords[role].map((word) => [word, role] as const))),
)

const readHeading = (cell: string): ColumnRole | undefined => roleByHeading.get(cell.trim().toLowerCase())

/** Proposes a mapping, which the person can change. */
export function guessTableMapping(rows: readonly TableRow[]): TableMapping {
  const [first = []] = rows
  const count = rows.slice(0, sampleRows).reduce((most, row) => Math.max(most, row.length), 0)
  const named = Array.from({ length: count }, (_, column) => readHeading(first[column] ?? ''))
  const hasHeading = rows.length > 1 && named.some((role) => role !== undefined)
  const roles = named.map((role, column): ColumnRole => {
    if (!hasHeading || role === undefined) return 'ignore'
    // Only titles make sense in several columns.
    return role === 'title' || named.indexOf(role) === column ? role : 'ignore'
  })
  if (roles.includes('title')) return { hasHeading, roles }
  const title = findWordiestColumn(hasHeading ? rows.slice(1) : rows, roles)
  return { hasHeading, roles: roles.map((role, column) => (column === title ? 'title' : role)) }
}

const sampleRows = 100

/** Returns the first column without a role in which most rows have a word. */
function findWordiestColumn(rows: readonly TableRow[], roles: readonly ColumnRole[]): number {
  const sample = rows.slice(0, sampleRows)
  const counts = roles.map((role, column) =>
    role === 'ignore' ? sample.filter((row) => /\p{L}/u.test(row[column] ?? '')).length : -1,
  )
  return counts.indexOf(Math.max(...counts))
}
