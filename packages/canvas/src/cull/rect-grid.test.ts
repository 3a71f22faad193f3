import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoxColumns, rects } from '../testing/rects.ts'
import { RectGrid } from './rect-grid.ts'

const maybeRects = fc.option(rects, { freq: 5 })
const many = fc.array(maybeRects, { maxLength: 60 })
const moves = fc.array(fc.record({ item: fc.nat({ max: 80 }), rect: maybeRects }), { maxLength: 40 })
/** Includes small areas, because a large one is searched by a full scan. */
const areas = fc.oneof(
  rects,
  rects.map(({ left, top }) => ({ left, top, width: 10, height: 10 })),
)

const sorted = (items: readonly number[]) => items.toSorted((one, other) => one - other)
const everyOne = Number.MAX_SAFE_INTEGER

describe('rectangle grid', () => {
  it('[cull] finds the same with and without cells as rectangles are added, removed and moved', () => {
    fc.assert(
      fc.property(many, moves, fc.array(areas, { minLength: 1, maxLength: 4 }), (all, some, places) => {
        const columns = new BoxColumns(all)
        const [celled, plain] = [new RectGrid(0), new RectGrid(everyOne)]
        const compare = () => {
          for (const area of places) {
            expect(sorted(celled.query(columns, area))).toEqual(plain.query(columns, area))
          }
        }
        for (const grid of [celled, plain]) grid.replace(columns, columns.slotCount)
        compare()
        for (const { item, rect } of some) {
          columns.place(item, rect)
          for (const grid of [celled, plain]) grid.update(columns, item)
          compare()
        }
      }),
      { numRuns: 200 },
    )
  })

  it('[cull] finds each rectangle once however many cells it covers', () => {
    const columns = new BoxColumns([{ left: -3000, top: -3000, width: 6000, height: 6000 }])
    const grid = new RectGrid(0)
    grid.replace(columns, 1)
    expect(grid.query(columns, { left: 0, top: 0, width: 1, height: 1 })).toEqual([0])
    expect(grid.query(columns, { left: -5000, top: -5000, width: 9000, height: 9000 })).toEqual([0])
  })

  it('[cull] does not iterate the cells of a huge area', () => {
    const columns = new BoxColumns([{ left: 4e8, top: -4e8, width: 200, height: 50 }])
    const grid = new RectGrid(0)
    grid.replace(columns, 1)
    expect(grid.query(columns, { left: -1e12, top: -1e12, width: 2e12, height: 2e12 })).toEqual([0])
  })
})
