import { defineTexts } from '@espalier/domain'
import { foldName } from '../planning/people.ts'
import type { TableRow } from './table-cells.ts'

/** The content of a column of a table. Several title columns are levels: each is below the one before it. */
export const columnRoles = [
  'title',
  'description',
  'status',
  'level',
  'id',
  'parent',
  'color',
  'assignees',
  'start',
  'due',
  'estimate',
  'priority',
  'tags',
  'stage',
  'after',
  'field',
  'ignore',
] as const

/** Begins the role of a column that holds a certain own field of the project. */
const ownFieldPrefix = 'field:'

/** `field` is an own field with the name of the column. */
export type ColumnRole = (typeof columnRoles)[number] | `${typeof ownFieldPrefix}${string}`

export const toOwnFieldRole = (name: string): ColumnRole => `${ownFieldPrefix}${name}`

/** Returns the name of the own field that a column holds; null: it holds none. */
export function readOwnFieldRole(role: ColumnRole, heading: string, column: number): string | null {
  if (role === 'field') return heading.trim() || columnNameTexts.column(column + 1)
  return role.startsWith(ownFieldPrefix) ? role.slice(ownFieldPrefix.length) : null
}

const columnNameTexts = defineTexts('interchange.unnamed', { column: (number: number) => `Column ${number}` })

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
  assignees: 'Assignees',
  start: 'Start date',
  due: 'Due date',
  estimate: 'Estimate',
  priority: 'Priority',
  tags: 'Tags',
  stage: 'Stage',
  after: 'Blocked by',
  field: 'Own field',
  ignore: 'Ignore',
})

type NamedRole = Exclude<(typeof columnRoles)[number], 'ignore' | 'field'>

/** The headings by which other programs name their columns. They are names in files, not texts of ours. */
const headingWords: Readonly<Record<NamedRole, readonly string[]>> = {
  title: ['title', 'name', 'task', 'task name', 'node', 'summary', 'subject', 'item', 'todo', 'subtask', 'topic'],
  description: ['description', 'notes', 'note', 'details', 'body', 'comment', 'comments', 'text'],
  status: ['status', 'state', 'done', 'completed', 'complete', 'progress', '% complete'],
  level: ['level', 'depth', 'indent', 'outline level', 'outline_level', 'wbs level'],
  id: ['id', 'key', 'issue key', 'issue id', 'task id', 'no', 'no.', '#', 'number', 'unique id'],
  parent: ['parent', 'parents', 'parent id', 'parent key', 'parent task', 'parent_id', 'parentid', 'epic', 'epic link'],
  color: ['color', 'colour'],
  assignees: ['assignee', 'assignees', 'assigned to', 'owner', 'responsible', 'resource', 'resource names'],
  start: ['start', 'start date', 'begin', 'start_date'],
  due: ['due', 'due date', 'deadline', 'end', 'end date', 'finish', 'due_date'],
  estimate: ['estimate', 'story points', 'points', 'effort', 'duration'],
  priority: ['priority'],
  tags: ['tags', 'tag', 'labels', 'label'],
  stage: ['stage', 'column', 'list', 'bucket'],
  after: ['blocked by', 'after', 'predecessors', 'predecessor', 'depends on', 'dependencies', 'waits for'],
}

const roleByHeading = new Map<string, ColumnRole>(
  Object.entries(headingWords).flatMap(([role, words]) => words.map((word) => [word, role as NamedRole] as const)),
)

const toHeadingKey = (cell: string): string => cell.trim().toLowerCase()

const ownHeadingPrefix = 'Field: '

/** The heading of an own field in our own tables. One that is called like another column says what it is. */
export const toOwnHeading = (name: string): string =>
  roleByHeading.has(toHeadingKey(name)) || otherHeadings.has(toHeadingKey(name)) || name.startsWith(ownHeadingPrefix)
    ? `${ownHeadingPrefix}${name}`
    : name

/** Columns of our own tables that are not read. */
const otherHeadings: ReadonlySet<string> = new Set(['linked project'])

const readHeading = (cell: string, { isOwn, fields }: HeadingRules): ColumnRole | undefined => {
  const key = toHeadingKey(cell)
  const role = roleByHeading.get(key)
  if (role !== undefined || key === '') return role
  if (cell.startsWith(ownHeadingPrefix)) return toOwnFieldRole(cell.slice(ownHeadingPrefix.length))
  const known = fields.find((name) => foldName(name) === foldName(cell))
  if (known !== undefined) return toOwnFieldRole(known)
  return isOwn && !otherHeadings.has(key) ? 'field' : undefined
}

interface HeadingRules {
  /** The table is our own, so every column is ours. */
  readonly isOwn: boolean
  /** The names of the project's own fields. */
  readonly fields: readonly string[]
}

/** The first columns of our own tables. */
const ownBeginning = ['Id', 'Level', 'Title', 'Status', 'Description', 'Parents']

const isOwnTable = (headings: TableRow): boolean => ownBeginning.every((name, at) => headings[at] === name)

/** Proposes a mapping, which the person can change. `fields` are the names of the project's own fields. */
export function guessTableMapping(rows: readonly TableRow[], fields: readonly string[] = []): TableMapping {
  const [first = []] = rows
  const count = rows.slice(0, sampleRows).reduce((most, row) => Math.max(most, row.length), 0)
  const rules = { isOwn: isOwnTable(first), fields }
  const named = Array.from({ length: count }, (_, column) => readHeading(first[column] ?? '', rules))
  const hasHeading = rows.length > 1 && named.some((role) => role !== undefined)
  const roles = named.map((role, column): ColumnRole => {
    if (!hasHeading || role === undefined) return 'ignore'
    // Only titles and own fields make sense in several columns.
    return role === 'title' || role === 'field' || named.indexOf(role) === column ? role : 'ignore'
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
