import { beforeEach, describe, expect, it } from 'vitest'
import { aRecord, ModelServer } from '../testing/model-server.ts'
import { Page } from '../testing/page.ts'

let me: Page

beforeEach(() => {
  const server = new ModelServer([aRecord('a'), aRecord('b', ['a']), aRecord('c', ['a'], { position: 6_000 })])
  me = new Page(server, 'me')
})

const read = (id: string) => {
  const { estimate, blockedByIds } = me.replica.node(id) ?? {}
  return { estimate, blockedByIds }
}

describe('several different changes at once', () => {
  it('makes several changes in their order, as one step of undo and redo', () => {
    const { edits } = me.replica
    edits.change('c', { addBlockedByIds: ['b'] })
    edits.changeEach([
      { id: 'c', fields: { removeBlockedByIds: ['b'], estimate: 2 } },
      { id: 'b', fields: { addBlockedByIds: ['c'], estimate: 3 } },
    ])
    const turned = [
      { estimate: 3, blockedByIds: ['c'] },
      { estimate: 2, blockedByIds: [] },
    ]
    expect([read('b'), read('c')]).toEqual(turned)
    me.finish()
    edits.undo()
    expect([read('b'), read('c')]).toEqual([
      { estimate: null, blockedByIds: [] },
      { estimate: null, blockedByIds: ['b'] },
    ])
    edits.redo()
    me.finish()
    me.receiveAllEvents()
    expect([read('b'), read('c')]).toEqual(turned)
  })

  it('makes none of several changes when one of them is refused', () => {
    const { edits } = me.replica
    const refused = edits.changeEach([
      { id: 'b', fields: { estimate: 3, addBlockedByIds: ['c'] } },
      { id: 'c', fields: { addBlockedByIds: ['b'] } },
    ])
    expect(refused).toEqual({ ok: false, reason: 'A node cannot wait for itself' })
    expect(read('b')).toEqual({ estimate: null, blockedByIds: [] })
    expect([me.replica.unsent(), me.replica.canUndo]).toEqual([[], false])
    expect(edits.changeEach([{ id: 'nowhere', fields: { estimate: 1 } }])).toMatchObject({ reason: 'Node not found' })
  })
})
