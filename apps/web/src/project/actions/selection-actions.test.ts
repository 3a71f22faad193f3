import { beforeEach, expect, it } from 'vitest'
import { toastList } from '../../ui/Toasts.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { isActionAvailable, tryAction, type WorkspaceAction } from './action.ts'
import { deleteBranchAction } from './branch-actions.ts'
import { cycleStatusAction, markDoneAction } from './node-actions.ts'
import { redoAction, undoAction } from './undo-actions.ts'
import { watchUndoOffers } from './undo-offers.ts'

let workspace: ReturnType<typeof openTestWorkspace>
beforeEach(() => {
  toastList.closeAll()
  workspace = openTestWorkspace({ root: { one: { deep: {} }, two: {}, three: {} } })
})

const run = (action: WorkspaceAction, nodeId: string | null) => tryAction(action, workspace, nodeId)
const outline = () => workspace.client.outline()
const selectAlso = (...ids: string[]) => workspace.selection.set({ ids: new Set(ids), current: ids[0] ?? null })
const offers = () => toastList.get().map(({ text, action }) => [text, action?.label])

it('offers to undo the deletion of several nodes, until something else would be undone', () => {
  const stop = watchUndoOffers(workspace)
  run(deleteBranchAction, 'two')
  expect(offers()).toEqual([])
  run(deleteBranchAction, 'one')
  expect(offers()).toEqual([['Deleted 2 nodes', 'Undo']])
  toastList.get()[0]?.action?.run()
  expect([outline(), offers()]).toEqual(['root(one(deep) three)', []])
  run(deleteBranchAction, 'one')
  run(cycleStatusAction, 'three')
  expect(offers()).toEqual([])
  selectAlso('root', 'three')
  run(deleteBranchAction, 'root')
  expect(offers()).toEqual([['Deleted 2 nodes', 'Undo']])
  stop()
  expect(offers()).toEqual([])
})

it('marks the rest of a selection as done from a node that is done', () => {
  workspace.client.edits.change('two', { status: 'done' })
  selectAlso('two', 'three')
  expect(isActionAvailable(markDoneAction, workspace, 'two')).toBe(true)
  run(markDoneAction, 'two')
  expect(workspace.client.node('three')?.status).toBe('done')
})

it('gives the whole selection the next status of the node that was chosen', () => {
  workspace.client.edits.change('three', { status: 'done' })
  selectAlso('two', 'three')
  run(cycleStatusAction, 'two')
  expect(['one', 'two', 'three'].map((id) => workspace.client.node(id)?.status)).toEqual([
    'todo',
    'progress',
    'progress',
  ])
  run(cycleStatusAction, 'one')
  expect(workspace.client.node('two')?.status).toBe('progress')
})

it('undoes a changed layout direction in its place among other changes', async () => {
  const layout = () => workspace.client.project.get().layout
  const before = layout()
  run(cycleStatusAction, 'one')
  await workspace.client.edits.setLayout('tree-down')
  run(cycleStatusAction, 'one')
  selectAlso('two')
  run(undoAction, null)
  expect([layout(), workspace.client.node('one')?.status]).toEqual(['tree-down', 'progress'])
  selectAlso('two')
  run(undoAction, null)
  expect([layout(), workspace.client.node('one')?.status]).toEqual([before, 'progress'])
  expect(workspace.map.revealed.at(-1)).toBe('two')
  run(redoAction, null)
  expect(layout()).toBe('tree-down')
})
