import type { NodeId } from '../node/node.ts'
import type { PackedLists } from '../planning/packed-lists.ts'
import { notOpen } from './full-sweeps.ts'

interface BlockerInput {
  /** Every gate after those it waits for, as in gate-order.ts. */
  readonly gates: Int32Array
  readonly parents: PackedLists
  readonly blockers: PackedLists
  readonly isOpen: Uint8Array
  /** The end of the latest open blocker; notOpen: there is none. */
  readonly begin: Float64Array
  readonly getId: (at: number) => NodeId
}

type IdLists = readonly (readonly NodeId[] | undefined)[]

const noIds: readonly NodeId[] = []

/**
 * Lists the open blockers of all nodes: its own first, then those of its ancestors, each once. Parents come before their
 * children in the order, so that a child shares its parent's list where it adds nothing to it.
 */
export function listAllOpenBlockers({ gates, parents, blockers, isOpen, begin, getId }: BlockerInput): IdLists {
  const lists: (readonly NodeId[] | undefined)[] = []
  lists.length = isOpen.length
  for (let place = 0; place < gates.length; place += 1) {
    const gate = gates[place] as number
    const at = gate >> 1
    if (gate % 2 === 1 || begin[at] === notOpen) continue
    let own: NodeId[] | undefined
    for (let index = blockers.starts[at] as number; index < (blockers.starts[at + 1] as number); index += 1) {
      const blocker = blockers.values[index] as number
      if (isOpen[blocker] === 1) (own ??= []).push(getId(blocker))
    }
    let list: readonly NodeId[] = own ?? noIds
    for (let index = parents.starts[at] as number; index < (parents.starts[at + 1] as number); index += 1)
      list = joinLists(list, lists[parents.values[index] as number] ?? noIds)
    lists[at] = list
  }
  return lists
}

/** Below this length a list is searched faster than a set is made. */
const shortList = 8

/** Returns the ids of both lists, each once; one of the lists itself where the other one is empty. */
function joinLists(first: readonly NodeId[], second: readonly NodeId[]): readonly NodeId[] {
  if (first.length === 0) return second
  if (second.length === 0) return first
  if (first.length > shortList) return [...new Set([...first, ...second])]
  return first.concat(first.some((id) => second.includes(id)) ? second.filter((id) => !first.includes(id)) : second)
}

/** Tells of each node whether something right below it is open. */
export function findOpenParents({ starts, values }: PackedLists, isOpen: Uint8Array): Uint8Array {
  const hasOpenChild = new Uint8Array(isOpen.length)
  for (let at = 0; at < isOpen.length; at += 1) {
    if (isOpen[at] === 0) continue
    for (let index = starts[at] as number; index < (starts[at + 1] as number); index += 1)
      hasOpenChild[values[index] as number] = 1
  }
  return hasOpenChild
}
