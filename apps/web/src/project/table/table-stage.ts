import type { NodeId } from '@espalier/domain'
import { createRowStage, RowFocus } from '../plan-view/row-stage.ts'
import type { PlanStage } from '../workspace/plan-stage.ts'
import type { TableController } from './table-controller.ts'

/** Focuses the cells and headers of the table, also those that are not in the document yet. */
export class CellFocus extends RowFocus {
  readonly #table: TableController

  constructor(table: TableController) {
    super(table)
    this.#table = table
  }

  override findElement(id: NodeId): HTMLElement | null {
    return findColumn(this.findRow(id), this.#table.column?.id ?? 'title')
  }

  focusHeader(columnId: string): void {
    this.cancel()
    this.#table.headerId = columnId
    findColumn(this.root?.querySelector('thead') ?? null, columnId)?.focus()
  }

  protected override isWriting(): boolean {
    return super.isWriting() || this.#table.edit.get() !== null
  }

  protected override focusElement(cell: HTMLElement): void {
    super.focusElement(cell)
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
export const createTableStage = (table: TableController, focus: CellFocus): PlanStage => ({
  ...createRowStage(table, focus),
  getScreenRect: (id) => focus.findRow(id)?.getBoundingClientRect() ?? null,
  findNeighbor(id, towards) {
    const index = table.findIndex(id)
    if (towards === 'left' || towards === 'right') return undefined
    const by = towards === 'up' ? -1 : 1
    return table.at(table.findNodeRow(index + by, by))?.id
  },
  shownIds: () => [...new Set(table.rows.flatMap((row) => (row.kind === 'node' ? [row.id] : [])))],
})
