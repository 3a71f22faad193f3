import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignNodeLayers, groupBy, type LayerLinks, type PackedLists } from './layers.ts'
import { countCrossings, orderLayers } from './order.ts'
import { cutLinks, type Segments, walkBranches } from './segments.ts'
import { createSwapper, createSweeper, createSiblingKeeper } from './sweep.ts'

const pieces = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 40 })

/** Two rows of eight; the lower ones are numbered from 8. */
const rows: PackedLists = {
  starts: Int32Array.of(0, 8, 16),
  items: Int32Array.from({ length: 16 }, (_, vertex) => vertex),
}
const positions = rows.items.map((vertex) => vertex % 8)

describe('crossings', () => {
  it('counts as many crossings as a comparison of all pairs', () => {
    fc.assert(
      fc.property(pieces, (list) => {
        const uppers = Int32Array.from(list, ([upper]) => upper)
        const lowers = Int32Array.from(list, ([, lower]) => lower + 8)
        let expected = 0
        for (const [upper, lower] of list) {
          for (const [other, otherLower] of list) if (upper < other && lower > otherLower) expected += 1
        }
        expect(countCrossings(rows, groupBy(uppers, lowers, 16), positions)).toBe(expected)
      }),
    )
  })
})

const count = 40

/** A tree of 40 and some additional downward links. */
const graphs = fc
  .tuple(
    fc.array(fc.nat(), { minLength: count, maxLength: count }),
    fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })), { maxLength: 15 }),
  )
  .map(([ups, further]) => {
    const pairs = [...ups.keys()].slice(1).map((node) => [(ups[node] ?? 0) % node, node] as const)
    for (const [one, other] of further) if (one < other) pairs.push([one, other])
    return linksFromPairs(pairs)
  })

const linksFromPairs = (pairs: readonly (readonly [number, number])[]): LayerLinks => ({
  sources: Int32Array.from(pairs, ([source]) => source),
  targets: Int32Array.from(pairs, ([, target]) => target),
})

function walkedRows(links: LayerLinks, nodeCount = count) {
  const layering = assignNodeLayers(nodeCount, links)
  const segments = cutLinks(nodeCount, links, layering)
  const walked = walkBranches(segments)
  const rows = groupBy(
    walked.map((vertex) => segments.layers[vertex] ?? NaN),
    walked,
    layering.layerCount,
  )
  const positions = new Int32Array(walked.length)
  eachRow(rows, (row) => row.forEach((vertex, position) => (positions[vertex] = position)))
  return { layering, segments, rows, positions }
}

function eachRow({ starts, items }: PackedLists, visit: (row: Int32Array) => void): void {
  for (let row = 0; row + 1 < starts.length; row += 1) visit(items.subarray(starts[row], starts[row + 1]))
}

/** The siblings without another parent must be in the order of their indexes in each layer. */
function expectSiblingsInOrder(rows: PackedLists, { nodeCount, families, parentCounts }: Segments): void {
  eachRow(rows, (row) => {
    const youngest = new Map<number | undefined, number>()
    for (const vertex of row) {
      if (vertex >= nodeCount || (parentCounts[vertex] ?? 0) > 1) continue
      expect(vertex).toBeGreaterThan(youngest.get(families[vertex]) ?? -1)
      youngest.set(families[vertex], vertex)
    }
  })
}

describe('order within layers', () => {
  it('orders every vertex once in its layer', () => {
    fc.assert(
      fc.property(graphs, (links) => {
        const { layering, segments } = walkedRows(links)
        const { rows } = orderLayers(segments, layering.layerCount)
        expect(rows.items.toSorted()).toEqual(segments.layers.map((_, vertex) => vertex))
        let depth = 0
        eachRow(rows, (row) => {
          for (const vertex of row) expect(segments.layers[vertex]).toBe(depth)
          depth += 1
        })
      }),
    )
  })

  it('produces no more crossings than the branch walk and reports their number', () => {
    fc.assert(
      fc.property(graphs, (links) => {
        const { layering, segments, rows, positions } = walkedRows(links)
        const ordering = orderLayers(segments, layering.layerCount)
        expect(ordering.crossings).toBeLessThanOrEqual(countCrossings(rows, segments.below, positions))
        eachRow(ordering.rows, (row) => row.forEach((vertex, position) => (positions[vertex] = position)))
        expect(ordering.crossings).toBe(countCrossings(ordering.rows, segments.below, positions))
      }),
    )
  })

  it('keeps the order of siblings', () => {
    fc.assert(
      fc.property(graphs, (links) => {
        const { layering, segments } = walkedRows(links)
        expectSiblingsInOrder(orderLayers(segments, layering.layerCount).rows, segments)
      }),
    )
  })

  it('never adds a crossing by a swap', () => {
    fc.assert(
      fc.property(graphs, (links) => {
        const { segments, rows, positions } = walkedRows(links)
        const siblings = createSiblingKeeper(segments, rows)
        createSweeper(segments, rows, positions, siblings)('down')
        expectSiblingsInOrder(rows, segments)
        const before = countCrossings(rows, segments.below, positions)
        createSwapper(segments, rows, positions, siblings)()
        expect(countCrossings(rows, segments.below, positions)).toBeLessThanOrEqual(before)
        expectSiblingsInOrder(rows, segments)
      }),
    )
  })

  it('puts a child of two parents between them', () => {
    // 0 and 1 are roots with two children each; 2, the first child of 0, is also a child of 1.
    const links = linksFromPairs([
      [0, 2],
      [1, 2],
      [0, 3],
      [1, 4],
    ])
    const { layering, segments } = walkedRows(links, 5)
    expect(orderLayers(segments, layering.layerCount).crossings).toBe(0)
  })
})
