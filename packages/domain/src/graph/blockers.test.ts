import { describe, expect, it } from 'vitest'
import { aGraph, aNode, projectId } from '../testing/graphs.ts'
import { applyChanges } from './changes.ts'
import { createNode } from './create-node.ts'
import { deleteNode } from './delete-node.ts'
import { createGraph, type EditableGraph } from './graph.ts'
import { addParent, moveNode } from './move-node.ts'
import { wouldWaitForItself } from './would-wait.ts'
import { restoreNodes, type StructureUpdate, updateNodes } from './update-nodes.ts'

/** Goal has step and its part; other and last stand beside it. */
const aTree = (): EditableGraph => aGraph('goal', 'step: goal', 'part: step', 'other', 'last', '-gone')

function update(graph: EditableGraph, id: string, change: StructureUpdate): string {
  const updated = updateNodes(graph, [id], change)
  if (!updated.ok) return updated.reason
  applyChanges(graph, updated.value)
  return (graph.node(id)?.blockedByIds ?? []).join(' ')
}

describe('Blockers of a node', () => {
  it('are added, removed and replaced, and adding what is there changes nothing', () => {
    const graph = aTree()
    expect(update(graph, 'last', { addBlockedByIds: ['other', 'goal'] })).toBe('other goal')
    expect(updateNodes(graph, ['last'], { addBlockedByIds: ['goal'] })).toEqual({ ok: true, value: [] })
    expect(update(graph, 'last', { addBlockedByIds: ['part'], removeBlockedByIds: ['goal', 'step'] })).toBe(
      'other part',
    )
    expect(update(graph, 'last', { blockedByIds: ['step'] })).toBe('step')
    expect([...graph.blockedIds('step')]).toEqual(['last'])
    expect([...graph.blockedIds('other')]).toEqual([])
  })

  it('are known beforehand to close a circle exactly when adding them is refused for it', () => {
    const graph = aTree()
    update(graph, 'other', { addBlockedByIds: ['step'] })
    const living = ['goal', 'step', 'part', 'other', 'last']
    for (const id of living) {
      for (const blockerId of living) {
        const updated = updateNodes(graph, [id], { addBlockedByIds: [blockerId] })
        const isRefused = !updated.ok && updated.reason === 'waits-for-itself'
        expect([id, blockerId, wouldWaitForItself(graph, id, blockerId)]).toEqual([id, blockerId, isRefused])
      }
    }
    expect(wouldWaitForItself(graph, 'nobody', 'last')).toBe(false)
  })

  it('cannot be the node itself, unknown or deleted', () => {
    const graph = aTree()
    expect(update(graph, 'last', { addBlockedByIds: ['last'] })).toBe('waits-for-itself')
    expect(update(graph, 'last', { addBlockedByIds: ['nobody'] })).toBe('blocker-missing')
    expect(update(graph, 'last', { blockedByIds: ['gone'] })).toBe('blocker-missing')
    expect(update(graph, 'gone', { addBlockedByIds: ['last'] })).toBe('node-deleted')
  })

  it('cannot be ancestors, descendants, or nodes that wait for it in any way', () => {
    const graph = aTree()
    for (const blocker of ['goal', 'step', 'part']) {
      for (const node of ['goal', 'part'])
        expect(update(graph, node, { addBlockedByIds: [blocker] })).toBe('waits-for-itself')
    }
    update(graph, 'goal', { addBlockedByIds: ['other'] })
    // Part waits for the blockers of its ancestors.
    expect(update(graph, 'other', { addBlockedByIds: ['part'] })).toBe('waits-for-itself')
    update(graph, 'last', { addBlockedByIds: ['part'] })
    expect(update(graph, 'other', { addBlockedByIds: ['last'] })).toBe('waits-for-itself')
  })

  it('refuse moves, further parents, undeletes and new nodes that would close a cycle', () => {
    const graph = aTree()
    update(graph, 'goal', { addBlockedByIds: ['other'] })
    expect(moveNode(graph, { nodeId: 'other', drop: { side: 'onto', targetId: 'part' } })).toMatchObject({
      reason: 'waits-for-itself',
    })
    expect(addParent(graph, { nodeId: 'part', parentId: 'other' })).toMatchObject({ reason: 'waits-for-itself' })
    expect(createNode(graph, { id: 'new', parentId: 'other', blockedByIds: ['step'] })).toMatchObject({
      reason: 'waits-for-itself',
    })
    expect(createNode(graph, { id: 'new', parentId: 'goal', blockedByIds: ['last'] })).toMatchObject({ ok: true })
    const cyclic = createGraph(projectId, [
      aNode('one', [], { blockedByIds: ['two'], isDeleted: true, position: 1 }),
      aNode('two', [], { blockedByIds: ['one'], position: 2 }),
    ])
    expect(updateNodes(cyclic, ['one'], { isDeleted: false })).toMatchObject({ reason: 'waits-for-itself' })
    expect(restoreNodes(cyclic, [{ id: 'one', isDeleted: false }])).toMatchObject({ reason: 'waits-for-itself' })
    const solved = restoreNodes(cyclic, [{ id: 'one', isDeleted: false, blockedByIds: [] }])
    expect(solved).toMatchObject({ ok: true })
  })

  it('stay named while they are deleted, and hold the same nodes up when they are undeleted', () => {
    const graph = aTree()
    update(graph, 'last', { addBlockedByIds: ['other'] })
    const deleted = deleteNode(graph, 'other')
    if (deleted.ok) applyChanges(graph, deleted.value)
    expect(graph.node('last')?.blockedByIds).toEqual(['other'])
    expect(update(graph, 'last', { addBlockedByIds: ['step'] })).toBe('other step')
    expect(update(graph, 'other', { isDeleted: false })).toBe('')
    expect(update(graph, 'other', { addBlockedByIds: ['last'] })).toBe('waits-for-itself')
  })

  it('are checked for a whole branch that is undeleted, in one walk', () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => `n${at}`)
    const branch = ids.map((id, at) =>
      aNode(id, at === 0 ? [] : [`n${Math.floor((at - 1) / 3)}`], { isDeleted: true, position: at + 1 }),
    )
    const last = aNode('last', [], { blockedByIds: ['n0'], position: 5_000 })
    const graph = createGraph(projectId, [...branch, last])
    expect(updateNodes(graph, ids, { isDeleted: false })).toMatchObject({ ok: true })
    graph.put(aNode('n1999', ['n666'], { isDeleted: true, blockedByIds: ['last'] }))
    expect(updateNodes(graph, ids, { isDeleted: false })).toMatchObject({ reason: 'waits-for-itself' })
  })
})
