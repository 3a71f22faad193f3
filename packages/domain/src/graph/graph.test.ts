import { describe, expect, it } from 'vitest'
import { aGraph, aNode, projectId, describeShape, toStoredNodes } from '../testing/graphs.ts'
import { createGraph } from './graph.ts'
import { getChildIds } from './walk.ts'

describe('node graph', () => {
  it('[graph] knows deleted nodes, but lists only existing ones in order', () => {
    const graph = aGraph('root', 'b: root', 'a: root', '-gone: root')
    expect(getChildIds(graph, 'root')).toEqual(['b', 'a'])
    expect(getChildIds(graph, null)).toEqual(['root'])
    expect(getChildIds(graph, 'a')).toEqual([])
    expect(graph.node('gone')?.isDeleted).toBe(true)
    expect(graph.livingCount).toBe(3)
  })

  it('[graph] lists a node with several parents under each', () => {
    const graph = aGraph('a', 'b', 'c: a b')
    expect(getChildIds(graph, 'a')).toEqual(['c'])
    expect(getChildIds(graph, 'b')).toEqual(['c'])
    expect(getChildIds(graph, null)).toEqual(['a', 'b'])
  })

  it('[graph] moves a node from its old lists to its new ones on put, creating lists as needed', () => {
    const graph = aGraph('a', 'b', 'c: a')
    graph.put(aNode('c', ['b'], { position: 7 }))
    graph.put(aNode('d', ['c'], { position: 7 }))
    expect(getChildIds(graph, 'a')).toEqual([])
    expect(getChildIds(graph, 'b')).toEqual(['c'])
    expect(getChildIds(graph, 'c')).toEqual(['d'])
    expect(graph.livingCount).toBe(4)
  })

  it('[draft] shows its changes and leaves the graph beneath untouched', () => {
    const graph = aGraph('a', 'b: a', 'c: a')
    const before = { rows: toStoredNodes(graph), shape: describeShape(graph) }
    const draft = graph.draft()
    draft.put(aNode('b', ['c'], { position: 1 }))
    draft.put(aNode('c', ['a'], { position: 2, isDeleted: true }))
    draft.put(aNode('d', [], { position: 3 }))
    expect(getChildIds(draft, 'c')).toEqual(['b'])
    expect(getChildIds(draft, 'a')).toEqual([])
    expect(draft.livingCount).toBe(3)
    expect([...draft.touched]).toEqual(['b', 'c', 'd'])
    expect(new Set(Array.from(draft.nodes(), ({ id }) => id))).toEqual(new Set(['a', 'b', 'c', 'd']))
    expect({ rows: toStoredNodes(graph), shape: describeShape(graph) }).toEqual(before)
  })

  it('[draft] reports spread nodes as touched, but not as placed', () => {
    const draft = aGraph('a', 'b: a', 'c: a').draft()
    draft.spread(
      new Map([
        ['b', 150],
        ['c', 450],
      ]),
    )
    expect(getChildIds(draft, 'a')).toEqual(['b', 'c'])
    expect(draft.node('c')?.position).toBe(450)
    expect([...draft.touched]).toEqual(['b', 'c'])
    expect(draft.placed.size).toBe(0)
  })

  it('[graph] uses the later of two rows with one id', () => {
    const graph = createGraph(projectId, [aNode('a', [], { position: 1 }), aNode('a', [], { position: 2 })])
    expect(graph.node('a')?.position).toBe(2)
    expect(graph.livingCount).toBe(1)
    expect(getChildIds(graph, null)).toEqual(['a'])
  })
})
