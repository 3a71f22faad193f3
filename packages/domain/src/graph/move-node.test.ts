import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../core/result.ts'
import { aGraph, findGraphBreaches } from '../testing/graphs.ts'
import { applyChanges } from './changes.ts'
import type { EditableGraph } from './graph.ts'
import { addParent, type NodeMove, moveNode, removeParent } from './move-node.ts'
import { getChildIds } from './walk.ts'

function moved(graph: EditableGraph, move: NodeMove): EditableGraph {
  const result = moveNode(graph, move)
  if (!result.ok) throw new Error(result.reason)
  applyChanges(graph, result.value)
  expect(findGraphBreaches(graph)).toEqual([])
  return graph
}

const onto = (targetId: string) => ({ side: 'onto' as const, targetId })
const after = (targetId: string) => ({ side: 'after' as const, targetId })
const before = (targetId: string) => ({ side: 'before' as const, targetId })

describe('dropping a dragged node', () => {
  it('[drop] replaces the primary parent, keeps the others, and appends the node as the last child', () => {
    const graph = moved(aGraph('a', 'b', 'x', 'c: a x', 'd: b'), { nodeId: 'c', drop: onto('b') })
    expect(graph.node('c')?.parentIds).toEqual(['b', 'x'])
    expect(getChildIds(graph, 'b')).toEqual(['d', 'c'])
  })

  it("[drop] takes a sibling's parents and the midpoint to the nearest neighbor", () => {
    const graph = moved(aGraph('a', 'b', 'one: a b', 'two: a b', 'c'), { nodeId: 'c', drop: after('one') })
    expect(graph.node('c')).toMatchObject({ parentIds: ['a', 'b'], position: 350 })
    expect(moved(graph, { nodeId: 'c', drop: before('one') }).node('c')?.position).toBe(150)
    expect(moved(graph, { nodeId: 'c', drop: after('two') }).node('c')?.position).toBe((400 + 10_000) / 2)
  })

  it('[drop] makes a root beside a root', () => {
    const graph = moved(aGraph('a', 'b: a'), { nodeId: 'b', drop: before('a') })
    expect(getChildIds(graph, null)).toEqual(['b', 'a'])
  })

  it('[drop] only changes the position among its own siblings', () => {
    const graph = moved(aGraph('r', 'a: r', 'b: r', 'c: r'), { nodeId: 'a', drop: after('b') })
    expect(getChildIds(graph, 'r')).toEqual(['b', 'a', 'c'])
    expect(moveNode(graph, { nodeId: 'b', drop: before('a') }).ok).toBe(true)
  })

  it.each([
    ['itself', 'a', onto('a'), 'self-parent'],
    ['a descendant', 'a', onto('c'), 'would-cycle'],
    ['an existing parent', 'b', onto('a'), 'already-parent'],
    ['beside a descendant', 'a', after('c'), 'would-cycle'],
    ['beside its own child', 'a', after('b'), 'self-parent'],
    ['a deleted node', 'b', onto('gone'), 'parent-deleted'],
    ['nothing', 'b', onto('nobody'), 'parent-missing'],
  ])('[drop] refuses a drop: %s', (_what, nodeId, drop, reason) => {
    expect(moveNode(aGraph('a', 'b: a', 'c: b', '-gone: a'), { nodeId, drop })).toEqual(refuse(reason))
  })

  it('[drop] refuses nodes that were deleted meanwhile', () => {
    expect(moveNode(aGraph('a', '-b: a'), { nodeId: 'b', drop: onto('a') })).toEqual(refuse('node-deleted'))
    expect(moveNode(aGraph('a'), { nodeId: 'b', drop: onto('a') })).toEqual(refuse('node-missing'))
  })
})

describe('moving a node alone with Shift', () => {
  it('[alone] moves its children to its former parents at its position', () => {
    const graph = aGraph('r', 'x: r', 'a: r', 'y: r', 'b: a', 'c: a')
    moved(graph, { nodeId: 'a', drop: onto('y'), isAlone: true })
    expect(getChildIds(graph, 'r')).toEqual(['x', 'b', 'c', 'y'])
    expect(getChildIds(graph, 'y')).toEqual(['a'])
    expect(getChildIds(graph, 'a')).toEqual([])
  })

  it('[alone] may move below its own child, which no longer depends on it', () => {
    const graph = aGraph('r', 'a: r', 'b: a')
    moved(graph, { nodeId: 'a', drop: onto('b'), isAlone: true })
    expect(getChildIds(graph, 'b')).toEqual(['a'])
    expect(getChildIds(graph, 'r')).toEqual(['b'])
    moved(graph, { nodeId: 'b', drop: after('a'), isAlone: true })
    expect(getChildIds(graph, 'r')).toEqual(['a', 'b'])
  })
})

describe('additional parent links', () => {
  it('[link] adds a parent after the existing ones', () => {
    const result = addParent(aGraph('a', 'b', 'c: a'), { nodeId: 'c', parentId: 'b' })
    expect(result).toMatchObject(accept([{ id: 'c', after: { parentIds: ['a', 'b'] } }]))
  })

  it.each([
    ['a cycle', 'a', 'c', 'would-cycle'],
    ['a duplicate', 'b', 'a', 'already-parent'],
    ['itself', 'a', 'a', 'self-parent'],
    ['a deleted parent', 'a', 'gone', 'parent-deleted'],
    ['a deleted node', 'gone', 'c', 'node-deleted'],
    ['an unknown node', 'nobody', 'c', 'node-missing'],
  ])('[link] refuses %s', (_what, nodeId, parentId, reason) => {
    expect(addParent(aGraph('a', 'b: a', 'c: b', '-gone: a'), { nodeId, parentId })).toEqual(refuse(reason))
  })

  it('[link] keeps the other links when one is removed, and makes a root when the last one is', () => {
    const graph = aGraph('a', 'b', 'c: a b')
    const first = removeParent(graph, { nodeId: 'c', parentId: 'a' })
    expect(first).toMatchObject(accept([{ after: { parentId: 'b', parentIds: ['b'] } }]))
    if (first.ok) applyChanges(graph, first.value)
    expect(removeParent(graph, { nodeId: 'c', parentId: 'b' })).toMatchObject(accept([{ after: { parentId: null } }]))
    expect(removeParent(graph, { nodeId: 'c', parentId: 'a' })).toEqual(refuse('not-a-parent'))
    expect(removeParent(aGraph('-c: a'), { nodeId: 'c', parentId: 'a' })).toEqual(refuse('node-deleted'))
    expect(removeParent(graph, { nodeId: 'nobody', parentId: 'a' })).toEqual(refuse('node-missing'))
  })
})
