import type { CellResult } from './measure-cell.ts'
import type { Subject } from './subjects.ts'

export interface Cell {
  readonly subject: Subject
  readonly size: number
  /** The medians; null when none was finished. */
  readonly result: CellResult | null
  /** The number of whole measurements, and of openings alone besides. */
  readonly runs: { readonly whole: number; readonly openings: number }
  /** The reason why there is no result, or fewer than requested. */
  readonly trouble: string | null
}

export interface CanvasRun {
  readonly cells: readonly Cell[]
  readonly sizes: readonly number[]
}
