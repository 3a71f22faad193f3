import { formatPerson, peopleStore } from '../../api/people.ts'
import { currentPersonId } from '../../api/session/session.ts'
import { createCell, type WritableCell } from '../../platform/cell.ts'
import type { NodeId } from '@espalier/domain'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { registerSettings } from '../workspace/shareable-settings.ts'
import { type CellReader, createCellReader, listColumns, type TableColumn } from './table-columns.ts'
import { buildTableRows, type NodeRow, type TableRow } from './table-rows.ts'
import { arrangeColumns, loadTableSettings, readTableSettings, type TableSettings } from './table-settings.ts'

/** A cell that is being edited; titles are edited by the workspace. */
export interface CellEdit {
  readonly rowKey: string
  readonly columnId: string
  /** A letter typed on the cell replaces its value. */
  readonly typed: string
}

/** The cells from one corner to the other, both included. */
export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The rows and columns of a project and the cell that the person works in. It lives as long as the workspace. */
export class TableController {
  readonly workspace: ProjectWorkspace
  readonly settings: WritableCell<TableSettings>
  /** Counts the changes that the view has to show. */
  readonly version = createCell(0)
  readonly announcement = createCell('')
  readonly edit = createCell<CellEdit | null>(null)
  /** The header that has the focus instead of a cell. */
  headerId: string | null = null
  #scrollTo: ((index: number, isCentred: boolean) => void) | null = null
  #allColumns: readonly TableColumn[] | null = null
  #columns: readonly TableColumn[] | null = null
  #cells: CellReader | null = null
  #rows: readonly TableRow[] | null = null
  #places = new Map<string, number>()
  #activeKey: string | null = null
  #columnId = 'title'
  /** The corner from which a range was begun. */
  #anchor: { readonly key: string; readonly columnId: string } | null = null
  #isSelecting = false
  #finishEdit: (() => boolean) | null = null

  constructor(workspace: ProjectWorkspace) {
    this.workspace = workspace
    const { client, visibility, ownFolds, matches, search: find, selection } = workspace
    this.settings = loadTableSettings(currentPersonId(), client.projectId)
    registerSettings(workspace, {
      view: 'table',
      cell: this.settings,
      names: ['sorts', 'group', 'shown', 'order', 'widths'],
      parse: readTableSettings,
    })
    const redraw = () => this.version.set(this.version.get() + 1)
    const relist = () => {
      this.#rows = null
      redraw()
    }
    const restart = () => {
      this.#allColumns = null
      this.#columns = null
      this.#cells = null
      relist()
    }
    client.listen(relist)
    client.project.subscribe(restart)
    this.settings.subscribe(() => {
      this.#columns = null
      relist()
    })
    for (const cell of [visibility, ownFolds, matches, find]) cell.subscribe(relist)
    if (workspace.hasServer) peopleStore.subscribe(relist)
    selection.subscribe(() => {
      // A selection that was made elsewhere has no range of cells.
      if (!this.#isSelecting) this.#anchor = null
    })
  }

  get allColumns(): readonly TableColumn[] {
    this.#allColumns ??= listColumns(this.workspace.client.project.get())
    return this.#allColumns
  }

  /** The shown columns. */
  get columns(): readonly TableColumn[] {
    this.#columns ??= arrangeColumns(this.allColumns, this.settings.get())
    return this.#columns
  }

  get cells(): CellReader {
    this.#cells ??= createCellReader(this.workspace.client, (id) => formatPerson(peopleStore.get(id)))
    return this.#cells
  }

  get rows(): readonly TableRow[] {
    if (this.#rows === null) {
      const { sorts, group } = this.settings.get()
      this.#rows = buildTableRows(this.workspace, { columns: this.allColumns, cells: this.cells, sorts, group })
      this.#places = new Map(this.#rows.map(({ key }, at) => [key, at]))
    }
    return this.#rows
  }

  /** Returns a row of a node; undefined also for the heading of a group. */
  at(index: number): NodeRow | undefined {
    const row = index < 0 ? undefined : this.rows[index]
    return row?.kind === 'node' ? row : undefined
  }

  /** Returns the index of a row, -1 if it is not shown. */
  indexOf(key: string): number {
    return this.rows.length === 0 ? -1 : (this.#places.get(key) ?? -1)
  }

  /** Returns the row of a node: the one that was used last if it has several, and -1 if it is not shown. */
  findIndex(id: NodeId): number {
    const active = this.#activeKey === null ? undefined : this.at(this.indexOf(this.#activeKey))
    return active?.id === id ? this.indexOf(active.key) : this.indexOf(id)
  }

  get currentIndex(): number {
    const { current } = this.workspace.selection.get()
    return current === null ? -1 : this.findIndex(current)
  }

  get columnIndex(): number {
    return Math.max(
      0,
      this.columns.findIndex(({ id }) => id === this.#columnId),
    )
  }

  /** The column of the current cell. */
  get column(): TableColumn | undefined {
    return this.columns[this.columnIndex]
  }

  /** Returns the nearest row of a node from an index on, in a direction. */
  findNodeRow(index: number, by: 1 | -1): number {
    let at = Math.max(0, Math.min(index, this.rows.length - 1))
    while (at >= 0 && at < this.rows.length && this.rows[at]?.kind !== 'node') at += by
    return this.at(at) === undefined ? -1 : at
  }

  scrollTo(index: number, isCentred: boolean): void {
    this.#scrollTo?.(index, isCentred)
  }

  /** Lets the shown rows be scrolled until the returned function is called. */
  connect(scrollTo: (index: number, isCentred: boolean) => void): () => void {
    this.#scrollTo = scrollTo
    return () => {
      this.#scrollTo = null
    }
  }

  /** Ends the edit of a cell and stores its value. Returns false if the value is refused: its editor stays. */
  finishEdit(): boolean {
    return this.#finishEdit?.() ?? true
  }

  /** Lets an open editor end its edit until the returned function is called. */
  connectEditor(finish: () => boolean): () => void {
    this.#finishEdit = finish
    return () => {
      this.#finishEdit = null
    }
  }

  /** Makes a cell the current one without changing what is selected beside it. */
  use(row: NodeRow, columnId: string): void {
    this.#activeKey = row.key
    this.headerId = null
    if (this.#columnId === columnId) return
    this.#columnId = columnId
    this.version.set(this.version.get() + 1)
  }

  /** Selects a cell and focuses it; extending, everything between it and where the range was begun. */
  goTo(index: number, columnIndex = this.columnIndex, isExtending = false): void {
    const row = this.at(index)
    const column = this.columns[Math.max(0, Math.min(columnIndex, this.columns.length - 1))]
    if (row === undefined || column === undefined) return
    const from = this.at(this.currentIndex)
    if (!isExtending) this.#anchor = null
    else if (from !== undefined) this.#anchor ??= { key: from.key, columnId: this.#columnId }
    this.use(row, column.id)
    this.workspace.editing.set(null)
    const start = this.#anchor === null ? index : this.indexOf(this.#anchor.key)
    const between = start < 0 ? [row] : this.rows.slice(Math.min(start, index), Math.max(start, index) + 1)
    const ids = between.flatMap((one) => (one.kind === 'node' ? [one.id] : []))
    this.select({ ids: new Set(ids), current: row.id })
    this.workspace.map.focus(row.id)
  }

  /** Selects nodes; a range of cells stays. */
  select(next: ReturnType<ProjectWorkspace['selection']['get']>): void {
    this.#isSelecting = true
    this.workspace.selection.set(next)
    this.#isSelecting = false
    this.version.set(this.version.get() + 1)
  }

  /** The current cell, or the range that begins or ends there. Null: there is none. */
  get range(): CellRange | null {
    const [row, column] = [this.currentIndex, this.columnIndex]
    if (row < 0) return null
    const anchorRow = this.#anchor === null ? -1 : this.indexOf(this.#anchor.key)
    const anchorColumn = this.columns.findIndex(({ id }) => id === this.#anchor?.columnId)
    const [otherRow, otherColumn] = anchorRow < 0 || anchorColumn < 0 ? [row, column] : [anchorRow, anchorColumn]
    return {
      top: Math.min(row, otherRow),
      bottom: Math.max(row, otherRow),
      left: Math.min(column, otherColumn),
      right: Math.max(column, otherColumn),
    }
  }

  /** Returns the rows that an action on cells applies to: those of the range, or all that are selected. */
  listTargetRows(): readonly NodeRow[] {
    const { range } = this
    const { ids, current } = this.workspace.selection.get()
    if (range === null) return []
    const isRange = range.bottom > range.top || ids.size < 2 || current === null || !ids.has(current)
    const rows = isRange ? this.rows.slice(range.top, range.bottom + 1) : this.rows
    return rows.flatMap((row) => (row.kind === 'node' && (isRange || ids.has(row.id)) ? [row] : []))
  }

  /** Begins to edit the current cell. What is not a text opens its list or its month. */
  editCurrent(typed = ''): void {
    const row = this.at(this.currentIndex)
    const { column, workspace } = this
    if (row === undefined || column === undefined || !workspace.client.canEdit.get() || !column.isEditable) return
    workspace.map.reveal(row.id)
    if (column.id === 'title')
      workspace.editing.set({ nodeId: row.id, isNew: false, typed: typed === '' ? null : typed })
    else if (column.definition?.type === 'checkbox') this.#toggleCheckbox(row, column.definition.id)
    else this.edit.set({ rowKey: row.key, columnId: column.id, typed })
  }

  #toggleCheckbox({ id }: NodeRow, fieldId: string): void {
    const { client, notify: showNotice } = this.workspace
    const isChecked = client.node(id)?.fields[fieldId] === true
    const edited = client.edits.change(id, { fields: { [fieldId]: isChecked ? null : true } })
    if (!edited.ok) showNotice(edited.reason, 'failed')
  }

  change(settings: Partial<TableSettings>): void {
    this.settings.set({ ...this.settings.get(), ...settings })
  }
}

const controllers = new WeakMap<ProjectWorkspace, TableController>()

/** Returns the table of a workspace; it is kept, so that opening it again is quick. */
export function getTableController(workspace: ProjectWorkspace): TableController {
  const known = controllers.get(workspace) ?? new TableController(workspace)
  controllers.set(workspace, known)
  return known
}
