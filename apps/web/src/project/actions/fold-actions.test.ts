import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { isActionAvailable, tryAction, type WorkspaceAction } from './action.ts'
import { getActionLabel } from './action-label.ts'
import { toggleDescendantsAction } from './branch-actions.ts'
import { foldAction, foldForMeAction, isFolded } from './fold-actions.ts'
import { addChildAction } from './node-actions.ts'

let workspace: ReturnType<typeof openTestWorkspace>
beforeEach(() => {
  workspace = openTestWorkspace({ root: { one: { deep: {} }, two: { low: {} }, three: {} } })
})

const run = (action: WorkspaceAction, nodeId: string) => tryAction(action, workspace, nodeId)
const getStoredFold = (id: string) => workspace.client.node(id)?.hideChildren
const getOwnFold = (id: string) => workspace.ownFolds.get().get(id)

describe('Fold for me', () => {
  it('folds for the person alone and changes nothing that is stored or can be undone', () => {
    run(foldForMeAction, 'one')
    expect([isFolded(workspace, 'one'), getOwnFold('one'), getStoredFold('one')]).toEqual([true, true, false])
    expect(workspace.client.canUndo.get()).toBe(false)
    expect(getActionLabel(foldForMeAction, workspace, 'one')).toBe('Unfold for me')
  })

  it('unfolds for the person alone what is folded for everybody', () => {
    run(foldAction, 'one')
    expect(getActionLabel(foldForMeAction, workspace, 'one')).toBe('Unfold for me')
    run(foldForMeAction, 'one')
    expect([isFolded(workspace, 'one'), getOwnFold('one'), getStoredFold('one')]).toEqual([false, false, true])
  })

  it('forgets a fold that equals the shared one, so that the node follows the others again', () => {
    run(foldForMeAction, 'one')
    run(foldForMeAction, 'one')
    expect(workspace.ownFolds.get().size).toBe(0)
    workspace.client.edits.change('one', { hideChildren: true })
    expect(isFolded(workspace, 'one')).toBe(true)
  })

  it('folds every selected branch', () => {
    workspace.selection.set({ ids: new Set(['one', 'two', 'three']), current: 'one' })
    run(foldForMeAction, 'one')
    expect([...workspace.ownFolds.get()]).toEqual([
      ['one', true],
      ['two', true],
    ])
  })

  it('is offered to viewers and not for a node without children', () => {
    workspace.client.allowEditing(false)
    expect(isActionAvailable(foldForMeAction, workspace, 'one')).toBe(true)
    expect(isActionAvailable(foldForMeAction, workspace, 'three')).toBe(false)
  })
})

describe('folding for everybody', () => {
  it('shows the result to the person whose own fold would hide it', () => {
    run(foldForMeAction, 'one')
    run(foldAction, 'one')
    expect([isFolded(workspace, 'one'), getOwnFold('one'), getStoredFold('one')]).toEqual([false, undefined, false])
    run(foldAction, 'one')
    expect([isFolded(workspace, 'one'), getStoredFold('one')]).toEqual([true, true])
  })

  it('unfolds a whole branch that is folded only for the person', () => {
    run(foldForMeAction, 'one')
    run(toggleDescendantsAction, 'root')
    expect(['root', 'one', 'two'].map((id) => isFolded(workspace, id))).toEqual([false, false, false])
    expect(workspace.ownFolds.get().size).toBe(0)
  })
})

describe('a new child of a folded node', () => {
  it('is shown to the person who had folded its parent for themselves', () => {
    run(foldForMeAction, 'one')
    run(addChildAction, 'one')
    expect([isFolded(workspace, 'one'), getStoredFold('one')]).toEqual([false, false])
  })

  it('does not unfold for everybody when the person had unfolded it for themselves', () => {
    run(foldAction, 'one')
    run(foldForMeAction, 'one')
    run(addChildAction, 'one')
    expect([isFolded(workspace, 'one'), getStoredFold('one')]).toEqual([false, true])
  })
})
