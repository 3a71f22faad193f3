import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../core/result.ts'
import { aGraph, findGraphBreaches } from '../testing/graphs.ts'
import { applyChanges, applyStructure } from './changes.ts'
import { deleteNode, deleteNodeWithChildren } from './delete-node.ts'
import type { EditableGraph } from './graph.ts'
import { type FormerStructure, restoreNodes, type StructureUpdate, updateNode, updateNodes } from './update-nodes.ts'
import { getChildIds } from './walk.ts'

function restored(graph: EditableGraph, ...places: readonly FormerStructure[]): void {
  const result = restoreNodes(graph, places)
  if (!result.ok) throw new Error(result.reason)
  applyChanges(graph, result.value)
  expect(findGraphBreaches(graph)).toEqual([])
}

describe('restoring nodes', () => {
  it('[restore] restores a deleted branch whole in any order of ids', () => {
    const graph = aGraph('root', 'a: root', 'b: a', 'c: b')
    const deleted = deleteNodeWithChildren(graph, 'a')
    applyChanges(graph, deleted.ok ? deleted.value.changes : [])
    restored(graph, ...['c', 'a', 'b'].map((id) => ({ id, isDeleted: false })))
    expect(getChildIds(graph, 'b')).toEqual(['c'])
  })

  it('[restore] gives a deleted node its lifted children back', () => {
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

  it('[restore] deletes a created node again and leaves its children to its parents', () => {
    const graph = aGraph('root', 'new: root', 'child: new', 'others: new')
    restored(graph, { id: 'new', isDeleted: true }, { id: 'child', parentIds: ['root'] })
    expect(getChildIds(graph, 'root').toSorted()).toEqual(['child', 'others'])
    expect(graph.node('new')?.isDeleted).toBe(true)
  })

  it('[restore] refuses everything when a rule forbids a part', () => {
    const graph = aGraph('root', 'a: root', 'b: a', '-gone: root', '-below: gone')
    expect(restoreNodes(graph, [{ id: 'below', isDeleted: false }])).toEqual(refuse('parent-deleted'))
    expect(restoreNodes(graph, [{ id: 'a', parentIds: ['b'] }])).toEqual(refuse('would-cycle'))
    expect(restoreNodes(graph, [{ id: 'nobody', isDeleted: false }])).toEqual(refuse('node-missing'))
    expect(graph.node('a')?.parentIds).toEqual(['root'])
  })
})

function updated(graph: EditableGraph, ids: readonly string[], update: StructureUpdate) {
  const result = updateNodes(graph, ids, update)
  if (!result.ok) throw new Error(result.reason)
  applyChanges(graph, result.value)
  expect(findGraphBreaches(graph)).toEqual([])
  return result.value
}

describe('updating nodes', () => {
  it('[update] makes parents and position of one update one change', () => {
    const graph = aGraph('a', 'b', 'c: a', 'd: b')
    expect(updated(graph, ['c'], { parentId: 'b', beforeId: 'd' })).toEqual([
      {
        operation: 'update-node',
        id: 'c',
        before: { parentId: 'a', parentIds: ['a'], position: 300 },
        after: { parentId: 'b', parentIds: ['b'], position: 200 },
      },
    ])
  })

  it('[update] changes nothing when nothing differs', () => {
    const graph = aGraph('a', 'b: a')
    const same = { parentId: 'a', parentIds: ['a'], position: 200, isDeleted: false }
    expect(updateNode(graph, 'b', same)).toEqual(accept([]))
    expect(updateNode(graph, 'b', {})).toEqual(accept([]))
    expect(updateNode(graph, 'b', { position: null, isDeleted: null })).toEqual(accept([]))
  })

  it('[update] refuses to move a deleted node, but accepts its current structure', () => {
    const graph = aGraph('a', 'b', '-gone: a')
    expect(updateNode(graph, 'gone', { parentId: 'b' })).toEqual(refuse('node-deleted'))
    expect(updateNode(graph, 'gone', { position: 1 })).toEqual(refuse('node-deleted'))
    expect(updateNode(graph, 'gone', { parentId: 'a', position: 300 })).toEqual(accept([]))
    expect(updateNode(graph, 'gone', { isDeleted: true })).toEqual(accept([]))
  })

  it('[update] moves children up on isDeleted and may empty a project', () => {
    const graph = aGraph('root', 'a: root', 'b: a')
    expect(updated(graph, ['a'], { isDeleted: true }).map(({ id }) => id)).toEqual(['b', 'a'])
    expect(getChildIds(graph, 'root')).toEqual(['b'])
    updated(graph, ['root', 'b'], { isDeleted: true })
    expect(graph.livingCount).toBe(0)
  })

  it('[update] keeps the parents of nodes deleted together, so that they can be restored', () => {
    const graph = aGraph('root', 'a: root', 'b: a', 'c: b', 'd: c')
    const changes = updated(graph, ['a', 'c', 'b'], { isDeleted: true })
    expect(changes.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
    expect(graph.node('d')?.parentIds).toEqual(['root'])
    expect(graph.node('c')?.parentIds).toEqual(['b'])
    updated(graph, ['c', 'b', 'a'], { isDeleted: false })
    expect(getChildIds(graph, 'b')).toEqual(['c'])
  })

  it('[update] restores a node only if its parents exist, are restored with it, or are replaced', () => {
    const graph = aGraph('root', '-a: root', '-b: a')
    expect(updateNode(graph, 'b', { isDeleted: false })).toEqual(refuse('parent-deleted'))
    expect(updateNode(graph, 'b', { isDeleted: false, parentId: 'root' }).ok).toBe(true)
    expect(updateNodes(graph, ['b', 'a'], { isDeleted: false }).ok).toBe(true)
  })

  it('[update] makes room for a restored node whose position was taken', () => {
    const graph = aGraph('root', '-a: root', 'b: root')
    updated(graph, ['b'], { position: 200 })
    updated(graph, ['a'], { isDeleted: false })
    expect(graph.livingCount).toBe(3)
  })

  it('[update] applies a batch all or nothing and each node once', () => {
    const graph = aGraph('root', 'a: root', 'b: root')
    expect(updateNodes(graph, ['a', 'nobody'], { isDeleted: true })).toEqual(refuse('node-missing'))
    expect(updated(graph, ['b', 'b'], { parentId: 'a' })).toHaveLength(1)
    expect(updateNodes(graph, [], { isDeleted: true })).toEqual(accept([]))
  })

  it('[update] gives many nodes with one position distinct ones', () => {
    const graph = aGraph('root', 'a: root', 'b: root', 'c: root', 'd: root')
    updated(graph, ['a', 'b', 'c'], { position: 400 })
    expect(getChildIds(graph, 'root')).toHaveLength(4)
  })

  it('[records] ignores other fields and broken values in a change record', () => {
    const [node] = [...aGraph('a').nodes()]
    if (node === undefined) throw new Error('no node')
    const diff = { operation: 'update-node' as const, id: 'a', before: {}, after: { title: 'x', position: 'left' } }
    expect(applyStructure(node, diff)).toEqual(node)
  })
})
