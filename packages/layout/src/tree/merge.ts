import { none, type TreeColumns } from './columns.ts'
import { createLowList, type LowList } from './low-list.ts'

/** The branches merged so far, as one: its lowest nodes, across from the eldest sibling. */
interface Grove {
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
  const { first, last, next, offset, breadth, shift, change, lowestLeft, lowestRight } = columns
  const { lowestLeftOffset, lowestRightOffset } = columns
  const lows = createLowList()
  const grove: Grove = { left: none, leftAt: 0, right: none, rightAt: 0 }

  return {
    merge(parent) {
      const eldest = first[parent] as number
      if (eldest === none) {
        lowestLeft[parent] = parent
        lowestRight[parent] = parent
        lowestLeftOffset[parent] = 0
        lowestRightOffset[parent] = 0
        return
      }
      offset[eldest] = 0
      grove.left = lowestLeft[eldest] as number
      grove.leftAt = lowestLeftOffset[eldest] as number
      grove.right = lowestRight[eldest] as number
      grove.rightAt = lowestRightOffset[eldest] as number
      if (eldest !== last[parent]) {
        shift[eldest] = 0
        change[eldest] = 0
        lows.restart(eldest, columns.end[grove.right] as number)
        for (let elder = eldest, child = next[eldest] as number; child !== none; child = next[child] as number) {
          offset[child] = (offset[elder] as number) + ((breadth[elder] as number) + (breadth[child] as number)) / 2
          shift[child] = 0
          change[child] = 0
          joinGrove(columns, grove, lows, elder, child)
          elder = child
        }
      }
      const middle = spread(columns, parent)
      lowestLeft[parent] = grove.left
      lowestRight[parent] = grove.right
      lowestLeftOffset[parent] = grove.leftAt - middle
      lowestRightOffset[parent] = grove.rightAt - middle
    },
  }
}

/** Moves `child` away from the branches before it, walking down their right contour and its left one. */
function joinGrove(columns: TreeColumns, grove: Grove, lows: LowList, elder: number, child: number): void {
  const { first, last, offset, end, breadth, thread, threadOffset, lowestLeft, lowestRight } = columns
  const start = offset[child] as number
  let right = elder
  let rightAt = offset[elder] as number
  let left = child
  let leftAt = start
  let moved = 0
  lows.rewind()
  for (;;) {
    const rightEnd = end[right] as number
    const leftEnd = end[left] as number
    if (rightEnd <= leftEnd) {
      const below = last[right] as number
      rightAt += (below === none ? threadOffset[right] : offset[below]) as number
      right = below === none ? (thread[right] as number) : below
    }
    if (rightEnd >= leftEnd) {
      const below = first[left] as number
      leftAt += (below === none ? threadOffset[left] : offset[below]) as number
      left = below === none ? (thread[left] as number) : below
    }
    if (right === none || left === none) break
    const overlap = rightAt - leftAt + ((breadth[right] as number) + (breadth[left] as number)) / 2
    if (overlap > 0) {
      leftAt += overlap
      moved += overlap
      shareRoom(columns, lows, end[right] as number, child, overlap)
    }
  }
  const at = start + moved
  offset[child] = at
  lows.add(child, end[lowestRight[child] as number] as number)
  if (right !== none)
    setThread(
      columns,
      child,
      lowestRight[child] as number,
      right,
      rightAt - at - (columns.lowestRightOffset[child] as number),
    )
  else {
    if (left !== none) {
      setThread(columns, child, grove.left, left, leftAt - grove.leftAt)
      grove.left = lowestLeft[child] as number
      grove.leftAt = at + (columns.lowestLeftOffset[child] as number)
    }
    grove.right = lowestRight[child] as number
    grove.rightAt = at + (columns.lowestRightOffset[child] as number)
  }
}

function setThread(columns: TreeColumns, child: number, from: number, to: number, by: number): void {
  columns.thread[from] = to
  columns.threadOffset[from] = by
  columns.threaded[child] = from
}

/** Shares `room` among the branches between the one that was hit (the nearest that reaches as low as `depth`) and `child`. */
function shareRoom(
  { next, shift, change }: TreeColumns,
  lows: LowList,
  depth: number,
  child: number,
  room: number,
): void {
  const hit = lows.reaching(depth)
  const younger = next[hit] as number
  if (younger === child) return
  const part = room / lows.distance()
  shift[younger] = (shift[younger] as number) + part
  shift[child] = (shift[child] as number) - part
  change[child] = (change[child] as number) - (room - part)
}

/** Hands out the shared room and turns places into places relative to the parent; returns where the parent stood. */
function spread({ first, last, next, offset, shift, change }: TreeColumns, parent: number): number {
  const eldest = first[parent] as number
  const youngest = last[parent] as number
  if (eldest === youngest) return 0
  const middle = (offset[youngest] as number) / 2
  let step = 0
  let sum = 0
  for (let child = eldest; child !== none; child = next[child] as number) {
    step += shift[child] as number
    sum += step + (change[child] as number)
    offset[child] = (offset[child] as number) + sum - middle
  }
  return middle
}
