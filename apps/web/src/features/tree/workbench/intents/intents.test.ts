import { beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryBench } from '../../testing/memory-bench.ts'
import { memoryBoard } from '../../testing/memory-board.ts'
import { sketched } from '../../testing/planted.ts'
import { attempt, type Intent, isOffered, labelOf } from '../intent.ts'
import { tendWorkbench } from '../tend-workbench.ts'
import type { Workbench } from '../workbench.ts'
import { addChild, addParentNode, addSiblingAfter, addSiblingBefore, createFirst } from './adding.ts'
import { intents } from './all.ts'
import { colourDescendants, deleteBranch, deleteKeepingChildren, fold, toggleDescendants } from './branches.ts'
import { arrows, goToParent, selectAll } from './going.ts'
import { redo, undo } from './history.ts'
import { addParentLink, moveDown, moveTo, moveUp, parentLinkIntents } from './moving.ts'
import { closePanel, cycleStatus, editTitle, markDone, openPanel } from './writing.ts'

let bench: ReturnType<typeof memoryBench>
beforeEach(() => {
  bench = memoryBench({ root: { one: { deep: {} }, two: {}, three: {} } })
})

const run = (intent: Intent, nodeId: string | null, at: Workbench = bench) => attempt(intent, at, nodeId)
const outline = () => bench.board.outline()
const selected = () => [...bench.selection.get().ids]
const selectAlso = (...ids: string[]) => bench.selection.set({ ids: new Set(ids), current: ids[0] ?? null })

describe('a new node', () => {
  it.each([
    [addChild, 'one', 'root(one(deep New node) two three)'],
    [addSiblingAfter, 'one', 'root(one(deep) New node two three)'],
    [addSiblingBefore, 'one', 'root(New node one(deep) two three)'],
    [addParentNode, 'one', 'root(New node(one(deep)) two three)'],
    [addParentNode, 'root', 'New node(root(one(deep) two three))'],
  ])('goes where it is asked for, is selected and edited', (intent, at, expected) => {
    run(intent, at)
    expect(outline()).toBe(expected)
    expect(selected()).toEqual(['new-1'])
    expect(bench.editing.get()).toEqual({ nodeId: 'new-1', isNew: true, typed: null })
    expect(bench.stage.revealed).toEqual(['new-1'])
  })

  it('unfolds its parent, and both are one step', () => {
    run(fold, 'one')
    run(addChild, 'one')
    expect(bench.board.node('one')?.hideChildren).toBe(false)
    run(undo, null)
    expect(outline()).toBe('root(one(deep) two three)')
    expect(bench.board.node('one')?.hideChildren).toBe(true)
  })

  it('is not hidden by a filter', () => {
    bench.visibility.set({ ...bench.visibility.get(), showToDo: false })
    run(addChild, 'two')
    expect(bench.visibility.get().showToDo).toBe(true)
  })

  it('begins an empty project, and only that', () => {
    expect(isOffered(createFirst, bench, null)).toBe(false)
    const empty = memoryBench({})
    run(createFirst, null, empty)
    expect(empty.board.outline()).toBe('New node')
  })
})

describe('walking', () => {
  it('goes by arrows to the neighbour, and from nowhere to the first node', () => {
    const [left, right, up, down] = arrows
    for (const [intent, from, to] of [
      [right, 'root', 'one'],
      [down, 'one', 'two'],
      [up, 'two', 'one'],
      [left, 'one', 'root'],
    ] as const) {
      run(intent ?? editTitle, from)
      expect(bench.selection.get().current).toBe(to)
      expect(bench.stage.focused.at(-1)).toBe(to)
    }
    run(arrows[0] ?? editTitle, null)
    expect(selected()).toEqual(['root'])
  })

  it('goes to the parent, where there is one', () => {
    expect(run(goToParent, 'deep')).toBe(true)
    expect(selected()).toEqual(['one'])
    expect(run(goToParent, 'root')).toBe(false)
  })

  it('selects all that is shown', () => {
    run(fold, 'one')
    run(selectAll, 'two')
    expect(selected()).toEqual(['root', 'one', 'two', 'three'])
    expect(bench.selection.get().current).toBe('two')
    expect(bench.stage.said).toEqual(['4 nodes selected'])
  })
})

describe('deleting', () => {
  it.each([
    ['one', 'two', 'root(two three)'],
    ['three', 'two', 'root(one(deep) two)'],
    ['deep', 'one', 'root(one two three)'],
  ])('%s leaves the person at %s', (id, next, expected) => {
    run(deleteBranch, id)
    expect(outline()).toBe(expected)
    expect(selected()).toEqual([next])
    expect(bench.stage.said).toEqual([`Deleted ${id}`])
  })

  it('takes all that is selected, and stands where something is left', () => {
    selectAlso('one', 'two', 'three')
    run(deleteBranch, 'one')
    expect(outline()).toBe('root')
    expect(selected()).toEqual(['root'])
    expect(bench.stage.said).toEqual(['Deleted 3 nodes'])
    run(undo, null)
    expect(outline()).toBe('root(one(deep) two three)')
  })

  it('may keep the children', () => {
    run(deleteKeepingChildren, 'one')
    expect(outline()).toBe('root(deep two three)')
    expect(selected()).toEqual(['deep'])
    run(undo, null)
    selectAlso('one', 'two')
    run(deleteKeepingChildren, 'two')
    expect(outline()).toBe('root(deep three)')
    expect(bench.stage.said.at(-1)).toBe('Deleted 2 nodes')
  })

  it.each([deleteKeepingChildren, deleteBranch])('refuses the only visible node, and says why: $id', (intent) => {
    const lonely = memoryBench({ root: {} })
    run(intent, 'root', lonely)
    expect(lonely.board.outline()).toBe('root')
    expect(lonely.told).toEqual(['The only visible node cannot be deleted'])
  })

  it('deletes a branch whole, even the last one, but not its folded top alone', () => {
    const folded = memoryBench({ root: { child: {} } })
    folded.board.edits.change('root', { hideChildren: true })
    run(deleteKeepingChildren, 'root', folded)
    expect(folded.board.outline()).toBe('root(child)')
    expect(folded.told).toEqual(['The only visible node cannot be deleted'])
    run(deleteBranch, 'root', folded)
    expect(folded.board.outline()).toBe('')
    expect(folded.selection.get()).toEqual({ ids: new Set(), current: null })
  })
})

describe('branches', () => {
  it('fold and unfold, with a name that says which', () => {
    expect(labelOf(fold, bench, 'one')).toBe('Hide children')
    run(fold, 'one')
    expect(labelOf(fold, bench, 'one')).toBe('Show children')
    expect(isOffered(fold, bench, 'two')).toBe(false)
  })

  it('fold whole, and unfold whole where something is folded', () => {
    run(toggleDescendants, 'root')
    expect(['root', 'one', 'two'].map((id) => bench.board.node(id)?.hideChildren)).toEqual([true, true, false])
    run(fold, 'root')
    run(toggleDescendants, 'root')
    expect(['root', 'one'].map((id) => bench.board.node(id)?.hideChildren)).toEqual([false, false])
  })

  it('take the colour of their top in one step', () => {
    bench.board.edits.change('one', { backgroundColor: '#bbc0ff' })
    run(colourDescendants, 'one')
    expect(bench.board.node('deep')?.style.backgroundColor).toBe('#bbc0ff')
    expect(bench.board.node('two')?.style.backgroundColor).toBe('#fffabb')
  })
})

describe('moving among siblings', () => {
  it('goes one place at a time and says so', () => {
    run(moveUp, 'two')
    expect(outline()).toBe('root(two one(deep) three)')
    expect(bench.stage.said).toEqual(['Moved two before one'])
    expect(run(moveUp, 'two')).toBe(false)
    run(moveDown, 'two')
    run(moveDown, 'two')
    expect(outline()).toBe('root(one(deep) three two)')
    expect(run(moveDown, 'two')).toBe(false)
  })

  it('never takes a parent from a sibling that has another one', () => {
    const nodes = sketched({ root: { one: {}, two: {}, three: {} }, other: {} }).map((node) =>
      node.id === 'two' ? { ...node, parentIds: ['root', 'other'] } : node,
    )
    const graph = memoryBench(memoryBoard(nodes))
    run(moveUp, 'three', graph)
    expect(graph.board.outline()).toBe('root(one three two) other(two)')
    expect(graph.board.node('three')?.parentIds).toEqual(['root'])
    run(moveDown, 'one', graph)
    expect(graph.board.outline()).toBe('root(three one two) other(two)')
  })
})

describe('links to parents', () => {
  it('are taken away one by one, as long as there are several', () => {
    expect(parentLinkIntents(bench, 'deep')).toEqual([])
    bench.board.edits.addParent('deep', 'two')
    const links = parentLinkIntents(bench, 'deep')
    expect(links.map((intent) => labelOf(intent, bench, 'deep'))).toEqual(['Remove link to one', 'Remove link to two'])
    run(links[0] ?? editTitle, 'deep')
    expect(outline()).toBe('root(one two(deep) three)')
    expect(bench.stage.said).toEqual(['deep is no longer under one'])
  })

  it('are asked for in a dialog', () => {
    run(addParentLink, 'deep')
    expect(bench.dialog.get()).toEqual({ kind: 'add-parent', nodeId: 'deep' })
    run(moveTo, 'deep')
    expect(bench.dialog.get()).toEqual({ kind: 'move-to', nodeId: 'deep' })
  })
})

describe('status', () => {
  it('is marked done unless it is, for all that is selected', () => {
    selectAlso('two', 'three')
    run(markDone, 'two')
    expect(['one', 'two', 'three'].map((id) => bench.board.node(id)?.status)).toEqual(['todo', 'done', 'done'])
    expect(isOffered(markDone, bench, 'two')).toBe(false)
    expect(bench.stage.said).toEqual(['2 nodes: done'])
  })

  it('cycles', () => {
    const statuses = [1, 2, 3].map(() => {
      run(cycleStatus, 'one')
      return bench.board.node('one')?.status
    })
    expect(statuses).toEqual(['progress', 'done', 'todo'])
  })
})

describe('a reader', () => {
  it('folds for themselves, with Space too, until they may edit', () => {
    const stop = tendWorkbench(bench)
    bench.board.allowEditing(false)
    run(fold, 'one')
    expect([bench.ownFolds.get().get('one'), bench.board.node('one')?.hideChildren]).toEqual([true, false])
    expect(labelOf(fold, bench, 'one')).toBe('Show children')
    bench.board.allowEditing(true)
    expect(bench.ownFolds.get().size).toBe(0)
    expect(labelOf(fold, bench, 'one')).toBe('Hide children')
    stop()
  })

  it('is warned in the console, and nowhere else, when they try to edit', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    bench.board.allowEditing(false)
    expect([run(deleteBranch, 'one'), run(editTitle, 'one')]).toEqual([false, false])
    const text = "You don't have permissions to make changes"
    expect(warn.mock.calls.flat()).toEqual([text, text])
    expect(bench.told).toEqual([])
    expect(outline()).toBe('root(one(deep) two three)')
  })
})

describe('undo and redo', () => {
  it('are offered only where there is something, and show what came back', () => {
    expect([undo, redo].map((intent) => isOffered(intent, bench, null))).toEqual([false, false])
    run(deleteBranch, 'one')
    run(undo, null)
    expect(outline()).toBe('root(one(deep) two three)')
    expect(selected()).toEqual(['one'])
    run(redo, null)
    expect(outline()).toBe('root(two three)')
    expect(bench.stage.said).toEqual(['Deleted one', 'Undone', 'Redone'])
  })

  it('select only the node that was moved alone, not the children that it left behind', () => {
    bench.board.edits.move(['one'], { side: 'onto', targetId: 'two' }, true)
    expect(outline()).toBe('root(deep two(one) three)')
    for (const [intent, expected] of [
      [undo, 'root(one(deep) two three)'],
      [redo, 'root(deep two(one) three)'],
    ] as const) {
      selectAlso('three')
      run(intent, null)
      expect(outline()).toBe(expected)
      expect(selected()).toEqual(['one'])
    }
  })

  it('keep the selection where it is part of what changed', () => {
    bench.board.edits.changeMany(['one', 'two', 'three'], { status: 'done' })
    selectAlso('two')
    run(undo, null)
    expect(selected()).toEqual(['two'])
  })
})

describe('the panel', () => {
  it('is for editors, and for readers where there is something to read', () => {
    run(openPanel, 'one')
    expect(bench.panel.get()).toBe('one')
    run(closePanel, null)
    expect(bench.panel.get()).toBeNull()
    expect(bench.stage.focused).toEqual(['one'])
    bench.board.edits.change('two', { body: '<p>How so</p>' })
    bench.board.allowEditing(false)
    expect(['one', 'two'].map((id) => isOffered(openPanel, bench, id))).toEqual([false, true])
  })
})

describe('whoever may only look', () => {
  it('changes nothing by any intent, without a word', () => {
    bench.board.allowEditing(false)
    const before = outline()
    for (const intent of intents.filter(({ isEdit }) => isEdit)) expect(run(intent, 'one')).toBe(false)
    expect(outline()).toBe(before)
    expect([bench.told, bench.editing.get(), bench.dialog.get()]).toEqual([[], null, null])
  })
})

describe('the table of intents', () => {
  it('names each once and gives no key twice', () => {
    const ids = intents.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const keys = intents.flatMap(({ shortcuts = [] }) =>
      shortcuts.map(({ key, isCommand, isAlt, isShift }) => [key, !!isCommand, !!isAlt, !!isShift].join(' ')),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})
