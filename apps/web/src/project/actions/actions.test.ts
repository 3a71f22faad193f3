import { setTranslation } from '@espalier/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { translate } from '../../texts/pseudo-locale.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { openTestProject } from '../testing/test-project.ts'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { isActionAvailable, tryAction, type WorkspaceAction } from './action.ts'
import { getActionLabel } from './action-label.ts'
import { allActions } from './all-actions.ts'
import {
  colorDescendantsAction,
  deleteBranchAction,
  deleteKeepingChildrenAction,
  toggleDescendantsAction,
} from './branch-actions.ts'
import { foldAction } from './fold-actions.ts'
import {
  addParentLinkAction,
  listRemoveParentActions,
  moveDownAction,
  moveToAction,
  moveUpAction,
} from './move-actions.ts'
import { arrowActions, extendSelectionActions, goToParentAction, selectAllAction } from './navigation-actions.ts'
import {
  addChildAction,
  addParentNodeAction,
  addSiblingAfterAction,
  addSiblingBeforeAction,
  closeDetailsAction,
  createFirstNodeAction,
  cycleStatusAction,
  editTitleAction,
  markDoneAction,
  openDetailsAction,
} from './node-actions.ts'
import { redoAction, undoAction } from './undo-actions.ts'

let workspace: ReturnType<typeof openTestWorkspace>
beforeEach(() => {
  workspace = openTestWorkspace({ root: { one: { deep: {} }, two: {}, three: {} } })
})

const run = (action: WorkspaceAction, nodeId: string | null, at: ProjectWorkspace = workspace) =>
  tryAction(action, at, nodeId)
const outline = () => workspace.client.outline()
const selected = () => [...workspace.selection.get().ids]
const selectAlso = (...ids: string[]) => workspace.selection.set({ ids: new Set(ids), current: ids[0] ?? null })

describe('new node', () => {
  it.each([
    [addChildAction, 'one', 'root(one(deep New node) two three)'],
    [addSiblingAfterAction, 'one', 'root(one(deep) New node two three)'],
    [addSiblingBeforeAction, 'one', 'root(New node one(deep) two three)'],
    [addParentNodeAction, 'one', 'root(New node(one(deep)) two three)'],
    [addParentNodeAction, 'root', 'New node(root(one(deep) two three))'],
  ])('creates a node at the requested position, selects it and edits its title', (action, at, expected) => {
    run(action, at)
    expect(outline()).toBe(expected)
    expect(selected()).toEqual(['new-1'])
    expect(workspace.editing.get()).toEqual({ nodeId: 'new-1', isNew: true, typed: null })
    expect(workspace.map.revealed).toEqual(['new-1'])
  })

  it('unfolds the parent of a new node in the same undo step', () => {
    run(foldAction, 'one')
    run(addChildAction, 'one')
    expect(workspace.client.node('one')?.hideChildren).toBe(false)
    run(undoAction, null)
    expect(outline()).toBe('root(one(deep) two three)')
    expect(workspace.client.node('one')?.hideChildren).toBe(true)
  })

  it('shows a new node despite a filter', () => {
    workspace.visibility.set({ ...workspace.visibility.get(), showToDo: false })
    run(addChildAction, 'two')
    expect(workspace.visibility.get().showToDo).toBe(true)
  })

  it('creates the first node only in an empty project', () => {
    expect(isActionAvailable(createFirstNodeAction, workspace, null)).toBe(false)
    const empty = openTestWorkspace({})
    run(createFirstNodeAction, null, empty)
    expect(empty.client.outline()).toBe('New node')
  })
})

describe('keyboard navigation', () => {
  it('moves by arrows to the neighbor, and from nowhere to the first node', () => {
    const [left, right, up, down] = arrowActions
    for (const [action, from, to] of [
      [right, 'root', 'one'],
      [down, 'one', 'two'],
      [up, 'two', 'one'],
      [left, 'one', 'root'],
    ] as const) {
      run(action ?? editTitleAction, from)
      expect(workspace.selection.get().current).toBe(to)
      expect(workspace.map.focused.at(-1)).toBe(to)
    }
    run(arrowActions[0] ?? editTitleAction, null)
    expect(selected()).toEqual(['root'])
  })

  it('goes to the parent if there is one', () => {
    expect(run(goToParentAction, 'deep')).toBe(true)
    expect(selected()).toEqual(['one'])
    expect(run(goToParentAction, 'root')).toBe(false)
  })

  it('extends the selection node by node and announces its size', () => {
    const [left, right, , down] = extendSelectionActions
    for (const [action, from, size] of [
      [right, 'root', 2],
      [down, 'one', 3],
      [left, 'two', 2],
    ] as const) {
      run(action ?? editTitleAction, from)
      expect(workspace.map.announcements.at(-1)).toBe(`${size} nodes selected`)
    }
    expect(selected().toSorted()).toEqual(['one', 'root'])
    expect(workspace.selection.get().current).toBe('root')
  })

  it('selects all visible nodes', () => {
    run(foldAction, 'one')
    run(selectAllAction, 'two')
    expect(selected()).toEqual(['root', 'one', 'two', 'three'])
    expect(workspace.selection.get().current).toBe('two')
    expect(workspace.map.announcements).toEqual(['4 nodes selected'])
  })
})

describe('deleting nodes', () => {
  it.each([
    ['one', 'two', 'root(two three)'],
    ['three', 'two', 'root(one(deep) two)'],
    ['deep', 'one', 'root(one two three)'],
  ])('deletes %s and selects %s', (id, next, expected) => {
    run(deleteBranchAction, id)
    expect(outline()).toBe(expected)
    expect(selected()).toEqual([next])
    expect(workspace.map.announcements).toEqual([`Deleted ${id}`])
  })

  it('deletes all selected nodes and selects a remaining one', () => {
    selectAlso('one', 'two', 'three')
    run(deleteBranchAction, 'one')
    expect(outline()).toBe('root')
    expect(selected()).toEqual(['root'])
    expect(workspace.map.announcements).toEqual(['Deleted 3 nodes'])
    run(undoAction, null)
    expect(outline()).toBe('root(one(deep) two three)')
  })

  it('deletes a node and keeps its children', () => {
    run(deleteKeepingChildrenAction, 'one')
    expect(outline()).toBe('root(deep two three)')
    expect(selected()).toEqual(['deep'])
    run(undoAction, null)
    selectAlso('one', 'two')
    run(deleteKeepingChildrenAction, 'two')
    expect(outline()).toBe('root(deep three)')
    expect(workspace.map.announcements.at(-1)).toBe('Deleted 2 nodes')
  })

  it.each([deleteKeepingChildrenAction, deleteBranchAction])(
    'does not delete the only visible node and says why: $id',
    (action) => {
      const lonely = openTestWorkspace({ root: {} })
      run(action, 'root', lonely)
      expect(lonely.client.outline()).toBe('root')
      expect(lonely.notices).toEqual(["You can't delete the only visible node"])
    },
  )

  it('deletes a whole branch, even the last one, but not its folded top alone', () => {
    const folded = openTestWorkspace({ root: { child: {} } })
    folded.client.edits.change('root', { hideChildren: true })
    run(deleteKeepingChildrenAction, 'root', folded)
    expect(folded.client.outline()).toBe('root(child)')
    expect(folded.notices).toEqual(["You can't delete the only visible node"])
    run(deleteBranchAction, 'root', folded)
    expect(folded.client.outline()).toBe('')
    expect(folded.selection.get()).toEqual({ ids: new Set(), current: null })
  })
})

describe('branch actions', () => {
  it('folds and unfolds a branch with a matching label', () => {
    expect(getActionLabel(foldAction, workspace, 'one')).toBe('Hide children')
    run(foldAction, 'one')
    expect(getActionLabel(foldAction, workspace, 'one')).toBe('Show children')
    expect(isActionAvailable(foldAction, workspace, 'two')).toBe(false)
  })

  it('folds a whole branch, and unfolds it if something is folded', () => {
    run(toggleDescendantsAction, 'root')
    expect(['root', 'one', 'two'].map((id) => workspace.client.node(id)?.hideChildren)).toEqual([true, true, false])
    run(foldAction, 'root')
    run(toggleDescendantsAction, 'root')
    expect(['root', 'one'].map((id) => workspace.client.node(id)?.hideChildren)).toEqual([false, false])
  })

  it("copies the color of a branch's top to all its nodes in one step", () => {
    workspace.client.edits.change('one', { backgroundColor: '#bbc0ff' })
    run(colorDescendantsAction, 'one')
    expect(workspace.client.node('deep')?.style.backgroundColor).toBe('#bbc0ff')
    expect(workspace.client.node('two')?.style.backgroundColor).toBe('#fffabb')
  })
})

describe('moving among siblings', () => {
  it('moves a node one position at a time and announces it', () => {
    run(moveUpAction, 'two')
    expect(outline()).toBe('root(two one(deep) three)')
    expect(workspace.map.announcements).toEqual(['Moved two before one'])
    expect(run(moveUpAction, 'two')).toBe(false)
    run(moveDownAction, 'two')
    run(moveDownAction, 'two')
    expect(outline()).toBe('root(one(deep) three two)')
    expect(run(moveDownAction, 'two')).toBe(false)
  })

  it('never removes a parent of a sibling that has several', () => {
    const nodes = nodesFromOutline({ root: { one: {}, two: {}, three: {} }, other: {} }).map((node) =>
      node.id === 'two' ? { ...node, parentIds: ['root', 'other'] } : node,
    )
    const graph = openTestWorkspace(openTestProject(nodes))
    run(moveUpAction, 'three', graph)
    expect(graph.client.outline()).toBe('root(one three two) other(two)')
    expect(graph.client.node('three')?.parentIds).toEqual(['root'])
    run(moveDownAction, 'one', graph)
    expect(graph.client.outline()).toBe('root(three one two) other(two)')
  })
})

describe('parent links', () => {
  it('removes parent links one by one while there are several', () => {
    expect(listRemoveParentActions(workspace, 'deep')).toEqual([])
    workspace.client.edits.addParent('deep', 'two')
    const links = listRemoveParentActions(workspace, 'deep')
    expect(links.map((action) => getActionLabel(action, workspace, 'deep'))).toEqual([
      'Remove link to one',
      'Remove link to two',
    ])
    run(links[0] ?? editTitleAction, 'deep')
    expect(outline()).toBe('root(one two(deep) three)')
    expect(workspace.map.announcements).toEqual(['deep is no longer under one'])
  })

  it('asks for a new parent in a dialog', () => {
    run(addParentLinkAction, 'deep')
    expect(workspace.dialog.get()).toEqual({ kind: 'add-parent', nodeId: 'deep' })
    run(moveToAction, 'deep')
    expect(workspace.dialog.get()).toEqual({ kind: 'move-to', nodeId: 'deep' })
  })
})

describe('status actions', () => {
  it('marks all selected nodes that are not done as done', () => {
    selectAlso('two', 'three')
    run(markDoneAction, 'two')
    expect(['one', 'two', 'three'].map((id) => workspace.client.node(id)?.status)).toEqual(['todo', 'done', 'done'])
    expect(isActionAvailable(markDoneAction, workspace, 'two')).toBe(false)
    expect(workspace.map.announcements).toEqual(['2 nodes: done'])
  })

  it('cycles the status of a node', () => {
    const statuses = [1, 2, 3].map(() => {
      run(cycleStatusAction, 'one')
      return workspace.client.node('one')?.status
    })
    expect(statuses).toEqual(['progress', 'done', 'todo'])
  })
})

describe('actions of a viewer', () => {
  it('folds only for the viewer, with Space too, also after they may edit', () => {
    workspace.client.allowEditing(false)
    run(foldAction, 'one')
    expect([workspace.ownFolds.get().get('one'), workspace.client.node('one')?.hideChildren]).toEqual([true, false])
    expect(getActionLabel(foldAction, workspace, 'one')).toBe('Show children')
    workspace.client.allowEditing(true)
    expect(getActionLabel(foldAction, workspace, 'one')).toBe('Show children')
  })

  it('warns a viewer only in the console when they try to edit', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    workspace.client.allowEditing(false)
    expect([run(deleteBranchAction, 'one'), run(editTitleAction, 'one')]).toEqual([false, false])
    const text = "You don't have permissions to make changes"
    expect(warn.mock.calls.flat()).toEqual([text, text])
    expect(workspace.notices).toEqual([])
    expect(outline()).toBe('root(one(deep) two three)')
  })
})

describe('undo and redo', () => {
  it('offers undo and redo only when possible and reveals the changed nodes', () => {
    expect([undoAction, redoAction].map((action) => isActionAvailable(action, workspace, null))).toEqual([false, false])
    run(deleteBranchAction, 'one')
    run(undoAction, null)
    expect(outline()).toBe('root(one(deep) two three)')
    expect(selected()).toEqual(['one'])
    run(redoAction, null)
    expect(outline()).toBe('root(two three)')
    expect(workspace.map.announcements).toEqual(['Deleted one', 'Undone', 'Redone'])
  })

  it('selects only the moved node after undo, not the children it left behind', () => {
    workspace.client.edits.move(['one'], { side: 'onto', targetId: 'two' }, true)
    expect(outline()).toBe('root(deep two(one) three)')
    for (const [action, expected] of [
      [undoAction, 'root(one(deep) two three)'],
      [redoAction, 'root(deep two(one) three)'],
    ] as const) {
      selectAlso('three')
      run(action, null)
      expect(outline()).toBe(expected)
      expect(selected()).toEqual(['one'])
    }
  })

  it('keeps a selection that is part of the undone change', () => {
    workspace.client.edits.changeMany(['one', 'two', 'three'], { status: 'done' })
    selectAlso('two')
    run(undoAction, null)
    expect(selected()).toEqual(['two'])
  })
})

describe('details panel action', () => {
  it('opens the panel for editors, and for viewers when there is a description', () => {
    run(openDetailsAction, 'one')
    expect(workspace.detailsNodeId.get()).toBe('one')
    run(closeDetailsAction, null)
    expect(workspace.detailsNodeId.get()).toBeNull()
    expect(workspace.map.focused).toEqual(['one'])
    workspace.client.edits.change('two', { body: '<p>How so</p>' })
    workspace.client.allowEditing(false)
    expect(['one', 'two'].map((id) => isActionAvailable(openDetailsAction, workspace, id))).toEqual([false, true])
  })
})

describe('editing actions of a viewer', () => {
  it('changes nothing by any action of a viewer, silently', () => {
    workspace.client.allowEditing(false)
    const before = outline()
    for (const action of allActions.filter(({ isEdit }) => isEdit)) expect(run(action, 'one')).toBe(false)
    expect(outline()).toBe(before)
    expect([workspace.notices, workspace.editing.get(), workspace.dialog.get()]).toEqual([[], null, null])
  })
})

describe('list of actions', () => {
  afterEach(() => setTranslation(null))

  it('names every action in the language that is loaded after it', () => {
    setTranslation(translate)
    const names = [createFirstNodeAction, ...allActions].map((action) => getActionLabel(action, workspace, 'one'))
    expect(names.filter((name) => !/^\[.+\]$/u.test(name))).toEqual([])
  })

  it('gives every action a unique id and unique keys', () => {
    const ids = allActions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const keys = allActions.flatMap(({ shortcuts = [] }) =>
      shortcuts.map(({ key, isCommand, isAlt, isShift }) => [key, !!isCommand, !!isAlt, !!isShift].join(' ')),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})
