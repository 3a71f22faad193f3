import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../core/limits.ts'
import type { GraphNode } from '../node/node.ts'
import {
  aGraph,
  aList,
  aNode,
  describeShape,
  findGraphBreaches,
  findNarrowestGap,
  insertChild,
  projectId,
} from '../testing/graphs.ts'
import { createGraph, type EditableGraph } from './graph.ts'
import { relabelAround, type SiblingSpot } from './spacing.ts'
import { updateNode } from './update-nodes.ts'
import { getChildIds } from './walk.ts'

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

/** A parent for each letter; children under one or several of them, crowded into few positions. */
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

describe('relabeling siblings', { timeout: 60_000 }, () => {
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

  it('[relabel] uses the bounds as neighbors at either end of a list', () => {
    const graph = createSiblings([10_000, 10_000, 10_000])
    const after = relabelled(graph, 'root', 3)
    const positions = Array.from(after.children('root'), ({ position }) => position)
    expect(new Set(positions).size).toBe(3)
    expect(Math.max(...positions)).toBeLessThan(10_000)
    expect(relabelAround(createSiblings([]), 'root', 0).size).toBe(0)
  })

  it('[relabel] moves a node in several lists by a map that keeps the order of all of them', () => {
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

  it('[relabel] keeps the order of every list of a random crowded graph and makes room in the requested one', () => {
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

describe('room among siblings', { timeout: 60_000 }, () => {
  it.each<[string, (at: number) => SiblingSpot]>([
    ['before the same sibling', () => ({ beforeId: 'c1' })],
    ['at the very start', (at) => ({ beforeId: at === 0 ? 'c0' : `n${at - 1}` })],
    ['at the very end', () => ({})],
    [
      'further and further inwards',
      (at) => (at === 0 ? { afterId: 'c0' } : { [at % 2 ? 'afterId' : 'beforeId']: `n${at - 1}` }),
    ],
    ['at the same number', () => ({ position: 10_000 })],
  ])('[order] keeps strict order over 800 inserts %s', (_where, spotAt) => {
    const graph = aList([0, 10_000])
    for (let at = 0; at < 800; at += 1) insertChild(graph, `n${at}`, spotAt(at))
    expect(graph.children('root').length).toBe(802)
    expect(findGraphBreaches(graph)).toEqual([])
    expect(findNarrowestGap(graph)).toBeGreaterThanOrEqual(limits.narrowestGap)
  })

  it('[order] inserts directly beside a sibling however crowded the list is', () => {
    const crowd = fc.array(fc.constantFrom(0, 1e-9, 5_000, 5_000.0000000001, 9_999.999999999, 10_000), { minLength: 1 })
    fc.assert(
      fc.property(crowd, fc.nat(), fc.boolean(), (positions, pick, isAfter) => {
        const graph = aList(positions)
        const before = getChildIds(graph, 'root')
        const index = pick % before.length
        insertChild(graph, 'new', { [isAfter ? 'afterId' : 'beforeId']: before[index] })
        expect(getChildIds(graph, 'root')).toEqual(before.toSpliced(isAfter ? index + 1 : index, 0, 'new'))
      }),
    )
  })

  it('[order] appends last, also after a sibling at the bound', () => {
    const graph = aList([10_000])
    insertChild(graph, 'a', {})
    insertChild(graph, 'b', { afterId: 'a' })
    expect(getChildIds(graph, 'root')).toEqual(['c0', 'a', 'b'])
  })

  it('[order] uses the number a client sends exactly when there is room', () => {
    const graph = aList([4_000, 4_001])
    insertChild(graph, 'new', { position: 4_000.25 })
    expect(graph.node('new')?.position).toBe(4_000.25)
  })

  it("[order] makes room for a number that equals a sibling's", () => {
    const graph = aList([4_000, 4_001])
    expect(insertChild(graph, 'new', { position: 4_000 })).toBeGreaterThan(0)
    expect(findGraphBreaches(graph)).toEqual([])
  })

  it('[order] prefers neighbors to the number and skips deleted or moved ones', () => {
    const graph = aGraph('root', 'a: root', 'b: root', 'c: root', '-gone: root', 'away: a')
    const placedBy = (spot: SiblingSpot): unknown => {
      const updated = updateNode(graph, 'c', spot)
      return updated.ok ? updated.value.map(({ after }) => after) : updated.reason
    }
    expect(placedBy({ afterId: 'a', beforeId: 'b', position: 9 })).toEqual([{ position: 250 }])
    expect(placedBy({ afterId: 'gone', beforeId: 'a', position: 9 })).toEqual([{ position: 100 }])
    expect(placedBy({ afterId: 'gone', beforeId: 'away', position: 9 })).toEqual([{ position: 9 }])
    expect(placedBy({ afterId: 'gone' })).toEqual([])
    expect(placedBy({ afterId: 'c' })).toEqual([])
    expect(placedBy({ afterId: 'stranger' })).toBe('sibling-missing')
    expect(placedBy({ position: 10_001 })).toBe('position-out-of-range')
    expect(placedBy({ position: Number.NaN })).toBe('position-out-of-range')
  })
})
