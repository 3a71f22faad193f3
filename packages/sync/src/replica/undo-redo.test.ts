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

/** Positions may differ by what was spread to make room; the order they make may not. */
function shapeOf(page: Page): unknown {
  const { graph } = page.replica
  const ids = (listId: string | null) => [...graph.children(listId)].map(({ id }) => id)
  const plain = ({ position: _at, version: _version, ...rest }: NodeRecord) => ({ ...rest, children: ids(rest.id) })
  return { roots: ids(null), nodes: page.shown().map(plain) }
}

/** A link makes a second list; several nodes moved alone at once leave their children behind one after the other, among each other. */
const keepsOneOrder = (edit: Edit): boolean =>
  edit.kind !== 'link' && (edit.kind !== 'move' || !edit.isAlone || edit.at.length === 1)

/** Under several parents a node has one number, and others may have moved its neighbours: then there is no one order that was. */
const contentsOf = (page: Page): unknown => page.shown().map(({ position: _at, version: _version, ...rest }) => rest)

const someEdits = fc.array(
  anEdit.filter(({ kind }) => kind !== 'undo' && kind !== 'redo' && kind !== 'discard'),
  { minLength: 1, maxLength: 12, size: 'max' },
)

describe('back and forth', { timeout: 120_000 }, () => {
  it('in a tree every undo goes back to what was there, every redo to what came after', () => {
    fc.assert(
      fc.property(someEdits, (edits) => {
        const { me } = openWorld(['b'])
        const states = [shapeOf(me)]
        for (const edit of edits.filter(keepsOneOrder)) {
          perform(me.replica, edit)
          states.push(shapeOf(me))
        }
        const end = shapeOf(me)
        let steps = 0
        while (me.replica.canUndo) {
          expect(me.replica.edits.undo().ok).toBe(true)
          expect(states).toContainEqual(shapeOf(me))
          steps += 1
        }
        expect(shapeOf(me)).toEqual(states[0])
        for (let at = 0; at < steps; at += 1) expect(me.replica.edits.redo().ok).toBe(true)
        expect(shapeOf(me)).toEqual(end)
        expect(me.replica.canRedo).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  it('a redo of several nodes that were moved alone ends where they stood, and not on the way there', () => {
    const server = new ModelServer([
      aRecord('a'),
      aRecord('b', ['a'], { position: 1_400 }),
      aRecord('c', ['a', 'b'], { position: 1_000 }),
      aRecord('d', ['c'], { position: 1_100 }),
      aRecord('e', ['d'], { position: 600 }),
    ])
    const me = new Page(server, 'me')
    expect(me.replica.edits.move(['b', 'c'], { side: 'after', targetId: 'd' }, true).ok).toBe(true)
    const moved = shapeOf(me)
    expect(me.replica.edits.undo().ok).toBe(true)
    expect(me.replica.edits.redo().ok).toBe(true)
    expect(shapeOf(me)).toEqual(moved)
  })

  it('n undos and n redos give back what was there, with others’ edits in between', () => {
    fc.assert(
      fc.property(someEdits, someEdits, fc.nat(12), (mine, theirs, count) => {
        const { me, other } = openWorld(['b', 'c'])
        for (const edit of mine) perform(me.replica, edit)
        me.finish()
        other.hearAll()
        for (const edit of theirs) perform(other.replica, edit)
        other.finish()
        me.hearAll()
        const before = contentsOf(me)
        let steps = 0
        while (steps < count && me.replica.canUndo && me.replica.edits.undo().ok) steps += 1
        for (let at = 0; at < steps; at += 1) if (!me.replica.edits.redo().ok) return
        expect(contentsOf(me)).toEqual(before)
        expect(me.breaches()).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
