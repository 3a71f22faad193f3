import { noNode, type TreeColumns } from './columns.ts'

/**
 * The siblings of one family by index. It keeps those whose branches are still visible from the right, from the deepest
 * to the shallowest, and the room shared among those between two that meet.
 */
class ElderList {
  readonly #places: number[] = []
  readonly #depths: number[] = []
  /** Room that begins at an index and is passed on to each later one, and room for one index alone. */
  readonly #shifts: number[] = []
  readonly #changes: number[] = []
  #size = 0
  #seen = 0
  #place = 0
  #isShared = false
  #shift = 0
  #sum = 0

  restart(depth: number): void {
    this.#places[0] = 0
    this.#depths[0] = depth
    this.#shifts[0] = 0
    this.#changes[0] = 0
    this.#size = 1
    this.#place = 0
    this.#isShared = false
    this.#shift = 0
    this.#sum = 0
  }

  beginNext(): void {
    this.#place += 1
    this.#seen = this.#size - 1
    this.#shifts[this.#place] = 0
    this.#changes[this.#place] = 0
  }

  /**
   * The current sibling was moved by `room` away from the nearest that reaches as low as `depth`: those between take
   * their part.
   */
  share(room: number, depth: number): void {
    while (this.#seen > 0 && (this.#depths[this.#seen] as number) < depth) this.#seen -= 1
    const hit = this.#places[this.#seen] as number
    const steps = this.#place - hit
    if (steps === 1) return
    const part = room / steps
    this.#isShared = true
    this.#shifts[hit + 1] = (this.#shifts[hit + 1] as number) + part
    this.#shifts[this.#place] = (this.#shifts[this.#place] as number) - part
    this.#changes[this.#place] = (this.#changes[this.#place] as number) - (room - part)
  }

  /** The current sibling reaches as low as `depth` and hides those that do not reach lower. */
  end(depth: number): void {
    while (this.#size > 0 && (this.#depths[this.#size - 1] as number) <= depth) this.#size -= 1
    this.#places[this.#size] = this.#place
    this.#depths[this.#size] = depth
    this.#size += 1
  }

  /** Returns the room of the sibling at `place`. Called once for each, from the first on. */
  roomAt(index: number): number {
    if (!this.#isShared) return 0
    this.#shift += this.#shifts[index] as number
    this.#sum += this.#shift + (this.#changes[index] as number)
    return this.#sum
  }
}

/** The branches placed side by side so far: the lowest node on either contour, across from the first sibling. */
interface MergedBranches {
  left: number
  leftAt: number
  right: number
  rightAt: number
}

export interface Merger {
  /**
   * Places the branches below `parent` side by side, as close as their contours allow, and the parent over their
   * middle.
   */
  merge(parent: number): void
}

/**
 * Van der Ploeg, "Drawing non-layered tidy trees in linear time" (2014). Unlike there, a child's position is kept
 * relative to its parent, and a branch's lowest nodes are not changed by the branches above, so that a parent can be
 * merged again alone.
 */
export function createMerger(columns: TreeColumns): Merger {
  const { first, last, next, offset, breadth, end, lowestLeft, lowestRight, lowestLeftOffset, lowestRightOffset } =
    columns
  const elders = new ElderList()
  const merged: MergedBranches = { left: noNode, leftAt: 0, right: noNode, rightAt: 0 }

  function keepLowest(parent: number, middle: number) {
    lowestLeft[parent] = merged.left
    lowestRight[parent] = merged.right
    lowestLeftOffset[parent] = merged.leftAt - middle
    lowestRightOffset[parent] = merged.rightAt - middle
  }

  return {
    merge(parent) {
      const eldest = first[parent] as number
      if (eldest === noNode) {
        merged.left = parent
        merged.leftAt = 0
        merged.right = parent
        merged.rightAt = 0
        return keepLowest(parent, 0)
      }
      offset[eldest] = 0
      merged.left = lowestLeft[eldest] as number
      merged.leftAt = lowestLeftOffset[eldest] as number
      merged.right = lowestRight[eldest] as number
      merged.rightAt = lowestRightOffset[eldest] as number
      if (eldest === last[parent]) return keepLowest(parent, 0)
      elders.restart(end[merged.right] as number)
      for (let elder = eldest, child = next[eldest] as number; child !== noNode; child = next[child] as number) {
        offset[child] = (offset[elder] as number) + ((breadth[elder] as number) + (breadth[child] as number)) / 2
        pushApart(columns, merged, elders, elder, child)
        elder = child
      }
      keepLowest(parent, distributeRoom(columns, elders, parent))
    },
  }
}

/** Moves `child` away from the branches before it, walking down their right contour and its left one. */
function pushApart(
  columns: TreeColumns,
  merged: MergedBranches,
  elders: ElderList,
  elder: number,
  child: number,
): void {
  const { first, last, offset, end, breadth, thread, threadOffset } = columns
  let right = elder
  let rightAt = offset[elder] as number
  let left = child
  let leftAt = offset[child] as number
  elders.beginNext()
  for (;;) {
    const rightEnd = end[right] as number
    const leftEnd = end[left] as number
    if (rightEnd <= leftEnd) {
      const below = last[right] as number
      rightAt += (below === noNode ? threadOffset[right] : offset[below]) as number
      right = below === noNode ? (thread[right] as number) : below
    }
    if (rightEnd >= leftEnd) {
      const below = first[left] as number
      leftAt += (below === noNode ? threadOffset[left] : offset[below]) as number
      left = below === noNode ? (thread[left] as number) : below
    }
    if (right === noNode || left === noNode) break
    const overlap = rightAt - leftAt + ((breadth[right] as number) + (breadth[left] as number)) / 2
    if (overlap > 0) {
      leftAt += overlap
      offset[child] = (offset[child] as number) + overlap
      elders.share(overlap, end[right] as number)
    }
  }
  elders.end(end[columns.lowestRight[child] as number] as number)
  linkContours(columns, merged, child, right, rightAt, left, leftAt)
}

/** When one contour ended before the other, continues it with the rest of the other: `right` or `left`, if present. */
function linkContours(
  columns: TreeColumns,
  merged: MergedBranches,
  child: number,
  right: number,
  rightAt: number,
  left: number,
  leftAt: number,
): void {
  const at = columns.offset[child] as number
  const lowest = columns.lowestRight[child] as number
  const lowestAt = at + (columns.lowestRightOffset[child] as number)
  if (right !== noNode) return setThread(columns, child, lowest, right, rightAt - lowestAt)
  if (left !== noNode) {
    setThread(columns, child, merged.left, left, leftAt - merged.leftAt)
    merged.left = columns.lowestLeft[child] as number
    merged.leftAt = at + (columns.lowestLeftOffset[child] as number)
  }
  merged.right = lowest
  merged.rightAt = lowestAt
}

function setThread(columns: TreeColumns, child: number, from: number, to: number, by: number): void {
  columns.thread[from] = to
  columns.threadOffset[from] = by
  columns.threaded[child] = from
}

/** Distributes the shared room and makes positions relative to the parent; returns where the parent was. */
function distributeRoom({ first, last, next, offset }: TreeColumns, elders: ElderList, parent: number): number {
  const middle = (offset[last[parent] as number] as number) / 2
  let position = 0
  for (let child = first[parent] as number; child !== noNode; child = next[child] as number) {
    offset[child] = (offset[child] as number) + elders.roomAt(position) - middle
    position += 1
  }
  return middle
}
