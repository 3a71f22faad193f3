import { Diagram, getSlotRect } from '@espalier/layout'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoxColumns, rects, rectsTouch } from '../testing/rects.ts'
import { BoxIndex, findSlotAt, findSlotsInFrame } from './box-index.ts'

const maybeRects = fc.option(rects, { freq: 5 })
const moves = fc.array(fc.record({ slot: fc.nat({ max: 80 }), rect: maybeRects }), { maxLength: 40 })

const allTouching = (boxes: BoxColumns, area: Parameters<typeof rectsTouch>[0]) =>
  Array.from({ length: boxes.slotCount }, (_, slot) => slot).filter(
    (slot) => (boxes.left[slot] as number) < Infinity && rectsTouch(getSlotRect(boxes, slot), area),
  )

const sorted = (slots: readonly number[]) => slots.toSorted((one, other) => one - other)

describe('box index', () => {
  it('[cull] finds the same boxes as a full scan as they are added, removed and moved', () => {
    fc.assert(
      fc.property(
        fc.array(maybeRects, { maxLength: 60 }),
        moves,
        fc.array(rects, { minLength: 1, maxLength: 4 }),
        (all, some, areas) => {
          const boxes = new BoxColumns(all)
          const index = new BoxIndex(boxes)
          for (const area of areas) expect(sorted(index.query(area))).toEqual(allTouching(boxes, area))
          for (const { slot, rect } of some) {
            boxes.place(slot, rect)
            index.update([slot])
            for (const area of areas) expect(sorted(index.query(area))).toEqual(allTouching(boxes, area))
          }
        },
      ),
    )
  })

  it('[cull] finds the same boxes after many moves in one update', () => {
    fc.assert(
      fc.property(fc.array(maybeRects, { maxLength: 60 }), moves, rects, (all, some, area) => {
        const boxes = new BoxColumns(all)
        const index = new BoxIndex(boxes)
        for (const { slot, rect } of some) boxes.place(slot, rect)
        index.update(Int32Array.from(some, ({ slot }) => slot))
        expect(sorted(index.query(area))).toEqual(allTouching(boxes, area))
      }),
    )
  })

  it('[cull] follows the settled slots of a diagram, also after removals', () => {
    const diagram = new Diagram('right', [{ id: 'root', width: 200, height: 50, parentId: null }])
    diagram.settle()
    const index = new BoxIndex(diagram.boxes)
    for (let count = 0; count < 200; count += 1) {
      diagram.insert({ id: `n${count}`, width: 200, height: 50, parentId: count % 3 === 0 ? 'root' : `n${count - 1}` })
      if (count % 10 === 9) diagram.remove(`n${count - 5}`)
      index.update(diagram.settle())
    }
    const everything = { left: -1e6, top: -1e6, width: 2e6, height: 2e6 }
    expect(index.query(everything)).toHaveLength(diagram.count)
    const { left, top, width, height } = diagram.findRect('n150') ?? everything
    const near = index.query({ left: left + 1, top: top + 1, width: width - 2, height: height - 2 })
    expect(near.map((slot) => diagram.idAt(slot))).toEqual(['n150'])
  })

  it('[cull] finds the same among very many boxes before and after a move', () => {
    const boxes = new BoxColumns()
    for (let slot = 24_999; slot >= 0; slot -= 1) {
      boxes.place(slot, { left: (slot % 50) * 270, top: Math.floor(slot / 50) * 60, width: 200, height: 50 })
    }
    const index = new BoxIndex(boxes)
    const area = { left: 1000, top: 9000, width: 4000, height: 2000 }
    expect(sorted(index.query(area))).toEqual(allTouching(boxes, area))
    boxes.place(17, { left: 2000, top: 9010, width: 900, height: 700 })
    index.update([17])
    expect(index.query(area)).toContain(17)
    expect(index.query({ left: 17 * 270, top: 0, width: 10, height: 10 })).toEqual([])
  })

  it('[cull] finds nothing in an empty index', () => {
    expect(new BoxIndex(new BoxColumns()).query({ left: 0, top: 0, width: 9, height: 9 })).toEqual([])
  })
})

describe('hit testing', () => {
  const index = new BoxIndex(
    new BoxColumns([
      { left: 0, top: 0, width: 100, height: 50 },
      { left: 100, top: 0, width: 100, height: 50 },
      null,
      { left: 0, top: 100, width: 100, height: 50 },
    ]),
  )

  it('[cull] hits one box or none at a point', () => {
    expect(findSlotAt(index, { x: 10, y: 10 })).toBe(0)
    expect(findSlotAt(index, { x: 10, y: 75 })).toBeNull()
  })

  it('[cull] hits the topmost box where boxes touch', () => {
    expect(findSlotAt(index, { x: 100, y: 10 })).toBe(1)
  })

  it('[cull] selects the boxes whose middle is inside a frame', () => {
    expect(sorted(findSlotsInFrame(index, { left: 40, top: 20, width: 20, height: 120 }))).toEqual([0, 3])
    expect(findSlotsInFrame(index, { left: 60, top: 0, width: 50, height: 50 })).toEqual([])
  })
})
