import { expect } from 'vitest'
import { getSlotRect } from '../boxes.ts'
import type { Diagram } from '../diagram.ts'
import { LayeredDiagram } from '../layered.ts'
import type { Direction } from '../direction.ts'
import type { LayoutNode } from '../layout-node.ts'
import type { Rect } from '../rect.ts'

export const tolerance = 1e-6

export type RectsById = ReadonlyMap<string, Rect>

/** Zero has one sign here: a mirrored zero is the same place. */
const unsigned = ({ left, top, width, height }: Rect): Rect => ({ left: left + 0, top: top + 0, width, height })

export function readRects(diagram: Diagram): RectsById {
  const picture = new Map<string, Rect>()
  for (let slot = 0; slot < diagram.boxes.slotCount; slot += 1) {
    const id = diagram.idAt(slot)
    if (id !== undefined) picture.set(id, unsigned(getSlotRect(diagram.boxes, slot)))
  }
  return new Map([...picture].sort(([one], [other]) => (one < other ? -1 : 1)))
}

export function layOutNodes(direction: Direction, nodes: readonly LayoutNode[]): RectsById {
  const diagram = new LayeredDiagram(direction, nodes)
  diagram.settle()
  return readRects(diagram)
}

export function requireRect(picture: RectsById, id: string): Rect {
  const rect = picture.get(id)
  if (!rect) throw new Error(`${id} is not in the picture`)
  return rect
}

const gapBetweenSpans = (from: number, size: number, otherFrom: number, otherSize: number) =>
  Math.max(otherFrom - from - size, from - otherFrom - otherSize)

/** Of every two boxes, one lies at least `gapX` beside or `gapY` above the other. */
export function expectApart(picture: RectsById, gapX: number, gapY: number): void {
  const boxes = [...picture.values()]
  boxes.forEach((box, index) => {
    for (const other of boxes.slice(index + 1)) {
      const x = gapBetweenSpans(box.left, box.width, other.left, other.width)
      const y = gapBetweenSpans(box.top, box.height, other.top, other.height)
      expect(x >= gapX - tolerance || y >= gapY - tolerance).toBe(true)
    }
  })
}
