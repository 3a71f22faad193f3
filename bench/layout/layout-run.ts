import type { CellResult, RenameResult } from './run-cell.ts'

export interface Cell {
  readonly kind: 'tree' | 'graph'
  readonly subject: string
  readonly size: number
  /** The time limit. */
  readonly limitMs: number
  /** Null: it did not finish in time. */
  readonly result: CellResult | null
}

export interface LayoutRun {
  readonly cells: readonly Cell[]
  readonly renames: RenameResult
}
