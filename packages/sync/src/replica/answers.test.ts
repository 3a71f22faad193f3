import { getChildIds } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { createReplica } from './replica.ts'
import { aRecord, ModelServer, projectId } from '../testing/model-server.ts'
import { Page } from '../testing/page.ts'

const openWorld = () => {
  const server = new ModelServer([
    aRecord('root'),
    aRecord('a', ['root'], { position: 100 }),
    aRecord('b', ['root'], { position: 200 }),
  ])
  const [me, other] = [new Page(server, 'me'), new Page(server, 'other')]
  return { server, me, other }
}

describe('rejected operation', () => {
  it('rolls back a rejected operation, removes it from the history, and drops the operations that depend on it', () => {
    const { me } = openWorld()
    const { edits } = me.replica
    edits.change('a', { title: 'Pears' })
    const made = edits.create({ kind: 'child', parentId: 'a' })
    const id = made.ok ? made.value : ''
    edits.create({ kind: 'child', parentId: id }, { title: 'below' })
    edits.change('b', { title: 'Apples' })
    const creation = me.replica.unsent()[1]?.id ?? ''
    expect(me.replica.refused(creation).map(({ text }) => text)).toEqual(['The parent node has been deleted'])
    expect(me.replica.node(id)).toBeUndefined()
    expect(me.replica.unsent()).toHaveLength(2)
    edits.undo()
    edits.undo()
    expect([me.replica.node('a')?.title, me.replica.node('b')?.title, me.replica.canUndo]).toEqual(['a', 'b', false])
  })

  it('keeps dependent operations that may already have reached the server', () => {
    const { me } = openWorld()
    const made = me.replica.edits.create({ kind: 'child', parentId: 'a' })
    me.replica.edits.create({ kind: 'child', parentId: made.ok ? made.value : '' })
    const [first, second] = me.replica.unsent().map(({ id }) => id)
    me.replica.sent([first ?? '', second ?? ''])
    expect(me.replica.refused(first ?? '')).toEqual([])
    expect(me.replica.unsent().map(({ id }) => id)).toEqual([second])
  })

  it('accepts one of two moves that would form a cycle, rolls back the other, and keeps both nodes', () => {
    const { me, other, server } = openWorld()
    me.replica.edits.move(['a'], { side: 'onto', targetId: 'b' })
    other.replica.edits.move(['b'], { side: 'onto', targetId: 'a' })
    me.finish()
    other.finish()
    expect([me.refusals, other.refusals]).toEqual([0, 1])
    for (const page of [me, other]) {
      page.receiveAllEvents()
      expect(getChildIds(page.replica.graph, 'b')).toEqual(['a'])
      expect(page.shown()).toHaveLength(server.living().length)
    }
  })
})

describe('concurrent text edits', () => {
  it("reports both texts when somebody else's text replaces the person's own", () => {
    const { me, other } = openWorld()
    me.replica.edits.change('a', { title: 'mine' })
    me.finish()
    other.replica.edits.change('a', { title: 'theirs', body: 'unread' })
    other.finish()
    me.receiveAllEvents()
    expect(me.overwritten).toEqual([{ id: 'a', field: 'title', mine: 'mine', theirs: 'theirs' }])
    expect(me.replica.node('a')?.title).toBe('theirs')
  })

  it("reports a text that arrived before the answer to the person's own only once their own has lost", () => {
    const { me, other } = openWorld()
    me.replica.edits.change('a', { title: 'mine' })
    me.send(1, false)
    other.replica.edits.change('a', { title: 'theirs' })
    other.finish()
    me.receiveAllEvents()
    expect([me.overwritten, me.replica.node('a')?.title]).toEqual([[], 'mine'])
    me.hearAnswers()
    expect(me.overwritten).toEqual([{ id: 'a', field: 'title', mine: 'mine', theirs: 'theirs' }])
  })

  it("applies the pending change over somebody else's, field by field", () => {
    const { me, other } = openWorld()
    me.replica.edits.change('a', { title: 'mine' })
    other.replica.edits.change('a', { title: 'theirs', status: 'done' })
    other.finish()
    me.receiveAllEvents()
    expect([me.replica.node('a')?.title, me.replica.node('a')?.status]).toEqual(['mine', 'done'])
    me.finish()
    expect(me.overwritten).toEqual([])
  })

  it('does not report a text that the server only sanitized as replaced', () => {
    const { me, other } = openWorld()
    me.replica.edits.change('a', { title: 'mine!' })
    me.finish()
    me.receiveAllEvents()
    expect([me.overwritten, me.replica.node('a')?.title]).toEqual([[], 'mine'])
    other.replica.edits.change('a', { title: 'theirs' })
    other.finish()
    me.receiveAllEvents()
    expect(me.overwritten).toMatchObject([{ mine: 'mine', theirs: 'theirs' }])
  })
})

describe('event order', () => {
  it('holds back events that arrive too early until the gap is filled, and reports the gap', () => {
    const { me, other } = openWorld()
    other.replica.edits.change('a', { title: 'one' })
    other.replica.edits.change('b', { title: 'two' })
    other.finish()
    me.receiveEvent(1, false)
    expect([me.replica.isBehind, me.replica.node('b')?.title, me.replica.seq]).toEqual([true, 'b', 0])
    me.receiveEvent(0, false)
    expect([me.replica.isBehind, me.replica.node('b')?.title, me.replica.seq]).toEqual([false, 'two', 2])
  })

  it('changes nothing when events arrive again after catching up', () => {
    const { me, other } = openWorld()
    other.replica.edits.deleteNode('a')
    other.finish()
    me.catchUp()
    const shown = me.shown()
    me.receiveAllEvents()
    expect(me.shown()).toEqual(shown)
    expect(me.replica.node('a')).toBeUndefined()
  })
})

describe('reload with unsent edits', () => {
  it('restores unsent operations after a reload and applies them once', () => {
    const { me, server } = openWorld()
    me.replica.edits.create({ kind: 'child', parentId: 'a' }, { title: 'kept' })
    me.send(1, true)
    me.replica.edits.change('b', { title: 'kept too' })
    me.restart()
    expect(me.shown().map(({ title }) => title)).toEqual(['a', 'kept too', 'kept', 'root'])
    me.finish()
    me.catchUp()
    expect(server.living().map(({ title }) => title)).toEqual(['root', 'a', 'kept too', 'kept'])
    expect([me.refusals, me.shown().length]).toEqual([0, 4])
  })
})

it('does not restore a node that somebody else deleted when answers are repeated after a reload', () => {
  const { me, other } = openWorld()
  me.replica.edits.change('a', { title: 'one' })
  me.replica.edits.change('a', { title: 'two' })
  me.send(2, true)
  other.replica.edits.deleteNode('a')
  other.finish()
  me.restart()
  me.finish()
  me.catchUp()
  expect(me.replica.node('a')).toBeUndefined()
})

it('notifies only the changed nodes of a project with ten thousand', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) =>
    aRecord(`n${at}`, at === 0 ? [] : [`n${Math.floor((at - 1) / 8)}`], { position: 100 * (at % 8) + 50 }),
  )
  let made = 0
  const notified: number[] = []
  const newId = (): string => `new${(made += 1)}`
  const onChange = ({ ids }: { readonly ids: readonly string[] }): void => void notified.push(ids.length)
  const { edits } = createReplica({ projectId, seq: 0, nodes, newId, onChange })
  edits.create({ kind: 'child', parentId: 'n5' })
  edits.change('n77', { title: 'Pears' })
  edits.move(['n9999'], { side: 'before', targetId: 'n3' })
  edits.undo()
  expect(notified).toEqual([1, 1, 1, 1])
})
