import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aGraph, aNode, projectId } from '../testing/graphs.ts'
import { applyCommand, newWorld, someCommands } from '../testing/random-commands.ts'
import { createGraph } from './graph.ts'
import { getAncestorIds, getDepth, getDepths, getDescendantIds, isDescendant, measureChains } from './walk.ts'

const diamond = () => aGraph('top', 'left: top', 'right: top', 'low: left right', 'other')

describe('graph walks', { timeout: 60_000 }, () => {
  it('[ancestors] finds ancestors via all parents', () => {
    expect([...getAncestorIds(diamond(), 'low')].sort()).toEqual(['left', 'right', 'top'])
    expect(getAncestorIds(diamond(), 'top').size).toBe(0)
  })

  it('[descendants] finds every descendant once', () => {
    expect([...getDescendantIds(diamond(), 'top')].sort()).toEqual(['left', 'low', 'right'])
    expect(getDescendantIds(diamond(), 'nobody').size).toBe(0)
  })

  it('[descendants] finds a below b exactly when b is above a', () => {
    fc.assert(
      fc.property(someCommands(25), (commands) => {
        const { graph, ids } = newWorld()
        for (const command of commands) applyCommand({ graph, ids }, command)
        for (const node of graph.nodes()) {
          if (node.isDeleted) continue
          for (const below of getDescendantIds(graph, node.id)) expect(isDescendant(graph, below, node.id)).toBe(true)
          for (const above of getAncestorIds(graph, node.id)) expect(getDescendantIds(graph, above)).toContain(node.id)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('[depth] is the longest path up; a root has depth 0', () => {
    const graph = aGraph('a', 'b: a', 'c: a b', 'd: c')
    expect(getDepth(graph, 'a')).toBe(0)
    expect(getDepth(graph, 'd')).toBe(3)
    expect(Object.fromEntries(getDepths(graph))).toEqual({ a: 0, b: 1, c: 2, d: 3 })
    expect(getDepth(graph, 'nobody')).toBe(0)
  })

  it('[depth] ignores a parent that is not loaded', () => {
    expect(getDepth(aGraph('b: unloaded'), 'b')).toBe(0)
  })

  it('[corrupt] terminates every walk on a cycle', () => {
    const graph = aGraph('a: c', 'b: a', 'c: b', 'd: d')
    expect(getAncestorIds(graph, 'a')).toContain('a')
    expect(getDescendantIds(graph, 'a')).toContain('a')
    expect(getDepths(graph).size).toBe(4)
    expect(measureChains(['a'], (id) => graph.node(id)?.parentIds ?? []).hasCycle).toBe(true)
  })

  it('[corrupt] walks a chain of 50,000 nodes without recursion and caps its depth at 1000', () => {
    const chain = Array.from({ length: 50_000 }, (_, at) => aNode(`n${at}`, at === 0 ? [] : [`n${at - 1}`]))
    const graph = createGraph(projectId, chain)
    expect(getAncestorIds(graph, 'n49999').size).toBe(49_999)
    expect(getDepth(graph, 'n49999')).toBe(1_000)
    expect(getDepth(graph, 'n700')).toBe(700)
  })
})
