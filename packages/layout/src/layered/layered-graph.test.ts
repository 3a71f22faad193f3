import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LayeredGraph } from './layered-graph.ts'
import type { LayerLinks } from './layers.ts'

interface Wish {
  readonly breadth: number
  readonly up: number
  readonly further: number
}

const preference = fc.record({ breadth: fc.integer({ min: 10, max: 200 }), up: fc.nat(), further: fc.nat() })
const preferences = fc.array(preference, { minLength: 2, maxLength: 60 })
const bend = { breadth: 10, length: 50 }

/** Makes a tree in which `share` of the nodes have a second parent. */
function createWishedLinks(list: readonly Wish[], share: number): LayerLinks {
  const pairs = list.flatMap(({ up, further }, node) => {
    if (node === 0) return []
    const first = up % node
    const second = Math.floor(further / 100) % node
    return further % 100 < share && second !== first
      ? [[first, node] as const, [second, node] as const]
      : [[first, node] as const]
  })
  return {
    sources: Int32Array.from(pairs, ([source]) => source),
    targets: Int32Array.from(pairs, ([, target]) => target),
  }
}

const createCells = (list: readonly Wish[]) => (node: number) => ({ breadth: list[node]?.breadth ?? 0, length: 100 })
const at = (column: Float64Array | Int32Array, index: number) => column[index] ?? NaN

describe('layered graph', () => {
  it('lays out a tree without crossings, in order and with centered parents', () => {
    fc.assert(
      fc.property(preferences, (list) => {
        const links = createWishedLinks(list, 0)
        const graph = new LayeredGraph(list.length, links)
        const { across } = graph.place(createCells(list), bend)
        expect(graph.crossings).toBe(0)
        for (let parent = 0; parent < list.length; parent += 1) {
          const children = [...links.targets].filter((_, link) => links.sources[link] === parent)
          const middles = children.map((child) => at(across, child))
          expect(middles).toEqual(middles.toSorted((one, other) => one - other))
          const [first, last] = [middles.at(0), middles.at(-1)]
          if (first !== undefined && last !== undefined) expect(at(across, parent)).toBeCloseTo((first + last) / 2, 6)
        }
      }),
    )
  })

  it('keeps the order of siblings without another parent', () => {
    fc.assert(
      fc.property(preferences, (list) => {
        const links = createWishedLinks(list, 40)
        const graph = new LayeredGraph(list.length, links)
        const { across } = graph.place(createCells(list), bend)
        const onlyChildren = [...links.targets.keys()].filter(
          (link) => links.targets.filter((target) => target === links.targets[link]).length === 1,
        )
        for (const elder of onlyChildren) {
          for (const younger of onlyChildren) {
            const [one, other] = [at(links.targets, elder), at(links.targets, younger)]
            const areSiblings =
              links.sources[elder] === links.sources[younger] && graph.getLayer(one) === graph.getLayer(other)
            if (elder < younger && areSiblings) expect(at(across, one)).toBeLessThan(at(across, other))
          }
        }
      }),
    )
  })

  it('keeps all vertices of a layer apart, including bends', () => {
    fc.assert(
      fc.property(preferences, (list) => {
        const graph = new LayeredGraph(list.length, createWishedLinks(list, 40))
        const { across, along } = graph.place(createCells(list), bend)
        const cells = createCells(list)
        for (let one = 0; one < across.length; one += 1) {
          for (let other = one + 1; other < across.length; other += 1) {
            if (graph.getLayer(one) !== graph.getLayer(other)) continue
            const breadths = [one, other].map((vertex) => (vertex < list.length ? cells(vertex) : bend).breadth)
            const room = breadths.reduce((sum, breadth) => sum + breadth, 0) / 2
            expect(Math.abs(at(across, one) - at(across, other))).toBeGreaterThan(room - 1e-6)
          }
        }
        expect(along.every(Number.isFinite)).toBe(true)
      }),
    )
  })

  it('bends a link once in each layer that it passes', () => {
    fc.assert(
      fc.property(preferences, (list) => {
        const links = createWishedLinks(list, 40)
        const graph = new LayeredGraph(list.length, links)
        links.sources.forEach((source, link) => {
          const { first, end } = graph.getBends(link)
          const layers = Array.from({ length: end - first }, (_, step) => graph.getLayer(first + step))
          const expected: number[] = []
          for (let row = graph.getLayer(source) + 1; row < graph.getLayer(at(links.targets, link)); row += 1)
            expected.push(row)
          expect(layers).toEqual(expected)
        })
      }),
    )
  })

  it('handles many bends and great depth', () => {
    const count = 3_000
    const sources: number[] = []
    const targets: number[] = []
    for (let node = 1; node < count; node += 1) {
      sources.push(node - 1)
      targets.push(node)
      if (node > 1) {
        sources.push(0)
        targets.push(node)
      }
    }
    const graph = new LayeredGraph(count, { sources: Int32Array.from(sources), targets: Int32Array.from(targets) })
    const { across } = graph.place(() => ({ breadth: 60, length: 250 }), bend)
    expect(across.length).toBeLessThan(150_000)
    expect(across.every(Number.isFinite)).toBe(true)
  })
})
