import type { NodeId } from '../node/node.ts'
import type { NodeStatus } from '../node/status.ts'
import { IdNumbers } from './id-numbers.ts'

interface ProgressNode {
  readonly id: NodeId
  readonly parentIds: readonly NodeId[]
  readonly status: NodeStatus
}

/** The leaves of a branch and how many of them are done. */
export interface LeafCounts {
  readonly leaves: number
  readonly done: number
}

const none = -1
const startSize = 1 << 6

/**
 * Counts the done leaves of every branch and updates the counts along one chain of parents when a node changes. Only
 * leaves count, because a branch is done when its parts are. A node with several parents counts for the first one, below
 * which it is drawn. Every node has a number and its values are in typed arrays: an object for each of ten thousand
 * nodes would take a tenth of the page's memory.
 */
export class BranchProgress {
  readonly #numbers = new IdNumbers()
  #parents = new Int32Array(startSize).fill(none)
  /** 0 while only its children are known. */
  #exists = new Uint8Array(startSize)
  #isDone = new Uint8Array(startSize)
  #children = new Int32Array(startSize)
  /** The counts of its branch; a leaf counts itself. */
  #leaves = new Int32Array(startSize)
  #done = new Int32Array(startSize)

  constructor(nodes: Iterable<ProgressNode> = []) {
    for (const node of nodes) this.update(node.id, node)
  }

  /** Returns null for a leaf and for an unknown node. */
  getCounts(id: NodeId): LeafCounts | null {
    const at = this.#numbers.find(id)
    if (at === none || this.#children[at] === 0) return null
    return { leaves: this.#leaves[at] as number, done: this.#done[at] as number }
  }

  /** Takes over the current state of a node; undefined: it is deleted. */
  update(id: NodeId, node: ProgressNode | undefined): void {
    const at = node === undefined ? this.#numbers.find(id) : this.#getNumber(id)
    if (at === none) return
    this.#exists[at] = node === undefined ? 0 : 1
    this.#isDone[at] = node?.status === 'done' ? 1 : 0
    if (this.#children[at] === 0) this.#countAsLeaf(at)
    const parentId = node?.parentIds[0]
    const parent = parentId === undefined ? none : this.#getNumber(parentId)
    if (parent === this.#parents[at]) return
    this.#detach(at)
    // A cycle exists while a move by others has arrived only in part; the rest of it updates this node again.
    if (parent !== none && !this.#isWithin(parent, at)) this.#attach(at, parent)
  }

  #getNumber(id: NodeId): number {
    const at = this.#numbers.findOrAdd(id)
    if (at >= this.#parents.length) this.#grow()
    return at
  }

  #grow(): void {
    const size = this.#parents.length * 2
    const enlarge = (values: Int32Array<ArrayBuffer>) => {
      const larger = new Int32Array(size)
      larger.set(values)
      return larger
    }
    const enlargeFlags = (values: Uint8Array<ArrayBuffer>) => {
      const larger = new Uint8Array(size)
      larger.set(values)
      return larger
    }
    this.#parents = enlarge(this.#parents).fill(none, size / 2)
    this.#children = enlarge(this.#children)
    this.#leaves = enlarge(this.#leaves)
    this.#done = enlarge(this.#done)
    this.#exists = enlargeFlags(this.#exists)
    this.#isDone = enlargeFlags(this.#isDone)
  }

  /** Adds to the counts of a node and of all above it. */
  #addCounts(first: number, leaves: number, done: number): void {
    if (leaves === 0 && done === 0) return
    for (let at = first; at !== none; at = this.#parents[at] as number) {
      this.#leaves[at] = (this.#leaves[at] as number) + leaves
      this.#done[at] = (this.#done[at] as number) + done
    }
  }

  /** A node without children counts itself, once it exists. */
  #countAsLeaf(at: number): void {
    const leaves = this.#exists[at] as number
    const done = leaves * (this.#isDone[at] as number)
    this.#addCounts(at, leaves - (this.#leaves[at] as number), done - (this.#done[at] as number))
  }

  #attach(at: number, parent: number): void {
    const others = this.#children[parent] as number
    if (others === 0) this.#addCounts(parent, -(this.#leaves[parent] as number), -(this.#done[parent] as number))
    this.#children[parent] = others + 1
    this.#parents[at] = parent
    this.#addCounts(parent, this.#leaves[at] as number, this.#done[at] as number)
  }

  #detach(at: number): void {
    const parent = this.#parents[at] as number
    if (parent === none) return
    this.#addCounts(parent, -(this.#leaves[at] as number), -(this.#done[at] as number))
    const others = (this.#children[parent] as number) - 1
    this.#children[parent] = others
    this.#parents[at] = none
    if (others === 0) this.#countAsLeaf(parent)
  }

  #isWithin(first: number, above: number): boolean {
    let at = first
    while (at !== none && at !== above) at = this.#parents[at] as number
    return at === above
  }
}
