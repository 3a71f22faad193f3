import { limits } from '@espalier/domain'
import type { Direction, Rect } from '@espalier/layout'
import type { Proposal, ProposedChange } from '../../api/proposals.ts'
import { readData } from './describe-change.ts'

/** A node that does not exist yet, with its place on the map. */
interface PlacedNode {
  readonly proposal: Proposal
  readonly change: ProposedChange
  readonly rect: Rect
  /** The node above it. */
  readonly parentRect: Rect
}

interface DrawnMap {
  readonly direction: Direction
  getRect(id: string): Rect | undefined
  /** The boxes that must stay readable. */
  readonly drawn: readonly Rect[]
}

const { width, height } = limits.nodeSizePx
const gapPx = 10
/** Beyond this many steps beside other boxes there is no good place. */
const mostSteps = 300

/**
 * Places the new nodes of open proposals beside the children of their parents, where nothing else is drawn. The layout
 * of the plan stays as it is: nothing moves before a change is accepted. Nodes whose parent is not drawn are left out.
 */
export function placeProposed(proposals: readonly Proposal[], map: DrawnMap): readonly PlacedNode[] {
  const placed: PlacedNode[] = []
  const taken = [...map.drawn]
  for (const proposal of proposals) {
    const own = new Map<string, Rect>()
    for (const change of proposal.changes) {
      if (change.op !== 'create' || change.decision !== null || !change.fits) continue
      const { parentId, childId } = readData(change)
      const near = [parentId, childId].flatMap((id) => (typeof id === 'string' ? id.toLowerCase() : []))
      const parentRect = near.map((id) => own.get(id) ?? map.getRect(id)).find((rect) => rect !== undefined)
      if (parentRect === undefined) continue
      const rect = findFreePlace(parentRect, map.direction, taken)
      own.set(change.nodeId, rect)
      taken.push(rect)
      placed.push({ proposal, change, rect, parentRect })
    }
  }
  return placed
}

/** Goes along the level below the parent until there is room. */
function findFreePlace(parent: Rect, direction: Direction, taken: readonly Rect[]): Rect {
  const { vertical, horizontal } = limits.layoutSpacingPx
  const start: Readonly<Record<Direction, Rect>> = {
    down: { left: parent.left, top: parent.top + parent.height + vertical.level, width, height },
    up: { left: parent.left, top: parent.top - vertical.level - height, width, height },
    right: { left: parent.left + parent.width + horizontal.level, top: parent.top, width, height },
    left: { left: parent.left - horizontal.level - width, top: parent.top, width, height },
  }
  let rect = start[direction]
  const isVertical = direction === 'down' || direction === 'up'
  for (let step = 0; step < mostSteps; step += 1) {
    const other = taken.find((one) => overlaps(one, rect))
    if (other === undefined) return rect
    rect = isVertical
      ? { ...rect, left: other.left + other.width + gapPx }
      : { ...rect, top: other.top + other.height + gapPx }
  }
  return rect
}

const overlaps = (one: Rect, other: Rect): boolean =>
  one.left < other.left + other.width + gapPx &&
  other.left < one.left + one.width + gapPx &&
  one.top < other.top + other.height + gapPx &&
  other.top < one.top + one.height + gapPx
