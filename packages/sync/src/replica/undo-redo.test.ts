import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeRecord } from './node-record.ts'
import { anEdit, type Edit, perform } from '../testing/commands.ts'
import { aRecord, ModelServer } from '../testing/model-server.ts'
import { Page } from '../testing/page.ts'

const openWorld = (lastParents: readonly string[]) => {
  const server = new ModelServer([
    aRecord('a'),
    aRecord('b', ['a'], { position: 100 }),
    aRecord('c', ['a'], { position: 200 }),
    aRecord('d', lastParents, { position: 100 }),
  ])
  return { me: new Page(server, 'me'), other: new Page(server, 'other') }
}

/** Positions may differ after nodes were spread to make space, but their order may not. */
function describePageShape(page: Page): unknown {
  const { graph } = page.replica
  const ids = (listId: string | null) => [...graph.children(listId)].map(({ id }) => id)
  const plain = ({ position: _at, version: _version, ...rest }: NodeRecord) => ({ ...rest, children: ids(rest.id) })
  return { roots: ids(null), nodes: page.shown().map(plain) }
}

/**
 * Excludes edits without a single order: a link adds a second list, and several nodes moved alone leave their children
 * among each other.
 */
const keepsOneOrder = (edit: Edit): boolean =>
  edit.kind !== 'link' && (edit.kind !== 'move' || !edit.isAlone || edit.at.length === 1)

/**
 * Positions are ignored: a node under several parents has one position, and others may have moved its neighbors, so
 * there is no single former order.
 */
const listContents = (page: Page): unknown =>
  page.shown().map(({ position: _at, version: _version, ...rest }) => ({
    ...rest,
    // Blockers are a set: they have no order.
    blockedByIds: rest.blockedByIds.toSorted(),
  }))

const someEdits = fc.array(
  anEdit.filter(({ kind }) => kind !== 'undo' && kind !== 'redo' && kind !== 'discard'),
  { minLength: 1, maxLength: 12, size: 'max' },
)

describe('undo and redo', { timeout: 120_000 }, () => {
  it('returns to the former tree with every undo, and to the later one with every redo', () => {
    fc.assert(
      fc.property(someEdits, (edits) => {
        const { me } = openWorld(['b'])
        const states = [describePageShape(me)]
        for (const edit of edits.filter(keepsOneOrder)) {
          perform(me.replica, edit)
          states.push(describePageShape(me))
        }
        const end = describePageShape(me)
        let steps = 0
        while (me.replica.canUndo) {
          expect(me.replica.edits.undo().ok).toBe(true)
          expect(states).toContainEqual(describePageShape(me))
          steps += 1
        }
        expect(describePageShape(me)).toEqual(states[0])
        for (let at = 0; at < steps; at += 1) expect(me.replica.edits.redo().ok).toBe(true)
        expect(describePageShape(me)).toEqual(end)
        expect(me.replica.canRedo).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  it('redoes several nodes that were moved alone to where they ended, not to a place on the way', () => {
    const server = new ModelServer([
      aRecord('a'),
      aRecord('b', ['a'], { position: 1_400 }),
      aRecord('c', ['a', 'b'], { position: 1_000 }),
      aRecord('d', ['c'], { position: 1_100 }),
      aRecord('e', ['d'], { position: 600 }),
    ])
    const me = new Page(server, 'me')
    expect(me.replica.edits.move(['b', 'c'], { side: 'after', targetId: 'd' }, true).ok).toBe(true)
    const moved = describePageShape(me)
    expect(me.replica.edits.undo().ok).toBe(true)
    expect(me.replica.edits.redo().ok).toBe(true)
    expect(describePageShape(me)).toEqual(moved)
  })

  it('restores the original contents after n undos and n redos, with edits of others in between', () => {
    fc.assert(
      fc.property(someEdits, someEdits, fc.nat(12), (mine, theirs, count) => {
        const { me, other } = openWorld(['b', 'c'])
        for (const edit of mine) perform(me.replica, edit)
        me.finish()
        other.receiveAllEvents()
        for (const edit of theirs) perform(other.replica, edit)
        other.finish()
        me.receiveAllEvents()
        const before = listContents(me)
        let steps = 0
        while (steps < count && me.replica.canUndo && me.replica.edits.undo().ok) steps += 1
        for (let at = 0; at < steps; at += 1) if (!me.replica.edits.redo().ok) return
        expect(listContents(me)).toEqual(before)
        expect(me.breaches()).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
