import {
  attachNode,
  clearColumns,
  createColumns,
  detachNode,
  isInBranch,
  layoutMarks,
  noNode,
  type TreeColumns,
} from './columns.ts'
import { createMerger, type Merger } from './merge.ts'

const top = 0
const smallest = 64

/** A forest that is laid out again only where it changed. Nodes are rows that the caller numbers from 1. */
export class TidyTree {
  /**
   * While no tree is alive, a garbage collection discards the engine's optimization of this code: the next layout took
   * six times as long.
   */
  static readonly spare = new TidyTree()

  #columns: TreeColumns
  #merger: Merger

  constructor(capacity = smallest) {
    this.#columns = createColumns(Math.max(capacity + 1, smallest))
    this.#merger = createMerger(this.#columns)
    this.#columns.mark[top] = layoutMarks.stale
  }

  /** Removes every node and reserves room for this many new ones. */
  clear(capacity: number): void {
    if (capacity < this.#columns.parent.length) clearColumns(this.#columns, capacity + 1)
    else {
      this.#columns = createColumns(capacity + 1)
      this.#merger = createMerger(this.#columns)
    }
    this.#columns.mark[top] = layoutMarks.stale
  }

  /** The middle of a node's box across the direction of growth. */
  get across(): Float64Array {
    return this.#columns.across
  }

  /** The edge of a node's box towards its parent. */
  get along(): Float64Array {
    return this.#columns.along
  }

  add(node: number, parent: number, before: number, breadth: number, length: number): void {
    this.#reserve(node)
    const columns = this.#columns
    columns.breadth[node] = breadth
    columns.length[node] = length
    columns.mark[node] = layoutMarks.stale
    this.#touch(parent)
    attachNode(columns, node, parent, before)
  }

  resize(node: number, breadth: number, length: number): void {
    const columns = this.#columns
    if (columns.breadth[node] === breadth && columns.length[node] === length) return
    columns.breadth[node] = breadth
    columns.length[node] = length
    this.#touch(node)
  }

  /** Moves a branch; returns false when the target is inside the branch itself. */
  move(node: number, parent: number, before: number): boolean {
    const columns = this.#columns
    if (isInBranch(columns, parent, node)) return false
    const from = columns.parent[node] as number
    const younger = columns.next[node] as number
    const sibling = before === node ? younger : before
    if (from === parent && sibling === younger) return true
    this.#touch(from)
    this.#touch(parent)
    detachNode(columns, node)
    attachNode(columns, node, parent, sibling)
    return true
  }

  /** Removes a node. Its children take its place. */
  remove(node: number): void {
    const columns = this.#columns
    const parent = columns.parent[node] as number
    this.#touch(node)
    const before = columns.next[node] as number
    for (let child = columns.first[node] as number; child !== noNode; child = columns.first[node] as number) {
      detachNode(columns, child)
      attachNode(columns, child, parent, before)
    }
    detachNode(columns, node)
    columns.mark[node] = layoutMarks.settled
  }

  getParent(node: number): number {
    return this.#columns.parent[node] as number
  }

  /** Returns every node, parents before children and siblings in order. Valid until the next call. */
  walk(): Int32Array {
    const { parent, first, next, queue } = this.#columns
    let size = 0
    let node = first[top] as number
    while (node !== noNode && node !== top) {
      queue[size++] = node
      let ahead = first[node] as number
      while (ahead === noNode && node !== top) {
        ahead = next[node] as number
        if (ahead === noNode) node = parent[node] as number
      }
      node = ahead
    }
    return queue.subarray(0, size)
  }

  /** Lays out the changes. The result, valid until the next call, contains every node that may have moved. */
  settle(): Int32Array {
    if (this.#columns.mark[top] === layoutMarks.settled) return this.#columns.queue.subarray(0, 0)
    const { queue, mark } = this.#columns
    const count = placeAlong(this.#columns)
    for (let index = count - 1; index >= 0; index -= 1) {
      const node = queue[index] as number
      if (mark[node] === layoutMarks.stale) this.#merger.merge(node)
    }
    return queue.subarray(1, placeAcross(this.#columns))
  }

  #reserve(node: number): void {
    const capacity = this.#columns.parent.length
    if (node < capacity) return
    this.#columns = createColumns(Math.max(capacity * 2, node + 1), this.#columns)
    this.#merger = createMerger(this.#columns)
  }

  /** A stale thread would lead the next merge into a removed branch, so all above a changed node are cut. */
  #touch(node: number): void {
    const { parent, first, next, mark, thread, threadOffset, threaded } = this.#columns
    for (let at = node; at !== noNode && mark[at] !== layoutMarks.stale; at = parent[at] as number) {
      mark[at] = layoutMarks.stale
      for (let child = first[at] as number; child !== noNode; child = next[child] as number) {
        const from = threaded[child] as number
        if (from === noNode) continue
        thread[from] = noNode
        threadOffset[from] = 0
        threaded[child] = noNode
      }
    }
  }
}

/** Levels come first: a branch whose own level stays, and that is not stale, is skipped. */
function placeAlong({ first, next, along, end, length, mark, queue }: TreeColumns): number {
  queue[0] = top
  let size = 1
  for (let head = 0; head < size; head += 1) {
    const node = queue[head] as number
    const level = end[node] as number
    for (let child = first[node] as number; child !== noNode; child = next[child] as number) {
      if (along[child] === level && mark[child] === layoutMarks.settled) continue
      if (mark[child] === layoutMarks.settled) mark[child] = layoutMarks.moved
      along[child] = level
      end[child] = level + (length[child] as number)
      queue[size] = child
      size += 1
    }
  }
  return size
}

function placeAcross({ first, next, across, offset, mark, queue }: TreeColumns): number {
  queue[0] = top
  mark[top] = layoutMarks.settled
  let size = 1
  for (let head = 0; head < size; head += 1) {
    const node = queue[head] as number
    const middle = across[node] as number
    for (let child = first[node] as number; child !== noNode; child = next[child] as number) {
      const position = middle + (offset[child] as number)
      if (across[child] === position && mark[child] === layoutMarks.settled) continue
      mark[child] = layoutMarks.settled
      across[child] = position
      queue[size] = child
      size += 1
    }
  }
  return size
}
