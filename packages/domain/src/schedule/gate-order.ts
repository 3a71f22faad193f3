import { countIn, invertLists, type PackedLists } from '../planning/packed-lists.ts'

/** The waiting graph as lists of numbers. Gates are those of waiting-links.ts. */
export interface GateOrder {
  readonly parents: PackedLists
  readonly children: PackedLists
  readonly blockers: PackedLists
  readonly blocked: PackedLists
  /** Every gate after those it waits for. */
  readonly gates: Int32Array
  /** The index in the order of each gate. */
  readonly places: Int32Array
  /** Whether the links are a cycle somewhere, as while a move has arrived in part. The order then cuts it. */
  readonly hasCycle: boolean
}

const none = -1

/** Sorts all gates by counting how many others each still waits for (Kahn). */
export function sortGates(parents: PackedLists, blockers: PackedLists): GateOrder {
  const size = parents.starts.length - 1
  const children = invertLists(parents)
  const blocked = invertLists(blockers)
  const waits = new Int32Array(size * 2)
  const gates = new Int32Array(size * 2)
  const places = new Int32Array(size * 2).fill(none)
  let sorted = 0
  const place = (gate: number) => {
    places[gate] = sorted
    gates[sorted] = gate
    sorted += 1
  }
  const release = (gate: number) => {
    const left = (waits[gate] as number) - 1
    waits[gate] = left
    if (left === 0 && places[gate] === none) place(gate)
  }
  const releaseAll = ({ starts, values }: PackedLists, at: number, part: 0 | 1) => {
    const last = starts[at + 1] as number
    for (let index = starts[at] as number; index < last; index += 1) release((values[index] as number) * 2 + part)
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
  const hasCycle = sorted < gates.length
  for (let gate = 0; sorted < gates.length; gate += 1) {
    if (places[gate] !== none) continue
    place(gate)
    follow()
  }
  return { parents, children, blockers, blocked, gates, places, hasCycle }
}
