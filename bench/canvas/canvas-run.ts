import type { CellResult } from './measure-cell.ts'
import type { Subject } from './subjects.ts'

export interface Cell {
  readonly subject: Subject
  readonly size: number
  /** The medians; null where none was finished. */
  readonly result: CellResult | null
  /** How often all was measured, and how often the opening alone besides. */
  readonly runs: { readonly whole: number; readonly openings: number }
  /** Why there is no result, or fewer than were asked for. */
  readonly trouble: string | null
}

export interface CanvasRun {
  readonly cells: readonly Cell[]
  readonly sizes: readonly number[]
}
