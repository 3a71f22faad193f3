import { getChildIds } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { createReplica, type ReplicaChange } from './replica.ts'
import { aRecord, projectId } from '../testing/model-server.ts'

/** A page that has asked the server to make children of 'root'. */
function open() {
  const changes: ReplicaChange[] = []
  let ids = 0
  let seq = 0
  const replica = createReplica({
    projectId,
    seq,
    nodes: [aRecord('root'), aRecord('side')],
    newId: () => `n${(ids += 1)}`,
    onChange: (change) => changes.push(change),
  })
  const made = (id: string, isOwn = true) => {
    seq += 1
    replica.receive({ seq, isOwn, nodes: [aRecord(id, ['root'], { position: seq })] })
  }
  const adopt = (...nodes: string[]) => replica.edits.adopt(nodes, 'ideas')
  return { replica, edits: replica.edits, changes, made, adopt, children: () => getChildIds(replica.graph, 'root') }
}

describe('nodes that the server made for a page', () => {
  it('distinguishes nodes made for this page from those of others and from echoes', () => {
    const { replica, changes, made } = open()
    made('a')
    made('b', false)
    replica.receive({
      seq: 3,
      isOwn: true,
      nodes: [aRecord('a', ['root'], { title: 'Pears', position: 1, version: 2 })],
    })
    expect(changes.map(({ ids, origin }) => [ids, origin])).toEqual([
      [['a'], 'made'],
      [['b'], 'others'],
      [['a'], 'others'],
    ])
  })

  it('undoes all made nodes in one step, including dropped ones, whatever was done in between', () => {
    const { edits, replica, made, adopt, children } = open()
    made('a')
    adopt('a')
    edits.change('side', { title: 'Mine' })
    made('b')
    made('c')
    adopt('b', 'c')
    edits.deleteBranches(['b'], 'ideas')
    expect(children()).toEqual(['a', 'c'])
    edits.undo()
    expect([replica.node('side')?.title, children()]).toEqual(['side', ['a', 'c']])
    edits.undo()
    expect([children(), replica.canUndo]).toEqual([[], false])
    edits.redo()
    expect(children()).toEqual(['a', 'c'])
    edits.redo()
    expect([replica.node('side')?.title, replica.canRedo]).toEqual(['Mine', false])
  })

  it('leaves nothing to undo when all made nodes were dropped', () => {
    const { edits, replica, made, adopt, children } = open()
    made('a')
    adopt('a')
    edits.deleteBranches(['a'], 'ideas')
    expect([children(), replica.canUndo]).toEqual([[], false])
  })

  it('undoes made nodes that arrive after an undo', () => {
    const { edits, made, adopt, children } = open()
    made('a')
    adopt('a')
    edits.undo()
    made('b')
    adopt('b')
    expect(children()).toEqual(['b'])
    edits.undo()
    expect(children()).toEqual([])
  })
})
