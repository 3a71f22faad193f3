import { median } from '../figure.ts'

/**
 * Cold: nothing of the page is in the browser. Warm: the same browser opens it again right after. Stored: a later visit,
 * when the service worker has stored the page, which it does a few seconds after the first one.
 */
export type Visit = 'cold' | 'warm' | 'stored'
export const visits = ['cold', 'warm', 'stored'] as const satisfies readonly Visit[]

export interface OpenResult {
  /** From the start of the navigation to the painted plan. */
  readonly ms: number
  /** The same to the plan that can be used: a stored picture of it may be painted before. */
  readonly usableMs: number
  readonly fromNodesMs: number
  readonly requests: number
  /** Received over the line. */
  readonly bytes: number
  readonly chain: number
}

export interface OpenCell {
  readonly subject: string
  readonly size: number
  readonly line: number
  readonly visit: Visit
  readonly results: OpenResult[]
}

/** The times are medians. The chain is the lowest, because chance only makes it longer. */
function summarize({ results }: OpenCell): OpenResult {
  const middle = (read: (result: OpenResult) => number) => median(results.map(read))
  return {
    ms: middle(({ ms }) => ms),
    usableMs: middle(({ usableMs }) => usableMs),
    fromNodesMs: middle(({ fromNodesMs }) => fromNodesMs),
    requests: middle(({ requests }) => requests),
    bytes: middle(({ bytes }) => bytes),
    chain: results.length === 0 ? Number.NaN : Math.min(...results.map(({ chain }) => chain)),
  }
}

export type CellKey = Omit<OpenCell, 'results'>

export interface OpenRun {
  /** Returns the medians of a cell; null when it was not measured. */
  at(key: CellKey): OpenResult | null
  readonly sizes: readonly number[]
  readonly lines: readonly number[]
  readonly subjects: readonly string[]
}

const formatCellKey = ({ subject, size, line, visit }: CellKey): string => [subject, size, line, visit].join(' ')

/** Collects the results of all visits. */
export function createOpenCells() {
  const cells = new Map<string, OpenCell>()
  return {
    add(key: CellKey, result: OpenResult): void {
      const cell = cells.get(formatCellKey(key)) ?? { ...key, results: [] }
      cell.results.push(result)
      cells.set(formatCellKey(key), cell)
    },
    at(key: CellKey): OpenResult | null {
      const cell = cells.get(formatCellKey(key))
      return cell === undefined ? null : summarize(cell)
    },
  }
}
