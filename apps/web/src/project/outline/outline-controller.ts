import type { NodeId } from '@espalier/domain'
import { createCell } from '../../platform/cell.ts'
import { MapChips } from '../map/chips/map-chips.ts'
import type { MapInputs } from '../workspace/create-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { buildOutlineRows, type OutlineRow } from './outline-rows.ts'

/** The rows of a project and the one the person works in. It lives as long as the workspace. */
export class OutlineController {
  readonly workspace: ProjectWorkspace
  /** Counts the changes that the view has to show. */
  readonly version = createCell(0)
  readonly announcement = createCell('')
  readonly chips: MapChips
  #scrollTo: ((index: number, isCentred: boolean) => void) | null = null
  #rows: readonly OutlineRow[] | null = null
  #places = new Map<string, number>()
  /** The row of a node with several that the person used last. */
  #activeKey: string | null = null

  constructor(workspace: ProjectWorkspace, loadPeople: MapInputs['loadPeople']) {
    this.workspace = workspace
    const { client, visibility, ownFolds, matches, search: find, chips } = workspace
    const redraw = () => this.version.set(this.version.get() + 1)
    const people = loadPeople === undefined ? {} : { loadPeople }
    this.chips = new MapChips({ client, chips, ...people }, { refit: redraw, remeasure: redraw, redraw })
    const change = () => {
      this.#rows = null
      redraw()
    }
    client.listen(change)
    for (const cell of [visibility, ownFolds, matches, find]) cell.subscribe(change)
  }

  get rows(): readonly OutlineRow[] {
    if (this.#rows === null) {
      this.#rows = buildOutlineRows(this.workspace)
      this.#places = new Map(this.#rows.map(({ key }, at) => [key, at]))
    }
    return this.#rows
  }

  at(index: number): OutlineRow | undefined {
    return index < 0 ? undefined : this.rows[index]
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

  /** The current node's row. */
  get currentIndex(): number {
    const { current } = this.workspace.selection.get()
    return current === null ? -1 : this.findIndex(current)
  }

  /** Scrolls a row into view. */
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

  use({ key }: OutlineRow): void {
    this.#activeKey = key
  }

  /** Selects a row and focuses it. */
  goTo(row: OutlineRow | undefined): void {
    if (row === undefined) return
    this.use(row)
    this.workspace.editing.set(null)
    this.workspace.selection.set({ ids: new Set([row.id]), current: row.id })
    this.workspace.map.focus(row.id)
  }

  /** Puts the caret into the title of a row, at its end unless told. */
  edit(row: OutlineRow | undefined, caret?: number): void {
    if (row === undefined) return
    if (!this.workspace.client.canEdit.get()) return this.goTo(row)
    this.use(row)
    this.workspace.selection.set({ ids: new Set([row.id]), current: row.id })
    this.workspace.map.reveal(row.id)
    this.workspace.editing.set({
      nodeId: row.id,
      isNew: false,
      typed: null,
      ...(caret !== undefined && { caret }),
    })
  }

  /** Extends the selection from the current row to another one, in the order of the rows. */
  selectUpTo(index: number): void {
    const { selection, map } = this.workspace
    const target = this.at(index)
    if (target === undefined) return
    const { ids, current } = selection.get()
    const indexes = [...ids].map((id) => this.findIndex(id)).filter((at) => at >= 0)
    const from = this.currentIndex
    // The selection's other end stays where it is.
    const anchor = from === Math.max(...indexes) ? Math.min(...indexes) : Math.max(...indexes)
    const start = indexes.length === 0 || current === null ? index : anchor
    const rows = this.rows.slice(Math.min(start, index), Math.max(start, index) + 1)
    this.use(target)
    this.workspace.editing.set(null)
    selection.set({ ids: new Set(rows.map(({ id }) => id)), current: target.id })
    map.focus(target.id)
  }
}

const controllers = new WeakMap<ProjectWorkspace, OutlineController>()

/** Returns the outline of a workspace; it is kept, so that opening it again is quick. */
export function getOutlineController(
  workspace: ProjectWorkspace,
  loadPeople: MapInputs['loadPeople'],
): OutlineController {
  const known = controllers.get(workspace) ?? new OutlineController(workspace, loadPeople)
  controllers.set(workspace, known)
  return known
}
