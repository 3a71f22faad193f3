import { escapeHtml, limits, type NodeStatus, toPlainText } from '@espalier/domain'
import { ImportError, type ImportFault, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { importDetailTexts, importRemarkTexts } from '../model/import-texts.ts'
import { buildParentIndex, type ReadOptions } from '../model/project.ts'
import { appendAll, cleanOneLine } from '../model/text.ts'
import { type OwnFieldWords, type PlanningWords, splitNames } from '../planning/planning-words.ts'
import { buildProject, draftNode, type DraftNode, joinUnderOneRoot } from './draft-node.ts'
import { parseTableRows, type TableRow } from './table-cells.ts'
import { type ColumnRole, guessTableMapping, readOwnFieldRole, type TableMapping } from './table-columns.ts'

/** Reads a table with a given mapping, or with the one that its headings suggest. */
export const readTable = (
  given: Uint8Array | string,
  options: ReadOptions = {},
  mapping?: TableMapping,
): ImportResult =>
  toImportResult(() => {
    const rows = parseTableRows(given)
    const { roots, leftOut } = buildDrafts(rows, mapping ?? guessTableMapping(rows, listFieldNames(options)))
    if (roots.length === 0) throw new ImportError('nothing-inside', importDetailTexts.noTitles)
    const joined = options.isUnderNode === true ? roots : joinUnderOneRoot('', roots, options)
    const built = buildProject({}, joined, options)
    const remarks = leftOut === 0 ? built.remarks : [...built.remarks, importRemarkTexts.rowsLeftOut(leftOut)]
    return { ...built, remarks }
  })

const listFieldNames = ({ lists }: ReadOptions): readonly string[] =>
  lists?.fieldDefinitions?.map(({ name }) => name) ?? []

/** A row with its node. */
interface ReadRow {
  readonly row: TableRow
  readonly node: DraftNode
}

interface Drafts {
  readonly roots: readonly DraftNode[]
  /** The number of rows without a title. */
  readonly leftOut: number
}

function buildDrafts(rows: readonly TableRow[], { hasHeading, roles }: TableMapping): Drafts {
  const data = hasHeading ? rows.slice(1) : rows
  const titles = roles.flatMap((role, column) => (role === 'title' ? [column] : []))
  const readFields = createRowReader(roles, hasHeading ? (rows[0] ?? []) : [])
  if (titles.length > 1) return nestByColumns(data, titles, readFields)
  const read = data.flatMap((row): readonly ReadRow[] => {
    const title = cleanOneLine(row[titles[0] ?? -1] ?? '')
    return title === '' ? [] : [{ row, node: draftNode({ title: escapeHtml(title), ...readFields(row) }) }]
  })
  linkBlockersById(read, roles)
  const nest = roles.includes('parent') ? nestByParent : roles.includes('level') ? nestByLevel : listFlat
  return { roots: nest(read, roles), leftOut: data.length - read.length }
}

const readCell = (row: TableRow, roles: readonly ColumnRole[], role: ColumnRole): string =>
  row[roles.indexOf(role)]?.trim() ?? ''

type RowReader = (row: TableRow) => Pick<DraftNode, 'body' | 'planning' | 'backgroundColor'> & {
  readonly status: NodeStatus | undefined
}

function createRowReader(roles: readonly ColumnRole[], headings: TableRow): RowReader {
  const ownColumns = roles.flatMap((role, column): (readonly [column: number, name: string])[] => {
    const name = readOwnFieldRole(role, headings[column] ?? '', column)
    return name === null ? [] : [[column, name]]
  })
  return (row) => {
    const lines = readCell(row, roles, 'description').split(/\r\n?|\n/u)
    const color = readCell(row, roles, 'color')
    const fields = ownColumns.map(([column, name]): OwnFieldWords => [name, row[column] ?? ''])
    return {
      body: lines.flatMap((line) => (line.trim() === '' ? [] : [`<p>${escapeHtml(line.trim())}</p>`])).join(''),
      status: statusByWord.get(readCell(row, roles, 'status').toLowerCase()),
      ...(/^#[0-9a-f]{6}$/iu.test(color) && { backgroundColor: color.toLowerCase() }),
      planning: { ...readRowPlanning(row, roles), ...(fields.length > 0 && { fields }) },
    }
  }
}

const readRowPlanning = (row: TableRow, roles: readonly ColumnRole[]): PlanningWords => ({
  assignees: splitNames(readCell(row, roles, 'assignees')),
  startDate: readCell(row, roles, 'start'),
  dueDate: readCell(row, roles, 'due'),
  estimate: readCell(row, roles, 'estimate'),
  priority: readCell(row, roles, 'priority'),
  tags: splitNames(readCell(row, roles, 'tags')),
  stage: readCell(row, roles, 'stage'),
  after: readTitles(readCell(row, roles, 'after')),
})

function readTitles(cell: string): readonly string[] | undefined {
  const titles = splitNames(cell)
  return titles.length === 0 ? undefined : titles
}

/** Blockers may be named by ids. If one of them is no id, they are titles. */
function linkBlockersById(read: readonly ReadRow[], roles: readonly ColumnRole[]): void {
  if (!roles.includes('after') || !roles.includes('id')) return
  const byId = new Map(read.map(({ row, node }) => [readCell(row, roles, 'id'), node]))
  for (const { row, node } of read) {
    const names = readCell(row, roles, 'after').split(/[\s,;]+/u)
    const found = names.flatMap((name) => byId.get(name) ?? [])
    if (found.length < names.length) continue
    appendAll(node.blockers, found)
    Object.assign(node, { planning: { ...node.planning, after: undefined } })
  }
}

/** The words of other programs for a status. They are names in files, not texts of ours. Other words mean to do. */
const statusByWord = new Map<string, NodeStatus>([
  ...['progress', 'in progress', 'doing', 'started', 'active', 'wip', 'in review'].map(
    (word) => [word, 'progress'] as const,
  ),
  ...[
    'done',
    'completed',
    'complete',
    'closed',
    'finished',
    'resolved',
    'x',
    'yes',
    'true',
    '100%',
    '100',
    '✓',
    '✔',
  ].map((word) => [word, 'done'] as const),
])

const listFlat = (read: readonly ReadRow[]): readonly DraftNode[] => read.map(({ node }) => node)

/** A row is below the nearest row above it with a smaller level. */
function nestByLevel(read: readonly ReadRow[], roles: readonly ColumnRole[]): readonly DraftNode[] {
  const roots: DraftNode[] = []
  const open: { readonly node: DraftNode; readonly level: number }[] = []
  for (const { row, node } of read) {
    const level = Number.parseFloat(readCell(row, roles, 'level')) || 1
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop()
    ;(open.at(-1)?.node.children ?? roots).push(node)
    open.push({ node, level })
  }
  return roots
}

/** A row names its parent by an id, or by a title where there are no ids. A row that names no existing parent is a root. */
function nestByParent(read: readonly ReadRow[], roles: readonly ColumnRole[]): readonly DraftNode[] {
  const hasIds = roles.includes('id')
  const byName = new Map<string, DraftNode>()
  for (const { row, node } of read) {
    const name = hasIds ? readCell(row, roles, 'id') : toPlainText(node.title)
    if (name !== '' && !byName.has(name)) byName.set(name, node)
  }
  const roots: DraftNode[] = []
  const parents = new Map<DraftNode, DraftNode>()
  for (const { row, node } of read) {
    const cell = readCell(row, roles, 'parent')
    const names = hasIds ? cell.split(/[\s,;]+/u) : [cleanOneLine(cell)]
    const [parent, ...others] = names.flatMap((name) => byName.get(name) ?? [])
    if (parent === undefined || isSelfOrAbove(node, parent, parents)) roots.push(node)
    else {
      parents.set(node, parent)
      parent.children.push(node)
      node.extraParents.push(...others.slice(0, maxExtraParents))
    }
  }
  return roots
}

const maxExtraParents = 100

/** Tells whether a node equals another or is above it. A chain that is too long is refused here already. */
function isSelfOrAbove(node: DraftNode, below: DraftNode, parents: ReadonlyMap<DraftNode, DraftNode>): boolean {
  let steps = 0
  for (let at: DraftNode | undefined = below; at !== undefined; at = parents.get(at)) {
    if (at === node) return true
    steps += 1
    if (steps > limits.chainNodes) throw new ImportError('too-deep')
  }
  return false
}

interface OpenColumn {
  readonly title: string
  readonly node: DraftNode
}

/** Each title column is one level. A blank cell means the same as the row above, as in merged cells. */
function nestByColumns(data: readonly TableRow[], titles: readonly number[], readFields: RowReader): Drafts {
  const roots: DraftNode[] = []
  let open: readonly (OpenColumn | undefined)[] = []
  let leftOut = 0
  for (const row of data) {
    const cells = titles.map((column) => cleanOneLine(row[column] ?? ''))
    const last = cells.findLastIndex((title) => title !== '')
    if (last < 0) leftOut += 1
    for (const [level, title] of cells.entries()) {
      const former = open[level]
      // The last title of a row is a node of its own, even if the row above has the same.
      if (title === '' || (former?.title === title && level < last)) continue
      const node = draftNode({ title: escapeHtml(title), ...(level === last && readFields(row)) })
      const parent = open.slice(0, level).findLast((one) => one !== undefined)
      ;(parent?.node.children ?? roots).push(node)
      open = [...titles.slice(0, level).map((_, index) => open[index]), { title, node }]
    }
  }
  return { roots, leftOut }
}

const previewRows = 5
const previewNodes = 12

/** The preview that the dialog shows before a table is imported. */
export interface TablePreview {
  readonly mapping: TableMapping
  /** The first rows as they are in the file. */
  readonly rows: readonly TableRow[]
  readonly nodeCount: number
  /** The names of the project's own fields, which a column may hold. */
  readonly ownFields: readonly string[]
  /** The remarks about what is created, changed or left out. */
  readonly remarks: readonly string[]
  /** The first nodes as they will be; depth is 0 for a root. */
  readonly nodes: readonly { readonly title: string; readonly depth: number; readonly status: NodeStatus }[]
}

export type TablePreviewResult =
  | { readonly ok: true; readonly value: TablePreview }
  | { readonly ok: false; readonly reason: ImportFault }

/** A mapping without a title column has no nodes yet, which is not a fault. */
export function previewTable(
  given: Uint8Array | string,
  options: ReadOptions = {},
  chosen?: TableMapping,
): TablePreviewResult {
  let rows: readonly TableRow[]
  try {
    rows = parseTableRows(given)
  } catch (error) {
    if (error instanceof ImportError) return { ok: false, reason: error.fault }
    throw error
  }
  const ownFields = listFieldNames(options)
  const mapping = chosen ?? guessTableMapping(rows, ownFields)
  const shown = { mapping, ownFields, rows: rows.slice(0, previewRows + (mapping.hasHeading ? 1 : 0)) }
  const read = readTable(given, options, mapping)
  if (!read.ok && read.reason.code === 'nothing-inside' && rows.length > 0)
    return { ok: true, value: { ...shown, nodeCount: 0, remarks: [], nodes: [] } }
  if (!read.ok) return read
  const nodes: TablePreview['nodes'][number][] = []
  for (const { node, depth } of buildParentIndex(read.value).walk()) {
    nodes.push({ title: toPlainText(node.title), depth, status: node.status })
    if (nodes.length === previewNodes) break
  }
  return { ok: true, value: { ...shown, nodeCount: read.value.nodes.length, remarks: read.remarks, nodes } }
}
