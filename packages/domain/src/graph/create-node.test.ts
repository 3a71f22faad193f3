import { describe, expect, it } from 'vitest'
import { toCreationDiff } from '../node/diff.ts'
import { refuse } from '../core/result.ts'
import { aGraph, aNode, findGraphBreaches, projectId } from '../testing/graphs.ts'
import { applyChanges } from './changes.ts'
import { createNode, type NewNode } from './create-node.ts'
import { createGraph, type EditableGraph } from './graph.ts'
import { nodeLinksId } from '../node/node.ts'
import { getChildIds } from './walk.ts'

function created(graph: EditableGraph, wanted: NewNode) {
  const result = createNode(graph, wanted)
  if (!result.ok) throw new Error(result.reason)
  graph.put(result.value.node)
  applyChanges(graph, result.value.changes)
  expect(findGraphBreaches(graph)).toEqual([])
  return result.value
}

describe('creating a node', () => {
  it('[create] adds a node as the last child of its parent', () => {
    const graph = aGraph('root', 'a: root')
    const { node, changes } = created(graph, { id: 'n', parentId: 'root' })
    expect(node).toEqual(aNode('n', ['root'], { position: 200 + 9_800 / 64 }))
    expect(changes).toEqual([toCreationDiff('n')])
    expect(getChildIds(graph, 'root')).toEqual(['a', 'n'])
  })

  it('[create] adds a node without parent or child as the last root', () => {
    const graph = createGraph(projectId, [])
    expect(created(graph, { id: 'first' }).node).toMatchObject({ parentIds: [], position: 156.25 })
    created(graph, { id: 'second', parentId: nodeLinksId })
    expect(getChildIds(graph, null)).toEqual(['first', 'second'])
  })

  it('[create] inserts between a child and its primary parent and keeps the other parents', () => {
    const graph = aGraph('a', 'b', 'before: a', 'c: a b', 'after: a')
    const { node, changes } = created(graph, { id: 'n', childId: 'c' })
    expect(node.parentIds).toEqual(['a'])
    expect(changes.map(({ id, after }) => [id, after])).toEqual([
      ['n', { isDeleted: false }],
      ['c', { parentId: 'n', parentIds: ['n', 'b'] }],
    ])
    expect(getChildIds(graph, 'a')).toEqual(['before', 'n', 'after'])
    expect(getChildIds(graph, 'b')).toEqual(['c'])
  })

  it('[create] makes a new root above a root', () => {
    const graph = aGraph('root', 'a: root')
    created(graph, { id: 'n', childId: 'root' })
    expect(getChildIds(graph, null)).toEqual(['n'])
    expect(getChildIds(graph, 'n')).toEqual(['root'])
  })

  it('[create] inserts between a child and a named parent', () => {
    const graph = aGraph('a', 'b', 'c: a b')
    created(graph, { id: 'n', childId: 'c', parentId: 'b' })
    expect(graph.node('c')?.parentIds).toEqual(['a', 'n'])
    expect(createNode(graph, { id: 'm', childId: 'c', parentId: 'b' })).toEqual(refuse('not-a-parent'))
  })

  it("[create] keeps a child's parents when the virtual parent is named", () => {
    const graph = aGraph('a', 'b', 'c: a b')
    created(graph, { id: 'n', childId: 'c', parentId: nodeLinksId })
    expect(graph.node('c')?.parentIds).toEqual(['n', 'b'])
  })

  it.each([
    ['an id in use', { id: 'a' }, 'id-taken'],
    ['the id of a deleted node', { id: 'gone' }, 'id-taken'],
    ['the virtual id', { id: nodeLinksId }, 'id-taken'],
    ['a deleted parent', { id: 'n', parentId: 'gone' }, 'parent-deleted'],
    ['an unknown parent', { id: 'n', parentId: 'nobody' }, 'parent-missing'],
    ['an unknown child', { id: 'n', childId: 'nobody' }, 'node-missing'],
    ['a deleted child', { id: 'n', childId: 'gone' }, 'node-deleted'],
    ['itself as parent', { id: 'n', parentId: 'n' }, 'self-parent'],
    ['a position out of range', { id: 'n', position: -1 }, 'position-out-of-range'],
  ])('[create] refuses %s', (_what, wanted, reason) => {
    expect(createNode(aGraph('root', 'a: root', '-gone: root'), wanted)).toEqual(refuse(reason))
  })
})
