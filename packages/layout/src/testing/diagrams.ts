import * as fc from 'fast-check'
import { expect } from 'vitest'
import { getSlotRect } from '../boxes.ts'
import type { Diagram } from '../diagram.ts'
import type { Direction, Rect } from '../geometry.ts'
import { LayeredDiagram } from '../layered.ts'
import type { LayoutNode } from '../layout-node.ts'

export const tolerance = 1e-6

export type RectsById = ReadonlyMap<string, Rect>

/** Normalizes the sign of zero, because a mirrored zero is the same position. */
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
  if (!rect) throw new Error(`${id} is not in the layout`)
  return rect
}

const gapBetweenSpans = (from: number, size: number, otherFrom: number, otherSize: number) =>
  Math.max(otherFrom - from - size, from - otherFrom - otherSize)

/** Checks that of every two boxes, one is at least `gapX` beside or `gapY` above the other. */
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

const size = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0.1, max: 300, noNaN: true }))
const seed = fc.record({ width: size, height: size, up: fc.nat(), further: fc.nat(), isRoot: fc.nat({ max: 20 }) })

const toNodeId = (index: number) => `n${index}`

/** One tree, parents before children. */
export const trees = fc.array(seed, { minLength: 1, maxLength: 60 }).map((seeds) =>
  seeds.map(({ width, height, up }, index): LayoutNode => {
    return { id: toNodeId(index), width, height, parentId: index === 0 ? null : toNodeId(up % index) }
  }),
)

/** Several trees. */
export const forests = fc.array(seed, { maxLength: 60 }).map((seeds) =>
  seeds.map(({ width, height, up, isRoot }, index): LayoutNode => {
    return { id: toNodeId(index), width, height, parentId: index === 0 || isRoot === 0 ? null : toNodeId(up % index) }
  }),
)

/** Several roots, some nodes with two parents, no cycle. */
export const graphs = fc.array(seed, { maxLength: 50 }).map((seeds) =>
  seeds.map(({ width, height, up, further, isRoot }, index): LayoutNode => {
    if (index === 0 || isRoot === 0) return { id: toNodeId(index), width, height, parentIds: [] }
    const parentIds = [toNodeId(up % index)]
    if (further % 4 === 0) parentIds.push(toNodeId((further >> 2) % index))
    return { id: toNodeId(index), width, height, parentIds }
  }),
)

/** Anything: cycles, missing parents, a node that is its own parent. */
export const tangles = fc.array(seed, { maxLength: 40 }).map((seeds) =>
  seeds.map(({ width, height, up, further }, index): LayoutNode => {
    const last = seeds.length + 1
    return {
      id: toNodeId(index),
      width,
      height,
      parentIds: [toNodeId(up % last), toNodeId(further % last)].slice(further % 3),
    }
  }),
)
