import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignNodeLayers, type LayerLinks } from './layers.ts'
import { cutLinks } from './segments.ts'

const linksFromPairs = (pairs: readonly (readonly [number, number])[]): LayerLinks => ({
  sources: Int32Array.from(pairs, ([source]) => source),
  targets: Int32Array.from(pairs, ([, target]) => target),
})
const cutIntoSegments = (count: number, links: LayerLinks) => cutLinks(count, links, assignNodeLayers(count, links))

describe('link segments', () => {
  it('connects each vertex with adjacent layers only, in both directions', () => {
    const pairs = fc.array(fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 19 })), { maxLength: 40 })
    fc.assert(
      fc.property(pairs, (list) => {
        const { layers, above, below } = cutIntoSegments(20, linksFromPairs(list))
        layers.forEach((depth, vertex) => {
          for (const lower of below.items.subarray(below.starts[vertex], below.starts[vertex + 1])) {
            expect(layers[lower]).toBe(depth + 1)
            expect([...above.items.subarray(above.starts[lower], above.starts[lower + 1])]).toContain(vertex)
          }
        })
        expect(above.items.length).toBe(below.items.length)
      }),
    )
  })

  it('lets a node be adopted over the link with the most crossings', () => {
    // 7 is below the root by a long link that may cross near the top, and below 3, in the middle of many.
    const links = linksFromPairs([
      [0, 1],
      [1, 2],
      [1, 3],
      [1, 4],
      [2, 5],
      [2, 6],
      [0, 7],
      [3, 7],
      [4, 8],
      [4, 9],
    ])
    const { families, hosts, firstBends } = cutIntoSegments(10, links)
    expect(families[7]).toBe(3)
    const bends = [0, 1].map((step) => (firstBends[6] ?? NaN) + step)
    expect(bends.map((bend) => hosts[bend])).toEqual([7, 7])
  })

  it('lets the primary parent adopt a node when both links cross equally', () => {
    const { families } = cutIntoSegments(
      4,
      linksFromPairs([
        [0, 1],
        [0, 2],
        [2, 3],
        [1, 3],
      ]),
    )
    expect(families[3]).toBe(2)
  })
})
