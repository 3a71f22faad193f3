import { isEmptyBody, nextStatus, type NodeId, type NodeStatus } from '@espalier/domain'
import { acceptedOrNotify, describeNodes, defineNodeAction, selectNode, getActionTargets } from '../acting.ts'
import type { WorkspaceAction } from '../intent.ts'
import type { ProjectWorkspace } from '../workbench.ts'

export const editTitleAction = defineNodeAction({
  id: 'node.edit-title',
  label: 'Edit title',
  shortcuts: [{ key: 'F2', isAlias: true }],
  isEdit: true,
  run(workspace, { id }) {
    selectNode(workspace, id)
    workspace.map.reveal(id)
    workspace.editing.set({ nodeId: id, isNew: false, typed: null })
  },
})

export const openDetailsAction = defineNodeAction({
  id: 'panel.open',
  label: 'Open panel',
  shortcuts: [{ key: 'Enter', isCommand: true }],
  isEdit: false,
  isAvailable: (workspace, node) => workspace.board.canEdit.get() || !isEmptyBody(node.body),
  run(workspace, { id }) {
    selectNode(workspace, id)
    workspace.detailsNodeId.set(id)
  },
})

export const closeDetailsAction: WorkspaceAction = {
  id: 'panel.close',
  label: 'Close panel',
  shortcuts: [{ key: 'Escape' }],
  isEdit: false,
  isScreenWide: true,
  isAvailable: (workspace) => workspace.detailsNodeId.get() !== null,
  run(workspace) {
    const nodeId = workspace.detailsNodeId.get()
    workspace.detailsNodeId.set(null)
    if (nodeId !== null && workspace.board.node(nodeId) !== undefined) workspace.map.focus(nodeId)
  },
}

const statusWords: Readonly<Record<NodeStatus, string>> = { todo: 'to do', progress: 'in progress', done: 'done' }

function setStatus(workspace: ProjectWorkspace, ids: readonly NodeId[], status: NodeStatus): void {
  if (!acceptedOrNotify(workspace, workspace.board.edits.changeMany(ids, { status }))) return
  workspace.map.announce(`${describeNodes(workspace, ids)}: ${statusWords[status]}`)
}

export const markDoneAction = defineNodeAction({
  id: 'node.mark-done',
  label: 'Mark as Done',
  isEdit: true,
  isAvailable: (_bench, node) => node.status !== 'done',
  run: (workspace, { id }) => setStatus(workspace, getActionTargets(workspace, id), 'done'),
})

export const cycleStatusAction = defineNodeAction({
  id: 'node.cycle-status',
  label: 'Change status',
  isEdit: true,
  run: (workspace, { id, status }) => setStatus(workspace, [id], nextStatus(status)),
})
