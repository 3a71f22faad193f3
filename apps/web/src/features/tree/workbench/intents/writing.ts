import { isEmptyBody, nextStatus } from '@espalier/domain'
import { isMade, nodeIntent, select, targetsOf } from '../acting.ts'
import type { Intent } from '../intent.ts'

export const editTitle = nodeIntent({
  id: 'node.edit-title',
  label: 'Edit title',
  shortcuts: [{ key: 'F2', isAlias: true }],
  isEdit: true,
  run(bench, { id }) {
    select(bench, id)
    bench.stage.reveal(id)
    bench.editing.set({ nodeId: id, isNew: false, typed: null })
  },
})

export const openPanel = nodeIntent({
  id: 'panel.open',
  label: 'Open panel',
  shortcuts: [{ key: 'Enter', isCommand: true }],
  isEdit: false,
  isOffered: (bench, node) => bench.board.canEdit.get() || !isEmptyBody(node.body),
  run(bench, { id }) {
    select(bench, id)
    bench.panel.set(id)
  },
})

export const closePanel: Intent = {
  id: 'panel.close',
  label: 'Close panel',
  shortcuts: [{ key: 'Escape' }],
  isEdit: false,
  isOfScreen: true,
  isOffered: (bench) => bench.panel.get() !== null,
  run(bench) {
    const nodeId = bench.panel.get()
    bench.panel.set(null)
    if (nodeId !== null && bench.board.node(nodeId) !== undefined) bench.stage.focus(nodeId)
  },
}

export const markDone = nodeIntent({
  id: 'node.mark-done',
  label: 'Mark as Done',
  isEdit: true,
  isOffered: (_bench, node) => node.status !== 'done',
  run: (bench, { id }) => void isMade(bench, bench.board.edits.changeMany(targetsOf(bench, id), { status: 'done' })),
})

export const cycleStatus = nodeIntent({
  id: 'node.cycle-status',
  label: 'Change status',
  isEdit: true,
  run: (bench, { id, status }) => void isMade(bench, bench.board.edits.change(id, { status: nextStatus(status) })),
})
