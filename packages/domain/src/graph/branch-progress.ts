import type { NodeId } from '../node/node.ts'
import type { NodeStatus } from '../node/status.ts'

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

interface Entry {
  parent: Entry | null
  /** False while only its children are known. */
  exists: boolean
  isDone: boolean
  children: number
  /** The counts of its branch; a leaf counts itself. */
  leaves: number
  done: number
}

const createEntry = (): Entry => ({ parent: null, exists: false, isDone: false, children: 0, leaves: 0, done: 0 })

/**
 * Counts the done leaves of every branch and updates the counts along one chain of parents when a node changes. Only
 * leaves count, because a branch is done when its parts are. A node with several parents counts for the first one, below
 * which it is drawn.
 */
export class BranchProgress {
  readonly #entries = new Map<NodeId, Entry>()

  constructor(nodes: Iterable<ProgressNode> = []) {
    for (const node of nodes) this.update(node.id, node)
  }

  /** Returns null for a leaf and for an unknown node. */
  getCounts(id: NodeId): LeafCounts | null {
    const entry = this.#entries.get(id)
    return entry === undefined || entry.children === 0 ? null : { leaves: entry.leaves, done: entry.done }
  }

  /** Takes over the current state of a node; undefined: it is deleted. */
  update(id: NodeId, node: ProgressNode | undefined): void {
    const entry = node === undefined ? this.#entries.get(id) : this.#getEntry(id)
    if (entry === undefined) return
    setOwnState(entry, node !== undefined, node?.status === 'done')
    const parentId = node?.parentIds[0]
    const parent = parentId === undefined ? null : this.#getEntry(parentId)
    if (parent !== entry.parent) {
      detach(entry)
      // A cycle exists while a move by others has arrived only in part; the rest of it updates this node again.
      if (parent !== null && !isWithin(parent, entry)) attach(entry, parent)
    }
    if (node === undefined && entry.children === 0) this.#entries.delete(id)
  }

  #getEntry(id: NodeId): Entry {
    const known = this.#entries.get(id)
    if (known !== undefined) return known
    const entry = createEntry()
    this.#entries.set(id, entry)
    return entry
  }
}

/** Adds to the counts of an entry and of all above it. */
function addCounts(entry: Entry, leaves: number, done: number): void {
  if (leaves === 0 && done === 0) return
  for (let at: Entry | null = entry; at !== null; at = at.parent) {
    at.leaves += leaves
    at.done += done
  }
}

/** An entry without children counts itself, once it exists. */
function countAsLeaf(entry: Entry): void {
  const leaves = entry.exists ? 1 : 0
  const done = entry.exists && entry.isDone ? 1 : 0
  addCounts(entry, leaves - entry.leaves, done - entry.done)
}

function setOwnState(entry: Entry, exists: boolean, isDone: boolean): void {
  entry.exists = exists
  entry.isDone = isDone
  if (entry.children === 0) countAsLeaf(entry)
}

function attach(entry: Entry, parent: Entry): void {
  if (parent.children === 0) addCounts(parent, -parent.leaves, -parent.done)
  parent.children += 1
  entry.parent = parent
  addCounts(parent, entry.leaves, entry.done)
}

function detach(entry: Entry): void {
  const { parent } = entry
  if (parent === null) return
  addCounts(parent, -entry.leaves, -entry.done)
  parent.children -= 1
  entry.parent = null
  if (parent.children === 0) countAsLeaf(parent)
}

function isWithin(entry: Entry, above: Entry): boolean {
  let at: Entry | null = entry
  while (at !== null && at !== above) at = at.parent
  return at === above
}
