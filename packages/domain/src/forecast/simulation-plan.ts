import { countIn, filterLists, type PackedLists } from '../planning/packed-lists.ts'
import { sortGates } from '../schedule/gate-order.ts'
import { nodeWork, type PackedProject } from './packed-project.ts'

/**
 * The parts of a simulation that are the same in every future: which nodes are gone through, in which order, and which
 * of them need a row of times. Most do not: a node that waits for nothing but one other shares that one's row.
 */
export interface SimulationPlan {
  /** As in schedule/gate-order.ts, without what is done and has nothing open below it, and without begins at once. */
  readonly gates: Int32Array
  readonly blockers: PackedLists
  readonly children: PackedLists
  /** Whether a node or anything below it is open. */
  readonly isOpenBranch: Uint8Array
  /** The row of the begin of each node; `emptyRow`: it can begin at once. */
  readonly beginRows: Int32Array
  /** Whether the row of the begin has to be computed from several others. */
  readonly isBeginComputed: Uint8Array
  /** The row of the end of each node; `scratchRow`: nobody reads it. */
  readonly endRows: Int32Array
  /** The rows before this one are empty at the start of each future. */
  readonly firstAssignedRow: number
  readonly rowCount: number
}

/** A row that is always 0. */
export const emptyRow = 0
/** A row for what is read at once. */
const scratchRow = 1
/** A row for what nobody reads. */
export const unreadRow = 2

export function planSimulation(project: PackedProject): SimulationPlan {
  const { work, parents, living } = project
  const isOpen = (at: number) => (work[at] as number) < nodeWork.done
  const blockers = filterLists(project.blockers, isOpen)
  const { gates, children } = sortGates(parents, blockers)
  const isOpenBranch = findOpenBranches(gates, parents, living, isOpen)
  const endRows = new Int32Array(living).fill(scratchRow)
  let rowCount = unreadRow + 1
  const addRow = (): number => {
    rowCount += 1
    return rowCount - 1
  }
  for (let at = 0; at < living; at += 1) if (isOpenBranch[at] === 1 && countIn(children, at) > 0) endRows[at] = addRow()
  const firstAssignedRow = rowCount
  for (const blocker of blockers.values) if (endRows[blocker] === scratchRow) endRows[blocker] = addRow()
  const beginRows = new Int32Array(living)
  const isBeginComputed = new Uint8Array(living)
  const openGates = gates.filter((gate) => isOpenBranch[gate >> 1] === 1)
  for (const gate of openGates) {
    if (gate % 2 === 1) continue
    const at = gate >> 1
    const above = findOnly(parents, at, beginRows, emptyRow)
    const before = findOnly(blockers, at, endRows, above)
    isBeginComputed[at] = before === severalRows ? 1 : 0
    beginRows[at] = before === severalRows ? addRow() : before
  }
  return {
    gates: openGates.filter((gate) => gate % 2 === 1 || beginRows[gate >> 1] !== emptyRow),
    blockers,
    children,
    isOpenBranch,
    beginRows,
    isBeginComputed,
    endRows,
    firstAssignedRow,
    rowCount,
  }
}

const severalRows = -1

/** Returns the only row that is not empty, of a list and another one; `severalRows` if there are more. */
function findOnly({ starts, values }: PackedLists, at: number, rows: Int32Array, other: number): number {
  let only = other
  for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1) {
    const row = rows[values[index] as number] as number
    if (row === emptyRow || row === only) continue
    if (only !== emptyRow) return severalRows
    only = row
  }
  return only
}

/** The ends of children come before those of their parents. */
function findOpenBranches(
  gates: Int32Array,
  { starts, values }: PackedLists,
  living: number,
  isOpen: (at: number) => boolean,
): Uint8Array {
  const isOpenBranch = new Uint8Array(living)
  for (const gate of gates) {
    const at = gate >> 1
    if (gate % 2 === 0) continue
    if (isOpen(at)) isOpenBranch[at] = 1
    if (isOpenBranch[at] === 0) continue
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
      isOpenBranch[values[index] as number] = 1
  }
  return isOpenBranch
}
