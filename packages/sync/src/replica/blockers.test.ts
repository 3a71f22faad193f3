import { beforeEach, describe, expect, it } from 'vitest'
import { aRecord, ModelServer } from '../testing/model-server.ts'
import { Page } from '../testing/page.ts'

let server: ModelServer
let me: Page
let other: Page

beforeEach(() => {
  server = new ModelServer([
    aRecord('a'),
    aRecord('b', ['a'], { position: 100 }),
    aRecord('c', ['a'], { position: 200 }),
    aRecord('d', [], { position: 6_000 }),
  ])
  me = new Page(server, 'me')
  other = new Page(server, 'other')
})

const refusal = 'A node cannot wait for itself'
const blockers = (page: Page, id: string) => page.replica.node(id)?.blockedByIds

describe('Blockers on a page', () => {
  it('refuses at once what would make a node wait for itself', () => {
    const { edits } = me.replica
    expect(edits.change('b', { addBlockedByIds: ['a'] })).toMatchObject({ reason: refusal })
    expect(edits.change('a', { addBlockedByIds: ['d'] })).toMatchObject({ ok: true })
    expect(edits.change('d', { addBlockedByIds: ['b'] })).toMatchObject({ reason: refusal })
    expect(edits.move(['d'], { side: 'onto', targetId: 'b' })).toMatchObject({ reason: refusal })
    expect(edits.addParent('b', 'd')).toMatchObject({ reason: refusal })
    expect(me.replica.unsent()).toHaveLength(1)
  })

  it('undoes and redoes a blocker, and leaves those that others added', () => {
    me.replica.edits.change('b', { addBlockedByIds: ['c'] })
    me.finish()
    other.receiveAllEvents()
    other.replica.edits.change('b', { addBlockedByIds: ['d'] })
    other.finish()
    me.receiveAllEvents()
    expect(me.replica.edits.undo().ok).toBe(true)
    expect(blockers(me, 'b')).toEqual(['d'])
    expect(me.replica.edits.redo().ok).toBe(true)
    expect(blockers(me, 'b')).toEqual(['c', 'd'])
  })

  it('rolls back an offline blocker that the server refuses, because another person was first', () => {
    me.replica.edits.change('b', { addBlockedByIds: ['c'] })
    other.replica.edits.change('c', { addBlockedByIds: ['b'] })
    other.finish()
    me.finish()
    me.receiveAllEvents()
    expect(blockers(me, 'b')).toEqual([])
    expect(blockers(me, 'c')).toEqual(['b'])
    expect(me.breaches()).toEqual([])
  })

  it('brings the links back with a deleted blocker', () => {
    me.replica.edits.change('b', { addBlockedByIds: ['d'] })
    me.replica.edits.deleteNode('d')
    expect(blockers(me, 'b')).toEqual(['d'])
    me.replica.edits.undo()
    expect(me.replica.edits.change('d', { addBlockedByIds: ['b'] })).toMatchObject({ reason: refusal })
  })

  it('keeps the links inside a pasted branch and drops the others, also over undo and redo', () => {
    const branch = {
      title: 'top',
      children: [
        { title: 'first', copiedId: 'b', children: [] },
        { title: 'second', copiedId: 'c', blockedByIds: ['b', 'd', 'nobody'], children: [] },
      ],
    }
    const pasted = me.replica.edits.insertBranches({ kind: 'root' }, [branch])
    const [top = ''] = pasted.ok ? pasted.value : []
    const listPasted = () => Array.from(me.replica.graph.children(top), ({ id }) => id)
    const [first = '', second = ''] = listPasted()
    expect([blockers(me, first), blockers(me, second)]).toEqual([[], [first]])
    expect(me.replica.edits.undo().ok).toBe(true)
    expect(me.replica.edits.redo().ok).toBe(true)
    expect(listPasted().map((id) => blockers(me, id))).toEqual([[], [first]])
    me.finish()
    other.receiveAllEvents()
    expect(blockers(other, second)).toEqual([first])
  })

  it('refuses a pasted branch whose nodes wait for each other, and creates none of it', () => {
    const children = [
      { title: 'first', copiedId: 'x', blockedByIds: ['y'], children: [] },
      { title: 'second', copiedId: 'y', blockedByIds: ['x'], children: [] },
    ]
    const before = me.shown()
    expect(me.replica.edits.insertBranches({ kind: 'root' }, [{ title: 'top', children }])).toMatchObject({
      reason: refusal,
    })
    expect(me.shown()).toEqual(before)
  })
})
