import { NodeLinks } from '../planning/node-links.ts'
import { filterLists, type PackedLists } from '../planning/packed-lists.ts'
import { type GateOrder, sortGates } from './gate-order.ts'

const none = -1

interface GivenLinks {
  readonly parents: PackedLists
  readonly blockers: PackedLists
  /** False: some of them are to nodes that do not live. */
  readonly areAllLiving: boolean
}

/**
 * The waiting graph over numbered nodes. Each node has two gates: it may begin when its own and its ancestors' blockers
 * are done, and it ends after that, after its children and after its own work. So an ancestor's blocker is one link to
 * the ancestor's begin gate and not a link to each node below it, and the graph stays as small as the project.
 *
 *   begin of a node: after the begin of its parents and the end of its blockers
 *   end of a node: after its begin and the end of its children
 */
export class WaitingLinks {
  readonly #parents = new NodeLinks()
  readonly #blockers = new NodeLinks()
  /** The links that were given at the beginning, until they are changed or asked for one by one. */
  #given: GivenLinks | null = null
  /** Every gate after those it waits for. */
  order: Int32Array = new Int32Array(0)
  /** The index in the order of each gate; -1: not sorted yet. */
  places: Int32Array = new Int32Array(0)
  #hasCycle = false

  get parents(): NodeLinks {
    if (this.#given !== null) this.#unpack(this.#given)
    return this.#parents
  }

  /** The parents in here are the blockers, the children are the nodes that are blocked. */
  get blockers(): NodeLinks {
    if (this.#given !== null) this.#unpack(this.#given)
    return this.#blockers
  }

  grow(size: number): void {
    this.#parents.grow(size)
    this.#blockers.grow(size)
    const places = new Int32Array(size * 2).fill(none)
    places.set(this.places)
    this.places = places
  }

  /** Sets all links at once. Most schedules are computed once, for which lists are enough. */
  give(links: GivenLinks): void {
    this.#given = links
  }

  #unpack({ parents, blockers }: GivenLinks): void {
    this.#given = null
    this.#parents.unpackParents(parents)
    this.#blockers.unpackParents(blockers)
  }

  /** Lists all links to nodes that live. */
  pack(isLiving: (at: number) => boolean): Record<'parents' | 'blockers', PackedLists> {
    const given = this.#given
    if (given === null)
      return { parents: this.#parents.packParents(isLiving), blockers: this.#blockers.packParents(isLiving) }
    if (given.areAllLiving) return given
    return { parents: filterLists(given.parents, isLiving), blockers: filterLists(given.blockers, isLiving) }
  }

  /** Tells whether every gate still comes after those of the node's parents and blockers for which it waits. */
  fits(at: number): boolean {
    if (this.#hasCycle) return false
    const isBefore = (gate: number, later: number) => {
      const place = this.places[gate] as number
      return place !== none && place < (this.places[later] as number)
    }
    return (
      this.parents
        .getParents(at)
        .every((parent) => isBefore(toBegin(parent), toBegin(at)) && isBefore(toEnd(at), toEnd(parent))) &&
      this.blockers.getParents(at).every((blocker) => isBefore(toEnd(blocker), toBegin(at)))
    )
  }

  /** Tells whether other nodes have this one as a parent or blocker. */
  isNamed(at: number): boolean {
    return this.parents.hasChildren(at) || this.blockers.hasChildren(at)
  }

  /** Calls back with each gate that waits directly for this one. */
  eachAfter(gate: number, found: (gate: number) => void): void {
    const at = gate >> 1
    if (gate === toBegin(at)) {
      found(toEnd(at))
      for (const child of this.parents.getChildren(at)) found(toBegin(child))
    } else {
      const { parents } = this
      for (
        let index = 0, parent = parents.getParentAt(at, 0);
        parent !== none;
        parent = parents.getParentAt(at, index)
      ) {
        found(toEnd(parent))
        index += 1
      }
      for (const blocked of this.blockers.getChildren(at)) found(toBegin(blocked))
    }
  }

  /** Calls back with each gate for which this one waits directly. */
  eachBefore(gate: number, found: (gate: number) => void): void {
    const at = gate >> 1
    if (gate === toBegin(at)) {
      for (const parent of this.parents.getParents(at)) found(toBegin(parent))
      for (const blocker of this.blockers.getParents(at)) found(toEnd(blocker))
    } else {
      found(toBegin(at))
      for (const child of this.parents.getChildren(at)) found(toEnd(child))
    }
  }

  /**
   * Sorts all gates. Those of nodes that do not live are among them, but nobody waits for them, although living nodes may
   * still name them.
   */
  sort(isLiving: (at: number) => boolean): GateOrder {
    const { parents, blockers } = this.pack(isLiving)
    const sorted = sortGates(parents, blockers)
    this.order = sorted.gates
    this.places = sorted.places
    this.#hasCycle = sorted.hasCycle
    return sorted
  }
}

export const toBegin = (at: number): number => at * 2
export const toEnd = (at: number): number => at * 2 + 1
