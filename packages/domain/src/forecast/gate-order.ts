import { countIn, type PackedLists } from './packed-project.ts'

/** The waiting graph of a packed project, in the order in which a simulation goes through it. */
export interface GateOrder {
  /** Gates as in schedule/waiting-links.ts: twice the number of a node is its begin, one more is its end. */
  readonly gates: Int32Array
  readonly children: PackedLists
}

/** Turns lists around: who has each number in its list. */
function invert({ starts, values }: PackedLists, size: number): PackedLists {
  const inverse = { starts: new Int32Array(size + 1), values: new Int32Array(values.length) }
  for (const value of values) inverse.starts[value + 1] = (inverse.starts[value + 1] as number) + 1
  for (let at = 0; at < size; at += 1)
    inverse.starts[at + 1] = (inverse.starts[at + 1] as number) + (inverse.starts[at] as number)
  const next = inverse.starts.slice()
  for (let at = 0; at < size; at += 1) {
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1) {
      const value = values[index] as number
      inverse.values[next[value] as number] = at
      next[value] = (next[value] as number) + 1
    }
  }
  return inverse
}

/** Sorts all gates so that each comes after those it waits for (Kahn). The links of a cycle are cut somewhere. */
export function sortGates(parents: PackedLists, blockers: PackedLists): GateOrder {
  const size = parents.starts.length - 1
  const children = invert(parents, size)
  const blocked = invert(blockers, size)
  const waits = new Int32Array(size * 2)
  const gates = new Int32Array(size * 2)
  const isPlaced = new Uint8Array(size * 2)
  let sorted = 0
  const place = (gate: number) => {
    if (isPlaced[gate] === 1) return
    isPlaced[gate] = 1
    gates[sorted] = gate
    sorted += 1
  }
  const release = (gate: number) => {
    const left = (waits[gate] as number) - 1
    waits[gate] = left
    if (left === 0) place(gate)
  }
  const releaseAll = ({ starts, values }: PackedLists, at: number, part: 0 | 1) => {
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
      release((values[index] as number) * 2 + part)
  }
  let followed = 0
  const follow = () => {
    for (; followed < sorted; followed += 1) {
      const gate = gates[followed] as number
      const at = gate >> 1
      if (gate % 2 === 0) {
        release(gate + 1)
        releaseAll(children, at, 0)
      } else {
        releaseAll(parents, at, 1)
        releaseAll(blocked, at, 0)
      }
    }
  }
  for (let at = 0; at < size; at += 1) {
    waits[at * 2] = countIn(parents, at) + countIn(blockers, at)
    waits[at * 2 + 1] = 1 + countIn(children, at)
  }
  for (let at = 0; at < size; at += 1) if (waits[at * 2] === 0) place(at * 2)
  follow()
  for (let gate = 0; sorted < gates.length; gate += 1) {
    place(gate)
    follow()
  }
  return { gates, children }
}

/** Leaves out what is not open, because what is done blocks nothing. */
export function filterLists({ starts, values }: PackedLists, isOpen: (at: number) => boolean): PackedLists {
  const kept: number[] = []
  const keptStarts = new Int32Array(starts.length)
  for (let at = 0; at + 1 < starts.length; at += 1) {
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
      if (isOpen(values[index] as number)) kept.push(values[index] as number)
    keptStarts[at + 1] = kept.length
  }
  return { starts: keptStarts, values: Int32Array.from(kept) }
}
