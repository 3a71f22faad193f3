import { describe, expect, it } from 'vitest'
import { nodeLinksId } from '../node/node.ts'
import { aGraph, aNode } from '../testing/graphs.ts'
import {
  addNodeLinksParent,
  defaultLayout,
  detectLayoutKind,
  isLayout,
  layoutLabels,
  resolveLayout,
} from './view-options.ts'

const detectKind = (...lines: string[]) => detectLayoutKind(aGraph(...lines).nodes())

describe('tree or dag', () => {
  it('[layout] is a tree while every node has at most one parent and there is a single root', () => {
    expect(detectKind('a', 'b: a', 'c: a')).toBe('tree')
    expect(detectKind('a', 'b: a', 'c: a b')).toBe('dag')
    expect(detectKind('a', 'b')).toBe('dag')
    expect(detectKind()).toBe('tree')
  })

  it('[layout] keeps the chosen direction in the dag variant', () => {
    expect(resolveLayout('tree-down', 'tree')).toBe('tree-down')
    expect(resolveLayout('tree-down', 'dag')).toBe('dag-down')
    expect(resolveLayout('tree-left', 'dag')).toBe('dag-left')
  })

  it('[layout] knows exactly its four names and labels', () => {
    expect(defaultLayout).toBe('tree-left')
    expect(isLayout('tree-up')).toBe(true)
    expect(isLayout('dag-up')).toBe(false)
    expect(isLayout('toString')).toBe(false)
    expect(Object.values(layoutLabels)).toEqual(['Right to Left', 'Left to Right', 'Top Down', 'Bottom Up'])
  })

  it('[node links] puts the roots of a linked project under one virtual parent', () => {
    const nodes = [aNode('a'), aNode('b', ['a']), aNode('c')]
    const virtual = aNode(nodeLinksId)
    const hung = addNodeLinksParent(nodes, 2, virtual)
    expect(hung.map(({ id, parentIds }) => [id, ...parentIds])).toEqual([
      [nodeLinksId],
      ['a', nodeLinksId],
      ['b', 'a'],
      ['c', nodeLinksId],
    ])
    expect(detectLayoutKind(hung)).toBe('tree')
    expect(addNodeLinksParent(nodes, 0, virtual)).toBe(nodes)
  })
})
