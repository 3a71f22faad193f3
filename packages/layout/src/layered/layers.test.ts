import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignNodeLayers, type LayerLinks } from './layers.ts'

const linksFromPairs = (pairs: readonly (readonly [number, number])[]): LayerLinks => ({
  sources: Int32Array.from(pairs, ([source]) => source),
  targets: Int32Array.from(pairs, ([, target]) => target),
})

const anyPairs = fc.array(fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 19 })), { maxLength: 60 })

describe('layer assignment', () => {
  it('leads every link down', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const down = pairs.filter(([source, target]) => source < target)
        const { layers, ranks } = assignNodeLayers(20, linksFromPairs(down))
        for (const [source, target] of down) {
          expect(layers[source]).toBeLessThan(layers[target] ?? NaN)
          expect(ranks[source]).toBeLessThan(ranks[target] ?? NaN)
        }
      }),
    )
  })

  it('leads every link down that closes no cycle', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const { layers, ranks } = assignNodeLayers(20, linksFromPairs(pairs))
        expect(new Set(ranks).size).toBe(20)
        for (const [source, target] of pairs) {
          if ((ranks[source] ?? NaN) < (ranks[target] ?? NaN))
            expect(layers[source]).toBeLessThan(layers[target] ?? NaN)
        }
      }),
    )
  })

  it('assigns layers by the longest path', () => {
    const { layers, layerCount } = assignNodeLayers(
      4,
      linksFromPairs([
        [0, 1],
        [1, 2],
        [0, 2],
        [2, 3],
        [0, 3],
      ]),
    )
    expect([...layers]).toEqual([0, 1, 2, 3])
    expect(layerCount).toBe(4)
  })

  it('puts a late root right above its child', () => {
    const { layers } = assignNodeLayers(
      4,
      linksFromPairs([
        [0, 1],
        [1, 2],
        [3, 2],
      ]),
    )
    expect(layers[3]).toBe(1)
  })

  it('limits the depth to a thousand layers below the first', () => {
    const pairs = Array.from({ length: 2_000 }, (_, node) => [node, node + 1] as const)
    const { layers, layerCount } = assignNodeLayers(2_001, linksFromPairs(pairs))
    expect(layerCount).toBe(1_001)
    expect(layers[2_000]).toBe(1_000)
  })
})
