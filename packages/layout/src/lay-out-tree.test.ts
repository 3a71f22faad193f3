import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { directions } from './geometry.ts'
import { layOutTree } from './lay-out-tree.ts'
import { forests, layOutNodes, requireRect } from './testing/diagrams.ts'

const uniform = (count: number, getParent: (node: number) => number) => ({
  parents: Int32Array.from({ length: count }, (_, node) => getParent(node)),
  widths: new Float64Array(count).fill(200),
  heights: new Float64Array(count).fill(50),
})

describe('forest in columns', () => {
  it.each(directions)('lays out a forest like a diagram of the same nodes: %s', (direction) => {
    fc.assert(
      fc.property(forests, (nodes) => {
        const picture = layOutNodes(direction, nodes)
        const { left, top } = layOutTree(
          {
            parents: Int32Array.from(nodes, ({ parentId }) => nodes.findIndex(({ id }) => id === parentId)),
            widths: Float64Array.from(nodes, ({ width }) => width),
            heights: Float64Array.from(nodes, ({ height }) => height),
          },
          direction,
        )
        nodes.forEach(({ id }, index) => {
          expect(left[index]).toBeCloseTo(requireRect(picture, id).left, 9)
          expect(top[index]).toBeCloseTo(requireRect(picture, id).top, 9)
        })
      }),
      { numRuns: 30 },
    )
  })

  it('lays out a chain of 100,000', () => {
    const { left, top } = layOutTree(
      uniform(100_000, (node) => node - 1),
      'down',
    )
    expect(left[99_999]).toBe(-100)
    expect(top[99_999]).toBe(99_999 * 100)
  })

  it('lays out one parent of 100,000', () => {
    const { left } = layOutTree(
      uniform(100_001, (node) => (node === 0 ? -1 : 0)),
      'down',
    )
    expect((left[100_000] ?? NaN) - (left[1] ?? NaN)).toBe(99_999 * 210)
    expect(left[0]).toBe(-100)
  })

  it("lays out to the left by the product's default: the root is 70 px right of its children", () => {
    const { left, top } = layOutTree(
      uniform(3, (node) => (node === 0 ? -1 : 0)),
      'left',
    )
    expect([...left]).toEqual([-200, -470, -470])
    expect([...top]).toEqual([-25, -55, 5])
  })
})
