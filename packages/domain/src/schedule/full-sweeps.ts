import type { PackedLists } from '../planning/packed-lists.ts'
import type { GateOrder } from './gate-order.ts'

/** The value of a node that blocks nothing. It differs from 0, the length of open work without an estimate. */
export const notOpen = -1

interface Work {
  readonly isOpen: Uint8Array
  readonly length: Float64Array
}

/** Computes the longest chain before each gate, from the first gate to the last. Schedule says what the values are. */
export function sweepBefore(
  { gates, parents, children, blockers }: GateOrder,
  values: Work & Readonly<Record<'begin' | 'start' | 'finish', Float64Array>>,
): void {
  const { isOpen, length, begin, start, finish } = values
  for (let place = 0; place < gates.length; place += 1) {
    const gate = gates[place] as number
    const at = gate >> 1
    if (gate % 2 === 0) {
      begin[at] = findLargest(finish, blockers, at, findLargest(begin, parents, at, notOpen))
      continue
    }
    const own = begin[at] as number
    const first = findLargest(finish, children, at, own > 0 ? own : 0)
    start[at] = first
    finish[at] = isOpen[at] === 1 ? first + (length[at] as number) : notOpen
  }
}

/** Computes the longest chain from each gate on, from the last gate to the first. */
export function sweepAfter(
  { gates, parents, children, blocked }: GateOrder,
  values: Work & Readonly<Record<'chain' | 'chainBelow', Float64Array>>,
): void {
  const { isOpen, length, chain, chainBelow } = values
  for (let place = gates.length - 1; place >= 0; place -= 1) {
    const gate = gates[place] as number
    const at = gate >> 1
    if (gate % 2 === 0) chainBelow[at] = findLargest(chainBelow, children, at, chain[at] as number)
    else if (isOpen[at] === 1) {
      const after = findLargest(chainBelow, blocked, at, findLargest(chain, parents, at, 0))
      chain[at] = (length[at] as number) + after
    }
  }
}

/** Returns the largest value of a list, or the given one if that is larger. */
function findLargest(values: Float64Array, { starts, values: others }: PackedLists, at: number, least: number): number {
  let largest = least
  const last = starts[at + 1] as number
  for (let index = starts[at] as number; index < last; index += 1) {
    const value = values[others[index] as number] as number
    if (value > largest) largest = value
  }
  return largest
}
