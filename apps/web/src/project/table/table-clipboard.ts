import { escapeHtml, exchangeLimits, type NodeId } from '@espalier/domain'
import type { NewPlace, NodeFields } from '@espalier/sync'
import { tableTexts as texts } from '../../texts/table.ts'
import { offerUndo } from '../actions/undo-offers.ts'
import { branchesAttribute, type ClipboardPayload } from '../clipboard/clipboard-payload.ts'
import { type CellValueReader, createCellValueReader, parseTabbedCells } from './cell-values.ts'
import type { TableColumn } from './table-columns.ts'
import type { TableController } from './table-controller.ts'
import type { NodeRow } from './table-rows.ts'

const listRangeColumns = ({ columns, range }: TableController): readonly TableColumn[] =>
  range === null ? [] : columns.slice(range.left, range.right + 1)

/** Rows that were selected as a whole are copied with all their columns. */
function listCopiedColumns(table: TableController): readonly TableColumn[] {
  const { columns, range, workspace } = table
  const isWholeRows = range !== null && range.top === range.bottom && workspace.selection.get().ids.size > 1
  return isWholeRows ? columns : listRangeColumns(table)
}

/** Copies the cells of the range for spreadsheets. Null: no cell is current. */
export function copyCells(table: TableController): ClipboardPayload | null {
  const { client } = table.workspace
  const columns = listCopiedColumns(table)
  const cells = table.listTargetRows().map(({ id }) => {
    const node = client.node(id)
    return node === undefined ? [] : columns.map((column) => table.cells.readText(node, column))
  })
  if (cells.length === 0) return null
  table.workspace.map.announce(texts.copied(cells.length * columns.length))
  return {
    text: cells.map((row) => row.map(quoteCell).join('\t')).join('\n'),
    html: `<table>${cells.map(toHtmlRow).join('')}</table>`,
  }
}

const toHtmlRow = (row: readonly string[]): string =>
  `<tr>${row.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}</tr>`

const quoteCell = (text: string): string => (/[\t\r\n"]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Removes the values of the range as one undo step. A title and a status cannot be empty. */
export function clearCells(table: TableController): void {
  const columns = listRangeColumns(table).filter(({ id, isEditable }) => isEditable && !isRequired(id))
  const rows = table.listTargetRows()
  const reader = createCellValueReader(table.workspace.client)
  const fields = mergeFields(columns.map((column) => reader.read(column, '')))
  if (columns.length === 0 || !changeRows(table, rows, fields)) return
  table.workspace.map.announce(texts.cleared(rows.length * columns.length))
}

const isRequired = (columnId: string): boolean => columnId === 'title' || columnId === 'status'

function changeRows({ workspace }: TableController, rows: readonly NodeRow[], fields: NodeFields): boolean {
  const edited = workspace.client.edits.changeMany([...new Set(rows.map(({ id }) => id))], fields)
  if (!edited.ok) workspace.notify(edited.reason, 'failed')
  return edited.ok
}

const mergeFields = (parts: readonly (NodeFields | null)[]): NodeFields => {
  const own = Object.assign({}, ...parts.map((part) => part?.fields))
  return { ...Object.assign({}, ...parts), ...(Object.keys(own).length > 0 && { fields: own }) }
}

/** Gives the first row's values to the others of the range; a single row gets those of the row above. */
export function fillDown(table: TableController): void {
  const { client } = table.workspace
  const [first, ...others] = table.listTargetRows()
  const { range } = table
  if (first === undefined || range === null) return
  const isOne = others.length === 0
  const source = isOne ? table.at(range.top === 0 ? -1 : table.findNodeRow(range.top - 1, -1)) : first
  const node = source === undefined ? undefined : client.node(source.id)
  if (node === undefined) return
  const columns = listRangeColumns(table).filter(({ isEditable }) => isEditable)
  const fields = mergeFields(columns.map(({ id, definition }) => copyField(node, id, definition !== null)))
  const targets = isOne ? [first] : others
  if (columns.length === 0 || !changeRows(table, targets, fields)) return
  table.workspace.map.announce(texts.filled(targets.length * columns.length))
}

type CopiedNode = NonNullable<ReturnType<TableController['workspace']['client']['node']>>

/** Copies a value itself, not its text, so that formats and people who have left stay. */
function copyField(node: CopiedNode, columnId: string, isOwn: boolean): NodeFields {
  if (isOwn) return { fields: { [columnId]: node.fields[columnId] ?? null } }
  switch (columnId) {
    case 'stage':
      return { stageId: node.stageId }
    case 'assignees':
      return { assigneeIds: node.assigneeIds }
    case 'tags':
      return { tagIds: node.tagIds }
    case 'blockedBy':
      return { blockedByIds: node.blockedByIds }
    default:
      return { [columnId]: node[columnId as 'title' | 'status' | 'startDate' | 'dueDate' | 'estimate' | 'priority'] }
  }
}

/** Branches of a plan are pasted as branches, below the current node. */
export const isPastedBranch = ({ html }: ClipboardPayload): boolean => html.includes(branchesAttribute)

/** Pastes cells at the start of the range as one undo step; a single value fills the range. */
export function pasteCells(table: TableController, { text, html }: ClipboardPayload): void {
  const { workspace, range } = table
  if (range === null || !workspace.client.canEdit.get()) return
  const block = text === '' ? readHtmlCells(html) : parseTabbedCells(text)
  if (block.length > exchangeLimits.paste.nodes)
    return workspace.notify(texts.tooManyRows(exchangeLimits.paste.nodes), 'failed')
  const paste = new CellPaste(table)
  workspace.client.edits.group(() => {
    const [only] = block
    if (block.length === 1 && only?.length === 1) paste.fill(only[0] ?? '')
    else paste.putBlock(block, range.top, range.left)
  })
  paste.report()
}

/** A document parsed this way runs no script and loads nothing. */
function readHtmlCells(html: string): readonly (readonly string[])[] {
  const rows = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('tr')
  return Array.from(rows, (row) => Array.from(row.querySelectorAll('td, th'), ({ textContent }) => textContent ?? ''))
}

/** Nobody reads a longer list in a notice. */
const mostNamedValues = 5

/** One paste: it stores what can be read, and names the rest. */
class CellPaste {
  readonly #table: TableController
  readonly #reader: CellValueReader
  readonly #refused: string[] = []
  #changed = 0
  #added = 0
  #leftOut = 0

  constructor(table: TableController) {
    this.#table = table
    this.#reader = createCellValueReader(table.workspace.client)
  }

  fill(value: string): void {
    const columns = listRangeColumns(this.#table)
    const values = columns.map(() => value)
    for (const { id } of this.#table.listTargetRows()) this.#changeNode(id, columns, values)
  }

  putBlock(block: readonly (readonly string[])[], top: number, left: number): void {
    const { rows, columns } = this.#table
    const targets = rows.slice(top).flatMap((row) => (row.kind === 'node' ? [row] : []))
    const width = Math.max(...block.map((row) => row.length))
    const into = columns.slice(left, left + width)
    const last = targets.at(-1)
    block.forEach((values, at) => {
      const target = targets[at]
      if (target !== undefined) this.#changeNode(target.id, into, values)
      else if (left === 0 && (values[0] ?? '').trim() !== '') this.#addNode(last, into, values)
      else if (values.some((value) => value.trim() !== '')) this.#leftOut += 1
    })
  }

  /** Reads the values of one row. What is no value of its column is named and left out. */
  #read(columns: readonly TableColumn[], values: readonly string[]): readonly (readonly [TableColumn, NodeFields])[] {
    return columns.slice(0, values.length).flatMap((column, at) => {
      const value = values[at] ?? ''
      const fields = this.#reader.read(column, value)
      if (fields === null) this.#refuse(column, value)
      return fields === null || Object.keys(fields).length === 0 ? [] : [[column, fields] as const]
    })
  }

  #changeNode(id: NodeId, columns: readonly TableColumn[], values: readonly string[]): void {
    const { edits } = this.#table.workspace.client
    const cells = this.#read(columns, values)
    if (cells.length === 0) return
    this.#changed += 1
    if (edits.change(id, mergeFields(cells.map(([, fields]) => fields))).ok) return
    // One refused value must not take the others of its row with it.
    for (const [column, fields] of cells)
      if (!edits.change(id, fields).ok) this.#refuse(column, values[columns.indexOf(column)] ?? '')
  }

  #addNode(last: NodeRow | undefined, columns: readonly TableColumn[], values: readonly string[]): void {
    const { edits } = this.#table.workspace.client
    const parentId = last?.parentId ?? null
    const place: NewPlace = parentId === null ? { kind: 'root' } : { kind: 'child', parentId }
    const [title, ...others] = this.#read(columns, values)
    const created = edits.create(place, title?.[1] ?? {})
    if (!created.ok) return
    this.#added += 1
    for (const [column, fields] of others)
      if (!edits.change(created.value, fields).ok) this.#refuse(column, values[columns.indexOf(column)] ?? '')
  }

  #refuse({ label }: TableColumn, value: string): void {
    this.#refused.push(texts.notStoredValue(label, value.trim()))
  }

  report(): void {
    const { workspace } = this.#table
    if (this.#added > 0) offerUndo(workspace, texts.addedRows(this.#added))
    if (this.#changed > 0) workspace.map.announce(texts.pasted(this.#changed))
    if (this.#leftOut > 0) workspace.notify(texts.rowsLeftOut(this.#leftOut), 'failed')
    const more = this.#refused.length - mostNamedValues
    const named = [...this.#refused.slice(0, mostNamedValues), ...(more > 0 ? [texts.more(more)] : [])]
    if (named.length > 0) workspace.notify(texts.notStored(named.join(', ')), 'failed')
  }
}
