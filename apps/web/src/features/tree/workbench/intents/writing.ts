import { isEmptyBody, nextStatus, type NodeId, type NodeStatus } from '@espalier/domain'
import { isMade, namesOf, nodeIntent, select, targetsOf } from '../acting.ts'
import type { Intent } from '../intent.ts'
import type { Workbench } from '../workbench.ts'

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

const statusWords: Readonly<Record<NodeStatus, string>> = { todo: 'to do', progress: 'in progress', done: 'done' }

function setStatus(bench: Workbench, ids: readonly NodeId[], status: NodeStatus): void {
  if (!isMade(bench, bench.board.edits.changeMany(ids, { status }))) return
  bench.stage.announce(`${namesOf(bench, ids)}: ${statusWords[status]}`)
}

export const markDone = nodeIntent({
  id: 'node.mark-done',
  label: 'Mark as Done',
  isEdit: true,
  isOffered: (_bench, node) => node.status !== 'done',
  run: (bench, { id }) => setStatus(bench, targetsOf(bench, id), 'done'),
})

export const cycleStatus = nodeIntent({
  id: 'node.cycle-status',
  label: 'Change status',
  isEdit: true,
  run: (bench, { id, status }) => setStatus(bench, [id], nextStatus(status)),
})
