import type { Layout } from '@espalier/domain'
import { beforeEach, expect, it } from 'vitest'
import { createLayoutHistory, type LayoutHistory } from './layout-history.ts'

let layout: Layout
let nodes: { undoSteps: number; canRedo: boolean }
let history: LayoutHistory

const change = (after: Layout): (() => void) => {
  const forget = history.record(after)
  layout = after
  return forget
}
const show = (next: Layout | null): Layout | null => {
  layout = next ?? layout
  return next
}

beforeEach(() => {
  layout = 'tree-left'
  nodes = { undoSteps: 0, canRedo: false }
  history = createLayoutHistory(() => layout, nodes)
})

it('undoes and redoes a change of the layout', () => {
  expect([history.canUndo, history.undo()]).toEqual([false, null])
  change('tree-down')
  expect([history.canUndo, history.canRedo]).toEqual([true, false])
  expect(show(history.undo())).toBe('tree-left')
  expect([history.canUndo, history.canRedo]).toEqual([false, true])
  expect(show(history.redo())).toBe('tree-down')
})

it('waits until the later steps of nodes are undone, and until the earlier ones are redone', () => {
  nodes.undoSteps = 1
  change('tree-down')
  nodes.undoSteps = 2
  expect(history.undo()).toBeNull()
  nodes.undoSteps = 1
  expect(show(history.undo())).toBe('tree-left')
  Object.assign(nodes, { undoSteps: 0, canRedo: true })
  expect(history.redo()).toBeNull()
  nodes.undoSteps = 1
  expect(show(history.redo())).toBe('tree-down')
})

it('forgets a change that the server rejected', () => {
  change('tree-down')()
  expect([history.canUndo, history.undo()]).toEqual([false, null])
})

it("leaves somebody else's later layout as it is", () => {
  change('tree-down')
  layout = 'tree-up'
  expect([history.undo(), history.canUndo, history.canRedo]).toEqual([null, false, false])
})

it('can redo nothing after a new change', () => {
  change('tree-down')
  show(history.undo())
  history.clearRedo()
  expect([history.canRedo, history.redo()]).toEqual([false, null])
  change('tree-up')
  show(history.undo())
  change('tree-right')
  expect(history.canRedo).toBe(false)
})
