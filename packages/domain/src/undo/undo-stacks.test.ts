import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuse } from '../core/result.ts'
import { applyDiff, diffNode, type FieldValues, type NodeDiff } from '../node/diff.ts'
import {
  type ChangeGroup,
  dropNoOpSteps,
  emptyUndoStacks,
  planRedo,
  planUndo,
  recordUndoGroup,
  type UndoStacks,
} from './undo-stacks.ts'

/** A page with its store and its undo history. */
class Page {
  readonly nodes = new Map<string, FieldValues>()
  history: UndoStacks = emptyUndoStacks

  constructor(nodes: Record<string, FieldValues>) {
    for (const [id, fields] of Object.entries(nodes)) this.nodes.set(id, fields)
  }

  readonly read = (id: string): FieldValues | undefined => this.nodes.get(id)

  store(steps: ChangeGroup): void {
    for (const step of steps) this.nodes.set(step.id, applyDiff(this.nodes.get(step.id) ?? {}, step))
  }

  /** Makes an own change of several nodes or steps. */
  edit(...changes: readonly [id: string, fields: FieldValues][]): void {
    const group: NodeDiff[] = []
    for (const [id, fields] of changes) {
      const diff = diffNode(id, this.nodes.get(id) ?? {}, fields)
      if (diff === null) continue
      group.push(diff)
      this.store([diff])
    }
    this.history = recordUndoGroup(this.history, group)
  }

  /** Applies somebody else's change: stored, not recorded. */
  receive(id: string, fields: FieldValues): void {
    this.nodes.set(id, { ...this.nodes.get(id), ...fields })
  }

  back(): boolean {
    return this.replay(planUndo(this.history, this.read))
  }

  forth(): boolean {
    return this.replay(planRedo(this.history, this.read))
  }

  replay(result: ReturnType<typeof planUndo> | ReturnType<typeof planRedo>): boolean {
    if (!result.ok) return false
    this.store(result.value.steps)
    this.history = result.value.history
    return true
  }

  get all(): unknown {
    return Object.fromEntries(this.nodes)
  }
}

describe('undo and redo', { timeout: 60_000 }, () => {
  it('[undo] restores the former values, and redo the later ones', () => {
    const page = new Page({ n: { title: 'a', status: 'todo' } })
    page.edit(['n', { title: 'b' }])
    page.edit(['n', { status: 'done' }])
    page.back()
    expect(page.all).toEqual({ n: { title: 'b', status: 'todo' } })
    page.back()
    expect(page.all).toEqual({ n: { title: 'a', status: 'todo' } })
    page.forth()
    page.forth()
    expect(page.all).toEqual({ n: { title: 'b', status: 'done' } })
  })

  it('[undo] refuses when there is nothing to undo or redo', () => {
    const page = new Page({})
    expect(planUndo(page.history, page.read)).toEqual(refuse('nothing-to-undo'))
    expect(planRedo(page.history, page.read)).toEqual(refuse('nothing-to-redo'))
  })

  it('[undo] replays a group in order, and in reverse on undo', () => {
    const page = new Page({ n: { title: 'a' }, m: { title: 'x' } })
    page.edit(['n', { title: 'b' }], ['m', { title: 'y' }], ['n', { title: 'c' }])
    const undone = planUndo(page.history, page.read)
    expect(undone.ok && undone.value.steps.map(({ id, after }) => [id, after.title])).toEqual([
      ['n', 'b'],
      ['m', 'x'],
      ['n', 'a'],
    ])
    const done = page.history.undo.at(-1)
    page.back()
    expect(page.history.redo.at(-1)).toEqual(done)
    page.forth()
    expect(page.history.undo.at(-1)).toEqual(done)
    expect(page.all).toEqual({ n: { title: 'c' }, m: { title: 'y' } })
  })

  it('[undo] clears the redo stack on a new change, but not on one without effect', () => {
    const page = new Page({ n: { title: 'a' } })
    page.edit(['n', { title: 'b' }])
    page.back()
    page.edit(['n', { title: 'a' }])
    expect(page.history.redo).toHaveLength(1)
    page.edit(['n', { title: 'c' }])
    expect(page.history.redo).toHaveLength(0)
    expect(page.forth()).toBe(false)
  })

  it('[undo] does not record a change made by undo again', () => {
    const page = new Page({ n: { title: 'a' } })
    page.edit(['n', { title: 'b' }])
    page.back()
    expect([page.history.undo.length, page.history.redo.length]).toEqual([0, 1])
  })

  it('[undo] reverts only the own fields and keeps others’ edits of other fields', () => {
    const page = new Page({ n: { title: 'a', body: '' } })
    page.edit(['n', { title: 'b' }])
    page.receive('n', { body: 'theirs' })
    page.back()
    expect(page.all).toEqual({ n: { title: 'a', body: 'theirs' } })
  })

  it('[undo] records the values found at undo for redo', () => {
    const page = new Page({ n: { title: 'a' } })
    page.edit(['n', { title: 'mine' }])
    page.receive('n', { title: 'theirs' })
    page.back()
    expect(page.all).toEqual({ n: { title: 'a' } })
    page.forth()
    expect(page.all).toEqual({ n: { title: 'theirs' } })
  })

  it('[undo] keeps the history when a plan is not stored', () => {
    const page = new Page({ n: { title: 'a' } })
    page.edit(['n', { title: 'b' }])
    const kept = structuredClone(page.history)
    planUndo(page.history, page.read)
    expect(page.history).toEqual(kept)
    expect(page.all).toEqual({ n: { title: 'b' } })
  })

  it('[undo] skips a node that is gone for good', () => {
    const page = new Page({ n: { title: 'a' }, m: { title: 'x' } })
    page.edit(['n', { title: 'b' }], ['m', { title: 'y' }])
    page.nodes.delete('n')
    expect(page.back()).toBe(true)
    expect(page.all).toEqual({ m: { title: 'x' } })
  })

  it('[undo] sends no steps without effect, but keeps them for redo', () => {
    const page = new Page({ n: { title: 'a' } })
    page.edit(['n', { title: 'b' }])
    page.receive('n', { title: 'a' })
    const undone = planUndo(page.history, page.read)
    expect(undone.ok && dropNoOpSteps(undone.value.steps)).toEqual([])
    expect(undone.ok && undone.value.history.redo).toHaveLength(1)
  })

  it('[undo] restores everything after n undos and n redos, including others’ earlier edits', () => {
    const anEdit = fc.record({
      isMine: fc.boolean(),
      changes: fc.array(
        fc.tuple(
          fc.constantFrom('n', 'm'),
          fc.dictionary(fc.constantFrom('title', 'body'), fc.constantFrom('a', 'b', 'c')),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    })
    fc.assert(
      fc.property(fc.array(anEdit, { maxLength: 12, size: 'max' }), fc.nat(12), (edits, count) => {
        const page = new Page({ n: { title: '', body: '' }, m: { title: '', body: '' } })
        for (const { isMine, changes } of edits) {
          if (isMine) page.edit(...changes)
          else for (const [id, fields] of changes) page.receive(id, fields)
        }
        const before = page.all
        const depth = page.history.undo.length
        let steps = 0
        while (steps < count && page.back()) steps += 1
        for (let at = 0; at < steps; at += 1) expect(page.forth()).toBe(true)
        expect(page.all).toEqual(before)
        expect(page.history.undo).toHaveLength(depth)
      }),
      { numRuns: 300 },
    )
  })
})
