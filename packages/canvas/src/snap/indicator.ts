import { limits, type Drop } from '@espalier/domain'
import { type Direction, type Point, type Rect, rectIn } from '@espalier/layout'
import type { DropScene } from './drop-scene.ts'
import { isStacked } from './strips.ts'

/** Where to show what a drop would do: around the new parent, or on a line between two siblings. In the world. */
export type DropIndicator =
  | { readonly kind: 'box'; readonly rect: Rect }
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point }

export function indicatorOf(scene: DropScene, { side, targetId }: Drop, box: Rect): DropIndicator {
  if (side === 'onto') return { kind: 'box', rect: box }
  const at = acrossOf(scene, side, targetId, box)
  return isStacked(scene.direction)
    ? { kind: 'line', from: { x: box.left, y: at }, to: { x: box.left + box.width, y: at } }
    : { kind: 'line', from: { x: at, y: box.top }, to: { x: at, y: box.top + box.height } }
}

/** Half-way to the next sibling, but not far off the target: branches of siblings may hold them far apart. */
function acrossOf(scene: DropScene, side: 'before' | 'after', targetId: string, box: Rect): number {
  const { direction } = scene
  const gap = (isStacked(direction) ? limits.layoutSpacingPx.horizontal : limits.layoutSpacingPx.vertical).sibling
  const next = neighbourBox(scene, side, targetId)
  const [start, end] = spanOf(direction, box)
  const [otherStart, otherEnd] = next ? spanOf(direction, next) : [Infinity, -Infinity]
  return side === 'before' ? start - offset(start - otherEnd, gap) : end + offset(otherStart - end, gap)
}

const offset = (room: number, gap: number) => Math.min(Math.max(0, room), gap) / 2

const spanOf = (direction: Direction, { left, top, width, height }: Rect): [number, number] =>
  isStacked(direction) ? [top, top + height] : [left, left + width]

function neighbourBox(scene: DropScene, side: 'before' | 'after', targetId: string): Rect | null {
  const siblings = scene.structure.siblings(targetId)
  const at = siblings.indexOf(targetId)
  const id = at < 0 ? undefined : siblings[side === 'before' ? at - 1 : at + 1]
  const slot = id === undefined ? undefined : scene.slotOf(id)
  return slot === undefined ? null : rectIn(scene.index.boxes, slot)
}
