import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGraph, type EditableGraph } from '../graph/graph.ts'
import type { GraphNode } from '../graph/node.ts'
import { getChildIds } from '../graph/walk.ts'
import { limits } from '../limits.ts'
import { aNode, projectId, describeShape } from '../testing/nodes.ts'
import { relabelAround } from './relabel.ts'

const createSiblings = (positions: readonly number[]): EditableGraph =>
  createGraph(projectId, [
    aNode('root'),
    ...positions.map((position, index) => aNode(`c${String(index).padStart(3, '0')}`, ['root'], { position })),
  ])

function relabelled(graph: EditableGraph, listId: string, gap: number): EditableGraph {
  const positions = relabelAround(graph, listId, gap)
  return createGraph(
    projectId,
    Array.from(graph.nodes(), (node) => ({ ...node, position: positions.get(node.id) ?? node.position })),
  )
}

/** A parent for each letter; children under one or several of them, crowded into few places. */
const crowded: fc.Arbitrary<GraphNode[]> = fc
  .array(
    fc.record({
      parentIds: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1, maxLength: 3 }),
      position: fc.oneof(fc.constantFrom(0, 10, 10.0000001, 10_000), fc.double({ min: 9, max: 11, noNaN: true })),
    }),
    { minLength: 2, maxLength: 40, size: 'max' },
  )
  .map((children) => [
    ...['A', 'B', 'C', 'D'].map((id, index) => aNode(id, [], { position: index })),
    ...children.map(({ parentIds, position }, index) => aNode(`c${index}`, parentIds, { position })),
  ])

describe('relabelling', { timeout: 60_000 }, () => {
  it('[relabel] moves the smallest window that gives enough room', () => {
    const graph = createSiblings([0, 1_000, 1_000.0000001, 2_000, 3_000])
    const positions = relabelAround(graph, 'root', 2)
    expect([...positions.keys()]).toEqual(['c001', 'c002'])
    expect([...positions.values()]).toEqual([2_000 / 3, 4_000 / 3])
  })

  it('[relabel] doubles the window until the even spacing is at least 1e-3 * log2(n)', () => {
    const tight = Array.from({ length: 64 }, (_, index) => 5_000 + index * 1e-6)
    const graph = createSiblings([1_000, ...tight, 9_000])
    const after = relabelled(graph, 'root', 33)
    const window = relabelAround(graph, 'root', 33).size
    const moved = [...after.children('root')].slice(1, -1)
    const gaps = moved.slice(1).map((node, index) => node.position - (moved[index]?.position ?? 0))
    expect(window).toBe(64)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(limits.relabelSpacing * Math.log2(window))
  })

  it('[relabel] at either end of a list the bounds stand in for the neighbour', () => {
    const graph = createSiblings([10_000, 10_000, 10_000])
    const after = relabelled(graph, 'root', 3)
    const positions = Array.from(after.children('root'), ({ position }) => position)
    expect(new Set(positions).size).toBe(3)
    expect(Math.max(...positions)).toBeLessThan(10_000)
    expect(relabelAround(createSiblings([]), 'root', 0).size).toBe(0)
  })

  it('[relabel] a node in several lists moves by a map that keeps the order of all of them', () => {
    const graph = createGraph(projectId, [
      aNode('A', [], { position: 1 }),
      aNode('B', [], { position: 2 }),
      aNode('a1', ['A'], { position: 10 }),
      aNode('shared', ['A', 'B'], { position: 10.0000001 }),
      aNode('a2', ['A'], { position: 10.0000002 }),
      aNode('b1', ['B'], { position: 10.00000005 }),
      aNode('b2', ['B'], { position: 10.00000015 }),
    ])
    const after = relabelled(graph, 'A', 1)
    expect(getChildIds(after, 'B')).toEqual(['b1', 'shared', 'b2'])
    expect(getChildIds(after, 'A')).toEqual(['a1', 'shared', 'a2'])
  })

  it('[relabel] keeps the order of every list of a random crowded graph, and gives room in the one asked for', () => {
    fc.assert(
      fc.property(crowded, fc.nat(40), (nodes, at) => {
        const graph = createGraph(projectId, nodes)
        const list = graph.children('A')
        if (list.length < 2) return
        const gap = 1 + (at % (list.length - 1))
        const after = relabelled(graph, 'A', gap)
        expect(describeShape(after)).toEqual(describeShape(graph))
        const [left, right] = after.children('A').slice(gap - 1, gap + 1)
        expect((right?.position ?? 0) - (left?.position ?? 0)).toBeGreaterThan(limits.narrowestGap)
      }),
      { numRuns: 200 },
    )
  })
})
