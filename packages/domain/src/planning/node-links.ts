import type { PackedLists } from './packed-lists.ts'

const none = -1
const noNodes: readonly number[] = []

/**
 * The links between numbered nodes in both directions. A node with one parent, as nearly all have, takes no array of
 * its own.
 */
export class NodeLinks {
  #parent = new Int32Array(0)
  /** All parents of the nodes that have several. */
  readonly #manyParents = new Map<number, readonly number[]>()
  readonly #children: (number[] | undefined)[] = []
  #stamps = new Int32Array(0)
  #stamp = 0

  grow(size: number): void {
    const parents = new Int32Array(size).fill(none)
    parents.set(this.#parent)
    this.#parent = parents
    this.#children.length = size
    this.#stamps = new Int32Array(size)
    this.#stamp = 0
  }

  hasChildren(at: number): boolean {
    return (this.#children[at]?.length ?? 0) > 0
  }

  getChildren(at: number): readonly number[] {
    return this.#children[at] ?? noNodes
  }

  getParents(at: number): readonly number[] {
    const parent = this.#parent[at] as number
    if (parent === none) return noNodes
    return this.#manyParents.get(at) ?? [parent]
  }

  countParents(at: number): number {
    if (this.#parent[at] === none) return 0
    return this.#manyParents.get(at)?.length ?? 1
  }

  /** Returns one of the parents, by index, or -1 behind the last one. It makes no list, unlike getParents. */
  getParentAt(at: number, index: number): number {
    return index === 0 ? (this.#parent[at] as number) : (this.#manyParents.get(at)?.[index] ?? none)
  }

  /** Lists the parents of all nodes, without those that are not included. */
  packParents(isIncluded: (at: number) => boolean): PackedLists {
    const size = this.#parent.length
    const starts = new Int32Array(size + 1)
    let values = new Int32Array(size * 2)
    let count = 0
    const add = (parent: number) => {
      if (!isIncluded(parent)) return
      if (count === values.length) {
        const more = new Int32Array(count * 2)
        more.set(values)
        values = more
      }
      values[count] = parent
      count += 1
    }
    const many = this.#manyParents
    for (let at = 0; at < size; at += 1) {
      const parent = this.#parent[at] as number
      const several = parent === none ? undefined : many.get(at)
      if (several !== undefined) for (const one of several) add(one)
      else if (parent !== none) add(parent)
      starts[at + 1] = count
    }
    return { starts, values: values.subarray(0, count) }
  }

  /** Sets the parents of all nodes. */
  unpackParents({ starts, values }: PackedLists): void {
    for (let at = 0; at + 1 < starts.length; at += 1) {
      const [from, to] = [starts[at] as number, starts[at + 1] as number]
      if (to - from > 1) this.setParents(at, Array.from(values.subarray(from, to)))
      else this.setParent(at, to === from ? none : (values[from] as number))
    }
  }

  /** Sets the only parent of a node; -1: none. */
  setParent(at: number, parent: number): void {
    if (this.#manyParents.has(at)) {
      this.setParents(at, parent === none ? noNodes : [parent])
      return
    }
    const old = this.#parent[at] as number
    if (old === parent) return
    if (old !== none) this.#dropChild(old, at)
    this.#parent[at] = parent
    if (parent !== none) this.#addChild(parent, at)
  }

  setParents(at: number, parents: readonly number[]): void {
    const old = this.getParents(at)
    if (old.length === parents.length && old.every((parent, index) => parent === parents[index])) return
    for (const parent of new Set(old)) this.#dropChild(parent, at)
    this.#parent[at] = parents[0] ?? none
    if (parents.length > 1) this.#manyParents.set(at, parents)
    else this.#manyParents.delete(at)
    for (const parent of new Set(parents)) this.#addChild(parent, at)
  }

  /** Returns a function that is true for a node at the first call with it. The given node counts as visited. */
  startVisit(first: number): (at: number) => boolean {
    const stamp = this.#nextStamp()
    const stamps = this.#stamps
    stamps[first] = stamp
    return (at) => {
      if (stamps[at] === stamp) return false
      stamps[at] = stamp
      return true
    }
  }

  /** Returns each ancestor once, each after those of its own descendants that are ancestors too. */
  findAncestors(at: number): readonly number[] {
    const first = this.#parent[at] as number
    if (first === none) return noNodes
    // Along single parents the order is plain; it needs sorting only where ways part and meet again.
    const chain: number[] = []
    const isNew = this.startVisit(at)
    let above = at
    while (!this.#manyParents.has(above)) {
      above = this.#parent[above] as number
      if (above === none || !isNew(above)) return chain
      chain.push(above)
    }
    const sorted = this.#sortFrom(this.getParents(above), isNew, (node) => this.getParents(node))
    return [...chain, ...sorted.toReversed()]
  }

  /** Returns every linked node after its children. A cycle, which exists while a move has arrived in part, is cut. */
  sortChildrenFirst(): readonly number[] {
    const roots: number[] = []
    for (let at = 0; at < this.#children.length; at += 1) if (this.hasChildren(at)) roots.push(at)
    return this.#sortFrom(roots, this.startVisit(none), (at) => this.getChildren(at))
  }

  /** Marks the nodes above one with several parents. */
  findAboveShared(childrenFirst: readonly number[]): Uint8Array {
    const isAbove = new Uint8Array(this.#parent.length)
    if (this.#manyParents.size === 0) return isAbove
    for (const at of childrenFirst) {
      for (const child of this.getChildren(at)) {
        if (isAbove[child] === 1 || this.#manyParents.has(child)) isAbove[at] = 1
      }
    }
    return isAbove
  }

  /** Walks in depth and returns each node after all that the walk reaches from it. */
  #sortFrom(
    starts: readonly number[],
    isNew: (at: number) => boolean,
    getNext: (at: number) => readonly number[],
  ): number[] {
    const sorted: number[] = []
    const path: number[] = []
    const nextIndexes: number[] = []
    for (const start of starts) {
      if (!isNew(start)) continue
      path.push(start)
      nextIndexes.push(0)
      while (path.length > 0) {
        const at = path[path.length - 1] as number
        const index = nextIndexes[nextIndexes.length - 1] as number
        const next = getNext(at)[index]
        if (next === undefined) {
          sorted.push(at)
          path.pop()
          nextIndexes.pop()
          continue
        }
        nextIndexes[nextIndexes.length - 1] = index + 1
        if (!isNew(next)) continue
        path.push(next)
        nextIndexes.push(0)
      }
    }
    return sorted
  }

  #nextStamp(): number {
    this.#stamp += 1
    return this.#stamp
  }

  #addChild(parent: number, child: number): void {
    const children = this.#children[parent]
    if (children === undefined) this.#children[parent] = [child]
    else children.push(child)
  }

  #dropChild(parent: number, child: number): void {
    const children = this.#children[parent]
    const index = children?.indexOf(child) ?? none
    if (children !== undefined && index !== none) children.splice(index, 1)
  }
}
