import { limits, type NodeDrop } from '@espalier/domain'
import { type Direction, type Point, type Rect, getSlotRect } from '@espalier/layout'
import type { DropScene } from './drop-scene.ts'
import { isStacked } from './strips.ts'

/** Where to show what a drop would do: around the new parent, or on a line between two siblings. In the world. */
export type DropIndicator =
  | { readonly kind: 'box'; readonly rect: Rect }
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point }

export function createDropIndicator(scene: DropScene, { side, targetId }: NodeDrop, box: Rect): DropIndicator {
  if (side === 'onto') return { kind: 'box', rect: box }
  const at = findIndicatorLine(scene, side, targetId, box)
  return isStacked(scene.direction)
    ? { kind: 'line', from: { x: box.left, y: at }, to: { x: box.left + box.width, y: at } }
    : { kind: 'line', from: { x: at, y: box.top }, to: { x: at, y: box.top + box.height } }
}

/** Half-way to the next sibling, but not far off the target: branches of siblings may hold them far apart. */
function findIndicatorLine(scene: DropScene, side: 'before' | 'after', targetId: string, box: Rect): number {
  const { direction } = scene
  const gap = (isStacked(direction) ? limits.layoutSpacingPx.horizontal : limits.layoutSpacingPx.vertical).sibling
  const next = findNeighborBox(scene, side, targetId)
  const [start, end] = getSpan(direction, box)
  const [otherStart, otherEnd] = next ? getSpan(direction, next) : [Infinity, -Infinity]
  return side === 'before' ? start - halfGap(start - otherEnd, gap) : end + halfGap(otherStart - end, gap)
}

const halfGap = (room: number, gap: number) => Math.min(Math.max(0, room), gap) / 2

const getSpan = (direction: Direction, { left, top, width, height }: Rect): [number, number] =>
  isStacked(direction) ? [top, top + height] : [left, left + width]

function findNeighborBox(scene: DropScene, side: 'before' | 'after', targetId: string): Rect | null {
  const siblings = scene.structure.siblings(targetId)
  const at = siblings.indexOf(targetId)
  const id = at < 0 ? undefined : siblings[side === 'before' ? at - 1 : at + 1]
  const slot = id === undefined ? undefined : scene.findSlot(id)
  return slot === undefined ? null : getSlotRect(scene.index.boxes, slot)
}
