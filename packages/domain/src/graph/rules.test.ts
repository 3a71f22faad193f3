import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../core/result.ts'
import { aGraph, aNode, projectId } from '../testing/graphs.ts'
import { createNode } from './create-node.ts'
import { createGraph } from './graph.ts'
import { moveNode } from './move-node.ts'
import { editRefusalCodes, editRefusalTexts } from './rules.ts'
import { updateNode, updateNodes } from './update-nodes.ts'

const createChain = (length: number, name: string) =>
  Array.from({ length }, (_, at) => aNode(`${name}${at}`, at === 0 ? [] : [`${name}${at - 1}`]))

describe('structure check', () => {
  const graph = aGraph('a', 'b: a', 'c: b', 'x', '-gone: a')

  it.each([
    ['itself', 'a', ['a'], 'self-parent'],
    ['a descendant', 'a', ['c'], 'would-cycle'],
    ['a descendant among others', 'a', ['x', 'c'], 'would-cycle'],
    ['a duplicate parent', 'x', ['a', 'a'], 'duplicate-parent'],
    ['an unknown parent', 'x', ['nobody'], 'parent-missing'],
    ['a deleted parent', 'x', ['gone'], 'parent-deleted'],
  ])('[structure] refuses %s', (_what, id, parentIds, reason) => {
    expect(updateNode(graph, id, { parentIds })).toEqual(refuse(reason))
  })

  it('[structure] refuses a parent from another project', () => {
    const mixed = createGraph(projectId, [aNode('a'), aNode('alien', [], { projectId: 'elsewhere', position: 1 })])
    expect(updateNode(mixed, 'a', { parentIds: ['alien'] })).toEqual(refuse('parent-elsewhere'))
    expect(createNode(mixed, { id: 'n', parentId: 'alien' })).toEqual(refuse('parent-elsewhere'))
    expect(createNode(mixed, { id: 'n', childId: 'alien' })).toEqual(refuse('node-missing'))
    expect(createNode(mixed, { id: 'n', afterId: 'alien' })).toEqual(refuse('sibling-missing'))
  })

  it('[structure] accepts a chain of 1000 nodes and refuses one more', () => {
    const deep = createGraph(projectId, createChain(999, 'n'))
    const last = createNode(deep, { id: 'last', parentId: 'n998' })
    expect(last.ok).toBe(true)
    if (last.ok) deep.put(last.value.node)
    expect(createNode(deep, { id: 'more', parentId: 'last' })).toEqual(refuse('too-deep'))
    expect(createNode(deep, { id: 'more', childId: 'n500' })).toEqual(refuse('too-deep'))
    expect(createNode(deep, { id: 'more', parentId: 'n997' }).ok).toBe(true)
  })

  it('[structure] counts a branch with all its descendants', () => {
    const two = createGraph(projectId, [...createChain(600, 'a'), ...createChain(600, 'b')])
    expect(moveNode(two, { nodeId: 'b0', drop: { side: 'onto', targetId: 'a599' } })).toEqual(refuse('too-deep'))
    expect(moveNode(two, { nodeId: 'b0', drop: { side: 'onto', targetId: 'a399' } }).ok).toBe(true)
    expect(moveNode(two, { nodeId: 'b0', drop: { side: 'onto', targetId: 'a400' } })).toEqual(refuse('too-deep'))
  })

  it('[structure] lets a chain that is too deep become shallower', () => {
    const corrupt = createGraph(projectId, createChain(1_500, 'n'))
    expect(updateNode(corrupt, 'n1400', { parentId: 'n900' }).ok).toBe(true)
    expect(updateNode(corrupt, 'n100', { parentId: null }).ok).toBe(true)
  })

  it('[structure] checks all changes of a batch together', () => {
    expect(updateNodes(aGraph('a', 'b', 'c: b'), ['a', 'b'], { parentIds: ['c'] })).toEqual(refuse('would-cycle'))
    expect(updateNodes(aGraph('a', 'b', 'c'), ['a', 'b'], { parentIds: ['c'] })).toMatchObject(accept([{}, {}]))
  })

  it('[structure] terminates on data that already contains a cycle', () => {
    const corrupt = aGraph('a: b', 'b: a', 'c')
    expect(updateNode(corrupt, 'c', { parentIds: ['a'] })).toEqual(refuse('would-cycle'))
  })

  it('[structure] refuses the second of two moves that would form a cycle', () => {
    const race = aGraph('a', 'b')
    const first = updateNode(race, 'a', { parentId: 'b' })
    expect(first.ok).toBe(true)
    race.put(aNode('a', ['b']))
    expect(updateNode(race, 'b', { parentId: 'a' })).toEqual(refuse('would-cycle'))
  })

  it('[errors] reports cycles, duplicates and the last node as conflicts, and unknown nodes as not found', () => {
    expect(editRefusalCodes['would-cycle']).toBe('CONFLICT')
    expect(editRefusalCodes['self-parent']).toBe('CONFLICT')
    expect(editRefusalCodes['duplicate-parent']).toBe('CONFLICT')
    expect(editRefusalCodes['last-node']).toBe('CONFLICT')
    expect(editRefusalTexts['parent-elsewhere']).toBe(editRefusalTexts['parent-missing'])
    expect(editRefusalCodes['position-out-of-range']).toBe('BAD_USER_INPUT')
  })
})
