import { describe, expect, it } from 'vitest'
import { refuse } from '../result.ts'
import { aGraph, findGraphBreaches } from '../testing/nodes.ts'
import { applyChanges } from './changes.ts'
import { deleteNode, deleteNodeWithChildren } from './delete-node.ts'
import type { EditableGraph } from './graph.ts'
import { type FormerStructure, restoreNodes } from './restore-nodes.ts'
import { getChildIds } from './walk.ts'

function restored(graph: EditableGraph, ...places: readonly FormerStructure[]): void {
  const result = restoreNodes(graph, places)
  if (!result.ok) throw new Error(result.reason)
  applyChanges(graph, result.value)
  expect(findGraphBreaches(graph)).toEqual([])
}

describe('putting nodes back', () => {
  it('[restore] a deleted branch comes back whole, in whatever order it is named', () => {
    const graph = aGraph('root', 'a: root', 'b: a', 'c: b')
    const deleted = deleteNodeWithChildren(graph, 'a')
    applyChanges(graph, deleted.ok ? deleted.value.changes : [])
    restored(graph, ...['c', 'a', 'b'].map((id) => ({ id, isDeleted: false })))
    expect(getChildIds(graph, 'b')).toEqual(['c'])
  })

  it('[restore] what was deleted with its children lifted takes them back', () => {
    const graph = aGraph('root', 'a: root', 'b: a', 'c: a', 'd: root')
    const deleted = deleteNode(graph, 'a')
    applyChanges(graph, deleted.ok ? deleted.value : [])
    restored(
      graph,
      { id: 'a', isDeleted: false },
      { id: 'b', parentIds: ['a'], position: 300 },
      { id: 'c', parentIds: ['a'] },
    )
    expect([getChildIds(graph, 'root'), getChildIds(graph, 'a')]).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ])
  })

  it('[restore] what was made goes again, and leaves its children to its parents', () => {
    const graph = aGraph('root', 'new: root', 'child: new', 'others: new')
    restored(graph, { id: 'new', isDeleted: true }, { id: 'child', parentIds: ['root'] })
    expect(getChildIds(graph, 'root').toSorted()).toEqual(['child', 'others'])
    expect(graph.node('new')?.isDeleted).toBe(true)
  })

  it('[restore] is refused whole where the rules forbid it', () => {
    const graph = aGraph('root', 'a: root', 'b: a', '-gone: root', '-below: gone')
    expect(restoreNodes(graph, [{ id: 'below', isDeleted: false }])).toEqual(refuse('parent-deleted'))
    expect(restoreNodes(graph, [{ id: 'a', parentIds: ['b'] }])).toEqual(refuse('would-cycle'))
    expect(restoreNodes(graph, [{ id: 'nobody', isDeleted: false }])).toEqual(refuse('node-missing'))
    expect(graph.node('a')?.parentIds).toEqual(['root'])
  })
})
