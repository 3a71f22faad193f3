import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invertDiffs } from '../node/diff.ts'
import { refuse } from '../core/result.ts'
import { newWorld, applyCommand, someCommands } from '../testing/random-commands.ts'
import { aGraph, aNode, findGraphBreaches, projectId, describeShape } from '../testing/graphs.ts'
import { applyChanges } from './changes.ts'
import { deleteNode, deleteNodeWithChildren } from './delete-node.ts'
import { createGraph, type EditableGraph } from './graph.ts'
import { getChildIds, getDescendantIds } from './walk.ts'

function deleted(graph: EditableGraph, id: string) {
  const result = deleteNode(graph, id)
  if (!result.ok) throw new Error(result.reason)
  applyChanges(graph, result.value)
  expect(findGraphBreaches(graph)).toEqual([])
  return result.value
}

describe('deleting one node', () => {
  it('[delete] moves children up to its parents, with the records of children first', () => {
    const graph = aGraph('root', 'a: root', 'b: a', 'c: a')
    expect(deleted(graph, 'a')).toEqual([
      {
        operation: 'update-node',
        id: 'b',
        before: { parentId: 'a', parentIds: ['a'] },
        after: { parentId: 'root', parentIds: ['root'] },
      },
      {
        operation: 'update-node',
        id: 'c',
        before: { parentId: 'a', parentIds: ['a'] },
        after: { parentId: 'root', parentIds: ['root'] },
      },
      { operation: 'update-node', id: 'a', before: { isDeleted: false }, after: { isDeleted: true } },
    ])
  })

  it("[delete] puts the children at the node's position in their order", () => {
    const graph = createGraph(projectId, [
      aNode('root'),
      aNode('left', ['root'], { position: 1_000 }),
      aNode('node', ['root'], { position: 2_000 }),
      aNode('right', ['root'], { position: 3_000 }),
      aNode('one', ['node'], { position: 156.25 }),
      aNode('two', ['node'], { position: 5_000 }),
    ])
    deleted(graph, 'node')
    expect(getChildIds(graph, 'root')).toEqual(['left', 'one', 'two', 'right'])
  })

  it("[delete] keeps a child's other parents and its position without duplicates", () => {
    const graph = aGraph('root', 'a: root', 'c: a root')
    deleted(graph, 'a')
    expect(graph.node('c')).toMatchObject({ parentIds: ['root'], position: 300 })
  })

  it("[corrupt] removes a child's link to a deleted parent on the way", () => {
    const graph = aGraph('root', 'a: root', '-gone: root', 'b: gone a')
    deleted(graph, 'a')
    expect(graph.node('b')?.parentIds).toEqual(['root'])
  })

  it('[delete] makes the children of a root roots', () => {
    const graph = aGraph('root', 'a: root', 'b: root')
    deleted(graph, 'root')
    expect(getChildIds(graph, null)).toEqual(['a', 'b'])
  })

  it('[delete] is undone by the records in reverse order', () => {
    const graph = aGraph('root', 'x: root', 'a: root x', 'b: a', 'c: a x')
    const before = describeShape(graph)
    applyChanges(graph, invertDiffs(deleted(graph, 'a')))
    expect(describeShape(graph)).toEqual(before)
  })

  it('[delete] refuses the last node, a deleted one and an unknown one', () => {
    const graph = aGraph('only', '-gone')
    expect(deleteNode(graph, 'only')).toEqual(refuse('last-node'))
    expect(deleteNode(createGraph(projectId, [aNode('one')], 7), 'one').ok).toBe(true)
    expect(deleteNode(graph, 'gone')).toEqual(refuse('node-deleted'))
    expect(deleteNode(graph, 'nobody')).toEqual(refuse('node-missing'))
  })
})

describe('deleting a branch', { timeout: 60_000 }, () => {
  it('[delete branch] deletes nodes without another parent; others stay and lose the link', () => {
    const graph = aGraph('root', 'a: root', 'b: a', 'c: b', 'other: root', 'shared: c other', 'below: shared')
    const result = deleteNodeWithChildren(graph, 'a')
    if (!result.ok) throw new Error(result.reason)
    expect(result.value.deletedIds).toEqual(['a', 'b', 'c'])
    expect(result.value.changes.map(({ id, after }) => [id, after])).toEqual([
      ['shared', { parentId: 'other', parentIds: ['other'] }],
      ['c', { isDeleted: true }],
      ['b', { isDeleted: true }],
      ['a', { isDeleted: true }],
    ])
    applyChanges(graph, result.value.changes)
    expect([...getDescendantIds(graph, 'root')].sort()).toEqual(['below', 'other', 'shared'])
  })

  it('[delete branch] deletes a diamond inside the branch whole, and the top even with another parent', () => {
    const graph = aGraph('root', 'x: root', 'top: root x', 'l: top', 'r: top', 'low: l r top')
    const result = deleteNodeWithChildren(graph, 'top')
    expect(result.ok && new Set(result.value.deletedIds)).toEqual(new Set(['top', 'l', 'r', 'low']))
  })

  it('[delete branch] puts only remaining nodes into a draft', () => {
    const names = Array.from({ length: 500 }, (_, at) => `n${at}: ${at < 10 ? 'root' : `n${Math.floor(at / 10)}`}`)
    const graph = aGraph('root', 'other', ...names, 'shared: n499 other')
    let puts = 0
    const counting = {
      ...graph,
      node: (id: string) => graph.node(id),
      draft() {
        const draft = graph.draft()
        const put = draft.put.bind(draft)
        return Object.assign(draft, { put: (node: Parameters<typeof put>[0]) => ((puts += 1), put(node)) })
      },
    }
    const result = deleteNodeWithChildren(counting, 'root')
    expect(result.ok && result.value.deletedIds).toHaveLength(501)
    expect(puts).toBe(1)
  })

  it('[delete branch] may empty a project', () => {
    expect(deleteNodeWithChildren(aGraph('root', 'a: root'), 'root').ok).toBe(true)
    expect(deleteNodeWithChildren(aGraph('only'), 'only').ok).toBe(true)
    expect(deleteNodeWithChildren(aGraph('-gone'), 'gone')).toEqual(refuse('node-deleted'))
    expect(deleteNodeWithChildren(aGraph('a'), 'nobody')).toEqual(refuse('node-missing'))
  })

  it('[delete branch] deletes exactly the nodes that every path connects through the top', () => {
    fc.assert(
      fc.property(someCommands(25), fc.nat(40), (commands, pick) => {
        const { graph, ids } = newWorld()
        for (const command of commands) applyCommand({ graph, ids }, command)
        const id = ids[pick % ids.length] ?? ''
        const result = deleteNodeWithChildren(graph, id)
        if (!result.ok) return
        const without = createGraph(
          projectId,
          [...graph.nodes()].filter((node) => node.id !== id),
        )
        const reached = new Set(
          getChildIds(without, null).flatMap((root) => [root, ...getDescendantIds(without, root)]),
        )
        const living = [...graph.nodes()].filter((node) => !node.isDeleted).map((node) => node.id)
        expect(new Set(result.value.deletedIds)).toEqual(new Set(living.filter((one) => !reached.has(one))))
      }),
      { numRuns: 80 },
    )
  })
})
