import { noNode, type TreeColumns } from './columns.ts'

/**
 * The siblings of one family, by their place in it. Keeps those whose branches can still be seen from the right, from the deepest
 * to the shallowest, and the room that is shared among the ones between two that meet.
 */
class ElderList {
  readonly #places: number[] = []
  readonly #depths: number[] = []
  /** Room that begins at a place and is handed on to each younger one, and room for one place alone. */
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

  /** The sibling now begun was moved by `room` off the nearest that reaches as low as `depth`: those between take their part. */
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

  /** The sibling now begun reaches as low as `depth`, and hides those that do not reach lower. */
  end(depth: number): void {
    while (this.#size > 0 && (this.#depths[this.#size - 1] as number) <= depth) this.#size -= 1
    this.#places[this.#size] = this.#place
    this.#depths[this.#size] = depth
    this.#size += 1
  }

  /** The room that the sibling at `place` takes. Asked once for each, from the eldest on. */
  roomAt(place: number): number {
    if (!this.#isShared) return 0
    this.#shift += this.#shifts[place] as number
    this.#sum += this.#shift + (this.#changes[place] as number)
    return this.#sum
  }
}

/** The branches put side by side so far: the lowest node on either contour, across from the eldest sibling. */
interface MergedBranches {
  left: number
  leftAt: number
  right: number
  rightAt: number
}

export interface Merger {
  /** Puts the branches below `parent` side by side, as near as their contours allow, and the parent over their middle. */
  merge(parent: number): void
}

/**
 * Van der Ploeg, "Drawing non-layered tidy trees in linear time" (2014). Unlike there, a child's place is kept relative to its
 * parent, and a branch's lowest nodes are left as they are by the branches above: so a parent can be merged again alone.
 */
export function createMerger(columns: TreeColumns): Merger {
  const { first, last, next, offset, breadth, end, lowestLeft, lowestRight, lowestLeftOffset, lowestRightOffset } =
    columns
  const elders = new ElderList()
  const grove: MergedBranches = { left: noNode, leftAt: 0, right: noNode, rightAt: 0 }

  function keepLowest(parent: number, middle: number) {
    lowestLeft[parent] = grove.left
    lowestRight[parent] = grove.right
    lowestLeftOffset[parent] = grove.leftAt - middle
    lowestRightOffset[parent] = grove.rightAt - middle
  }

  return {
    merge(parent) {
      const eldest = first[parent] as number
      if (eldest === noNode) {
        grove.left = parent
        grove.leftAt = 0
        grove.right = parent
        grove.rightAt = 0
        return keepLowest(parent, 0)
      }
      offset[eldest] = 0
      grove.left = lowestLeft[eldest] as number
      grove.leftAt = lowestLeftOffset[eldest] as number
      grove.right = lowestRight[eldest] as number
      grove.rightAt = lowestRightOffset[eldest] as number
      if (eldest === last[parent]) return keepLowest(parent, 0)
      elders.restart(end[grove.right] as number)
      for (let elder = eldest, child = next[eldest] as number; child !== noNode; child = next[child] as number) {
        offset[child] = (offset[elder] as number) + ((breadth[elder] as number) + (breadth[child] as number)) / 2
        pushApart(columns, grove, elders, elder, child)
        elder = child
      }
      keepLowest(parent, distributeRoom(columns, elders, parent))
    },
  }
}

/** Moves `child` away from the branches before it, walking down their right contour and its left one. */
function pushApart(columns: TreeColumns, grove: MergedBranches, elders: ElderList, elder: number, child: number): void {
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
  linkContours(columns, grove, child, right, rightAt, left, leftAt)
}

/** Where one contour ended before the other, leads it on to the rest of the other: `right` or `left`, as far as not none. */
function linkContours(
  columns: TreeColumns,
  grove: MergedBranches,
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
    setThread(columns, child, grove.left, left, leftAt - grove.leftAt)
    grove.left = columns.lowestLeft[child] as number
    grove.leftAt = at + (columns.lowestLeftOffset[child] as number)
  }
  grove.right = lowest
  grove.rightAt = lowestAt
}

function setThread(columns: TreeColumns, child: number, from: number, to: number, by: number): void {
  columns.thread[from] = to
  columns.threadOffset[from] = by
  columns.threaded[child] = from
}

/** Hands out the shared room and turns places into places relative to the parent; returns where the parent stood. */
function distributeRoom({ first, last, next, offset }: TreeColumns, elders: ElderList, parent: number): number {
  const middle = (offset[last[parent] as number] as number) / 2
  let place = 0
  for (let child = first[parent] as number; child !== noNode; child = next[child] as number) {
    offset[child] = (offset[child] as number) + elders.roomAt(place) - middle
    place += 1
  }
  return middle
}
