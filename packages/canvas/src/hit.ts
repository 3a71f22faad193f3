import type { Boxes, Point, Rect } from '@espalier/layout'
import type { BoxIndex } from './cull/box-index.ts'

/** The slot of the box at a point of the world. Where boxes touch, the one with the higher slot lies on top. */
export function findSlotAt(index: BoxIndex, { x, y }: Point): number | null {
  const slots = index.query({ left: x, top: y, width: 0, height: 0 })
  return slots.length === 0 ? null : Math.max(...slots)
}

/** The slots of the boxes inside a frame: a box is inside once its middle is. */
export function findSlotsInFrame(index: BoxIndex, frame: Rect): number[] {
  return index.query(frame).filter((slot) => isMiddleIn(index.boxes, slot, frame))
}

function isMiddleIn({ left, top, width, height }: Boxes, slot: number, frame: Rect): boolean {
  const x = (left[slot] as number) + (width[slot] as number) / 2
  const y = (top[slot] as number) + (height[slot] as number) / 2
  return x >= frame.left && x <= frame.left + frame.width && y >= frame.top && y <= frame.top + frame.height
}
