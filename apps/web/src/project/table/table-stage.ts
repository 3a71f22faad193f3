import type { NodeId } from '@espalier/domain'
import { announceIn } from '../plan-view/view-frame.tsx'
import type { PlanStage } from '../workspace/plan-stage.ts'
import type { TableController } from './table-controller.ts'

/** Focuses the cells and headers of the table, also those that are not in the document yet. */
export class CellFocus {
  readonly #table: TableController
  #root: HTMLElement | null = null
  #wanted: NodeId | null = null

  constructor(table: TableController) {
    this.#table = table
  }

  /** Called when the table has an element. */
  attach(root: HTMLElement | null): void {
    this.#root = root
  }

  findRow(id: NodeId): HTMLElement | null {
    const key = this.#table.at(this.#table.findIndex(id))?.key
    const drawn = this.#root?.querySelectorAll<HTMLElement>('[data-row-key]') ?? []
    for (const element of drawn) if (element.dataset['rowKey'] === key) return element
    return null
  }

  focus(id: NodeId): void {
    this.#wanted = id
    this.resume()
  }

  focusHeader(columnId: string): void {
    this.#wanted = null
    this.#table.headerId = columnId
    findColumn(this.#root?.querySelector('thead') ?? null, columnId)?.focus()
  }

  /** Called after rows were rendered. */
  resume(): void {
    if (this.#wanted === null) return
    const { workspace, edit } = this.#table
    // A text that is being written keeps the focus.
    if (workspace.editing.get() !== null || edit.get() !== null) {
      this.#wanted = null
      return
    }
    const cell = findColumn(this.findRow(this.#wanted), this.#table.column?.id ?? 'title')
    if (cell === null) return
    this.#wanted = null
    cell.focus({ preventScroll: true })
    // Rows are scrolled by the list; columns by the browser, which keeps them beside the fixed one.
    cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }
}

function findColumn(within: Element | null, columnId: string): HTMLElement | null {
  for (const cell of within?.querySelectorAll<HTMLElement>('[data-column]') ?? [])
    if (cell.dataset['column'] === columnId) return cell
  return null
}

/** The questions that the actions of the screen ask of the view that is shown. */
export function createTableStage(table: TableController, focus: CellFocus): PlanStage {
  const reveal: PlanStage['reveal'] = (id, { isCentred = false } = {}) => {
    const index = table.findIndex(id)
    if (index >= 0) table.scrollTo(index, isCentred)
  }
  return {
    reveal,
    focus(id) {
      reveal(id)
      focus.focus(id)
    },
    getScreenRect: (id) => focus.findRow(id)?.getBoundingClientRect() ?? null,
    findNeighbor(id, towards) {
      const index = table.findIndex(id)
      if (towards === 'left' || towards === 'right') return undefined
      const by = towards === 'up' ? -1 : 1
      return table.at(table.findNodeRow(index + by, by))?.id
    },
    shownIds: () => [...new Set(table.rows.flatMap((row) => (row.kind === 'node' ? [row.id] : [])))],
    isShown: (id) => table.indexOf(id) >= 0,
    announce: (text) => announceIn(table.announcement, text),
  }
}
