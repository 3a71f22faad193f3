import { isEmptyBody, nextStatus, type NodeId, type NodeStatus } from '@espalier/domain'
import type { Edited, NewPlace, NodeRecord } from '@espalier/sync'
import { actionTexts } from '../../texts/actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import {
  acceptedOrNotify,
  defineNodeAction,
  describeNodes,
  getActionTargets,
  selectNode,
  type WorkspaceAction,
} from './action.ts'
import { forgetOwnFolds } from './fold-actions.ts'

/** A filter would hide a new node together with its editor. */
export function showNodesToDo({ visibility }: ProjectWorkspace): void {
  if (!visibility.get().showToDo) visibility.set({ ...visibility.get(), showToDo: true })
}

/** Selects a new node and edits its title; the editor removes the node if it is left unchanged. */
function editNewNode(workspace: ProjectWorkspace, created: Edited<NodeId>): void {
  if (!acceptedOrNotify(workspace, created)) return
  const id = created.value
  showNodesToDo(workspace)
  selectNode(workspace, id)
  workspace.map.reveal(id)
  workspace.editing.set({ nodeId: id, isNew: true, typed: null })
}

const createAndEdit = (workspace: ProjectWorkspace, position: NewPlace): void =>
  editNewNode(workspace, workspace.client.edits.create(position))

export const createFirstNodeAction: WorkspaceAction = {
  id: 'node.create-first',
  isEdit: true,
  ignoresKeyRepeat: true,
  isAvailable: (workspace) => workspace.client.graph.livingCount === 0,
  run: (workspace) => createAndEdit(workspace, { kind: 'root' }),
}

export const addChildAction = defineNodeAction({
  id: 'node.add-child',
  shortcuts: [{ key: 'Tab' }, { key: 'Insert', isAlias: true }],
  isEdit: true,
  ignoresKeyRepeat: true,
  run(workspace, { id, hideChildren }) {
    const { edits } = workspace.client
    const ownFold = workspace.ownFolds.get().get(id)
    // A fold of one's own would hide the new node; unfolded for oneself, it is seen without unfolding for everybody.
    if (ownFold === true) forgetOwnFolds(workspace, [id])
    const created = edits.group(() => {
      if (hideChildren && ownFold !== false) edits.change(id, { hideChildren: false })
      return edits.create({ kind: 'child', parentId: id })
    })
    editNewNode(workspace, created)
  },
})

export const addSiblingAfterAction = defineNodeAction({
  id: 'node.add-after',
  shortcuts: [{ key: 'Enter', isAlias: true }],
  isEdit: true,
  ignoresKeyRepeat: true,
  run: (workspace, { id }) => createAndEdit(workspace, { kind: 'after', siblingId: id }),
})

export const addSiblingBeforeAction = defineNodeAction({
  id: 'node.add-before',
  shortcuts: [{ key: 'Enter', isShift: true, isAlias: true }],
  isEdit: true,
  ignoresKeyRepeat: true,
  run: (workspace, { id }) => createAndEdit(workspace, { kind: 'before', siblingId: id }),
})

export const addParentNodeAction = defineNodeAction({
  id: 'node.add-parent',
  shortcuts: [
    { key: 'Tab', isAlt: true, isShift: true },
    { key: 'Enter', isAlt: true, isAlias: true },
  ],
  isEdit: true,
  ignoresKeyRepeat: true,
  run: (workspace, { id }) => createAndEdit(workspace, { kind: 'parent', childId: id }),
})

export const editTitleAction = defineNodeAction({
  id: 'node.edit-title',
  shortcuts: [{ key: 'F2', isAlias: true }],
  isEdit: true,
  run(workspace, { id }) {
    selectNode(workspace, id)
    workspace.map.reveal(id)
    workspace.editing.set({ nodeId: id, isNew: false, typed: null })
  },
})

/** Goes to the bar that offers to set the fields which are written in a title. */
export const goToTitleFieldsAction: WorkspaceAction = {
  id: 'title.fields',
  shortcuts: [{ key: 'F10', isAlt: true }],
  isEdit: true,
  isScreenWide: true,
  isAvailable: ({ titleOffers }) => titleOffers.get() !== null,
  run: () => document.querySelector<HTMLElement>('[data-quick-entry] button')?.focus(),
}

const hasDetails = ({ body, assigneeIds, tagIds, blockedByIds, fields, ...node }: NodeRecord): boolean =>
  !isEmptyBody(body) ||
  assigneeIds.length + tagIds.length + blockedByIds.length + Object.keys(fields).length > 0 ||
  (node.startDate ?? node.dueDate ?? node.estimate ?? node.stageId) !== null ||
  node.priority !== 'none'

/** Tells whether there is anything in a node's panel for a person who may not edit: to read, or to comment on. */
export const hasDetailsFor = ({ client }: ProjectWorkspace, node: NodeRecord): boolean =>
  hasDetails(node) || node.commentCount > 0 || client.project.get().viewersMayComment

export const openDetailsAction = defineNodeAction({
  id: 'panel.open',
  shortcuts: [{ key: 'Enter', isCommand: true }],
  isEdit: false,
  isAvailable: (workspace, node) => workspace.client.canEdit.get() || hasDetailsFor(workspace, node),
  run(workspace, { id }) {
    // The panel of a selected node is about the whole selection.
    if (!workspace.selection.get().ids.has(id)) selectNode(workspace, id)
    workspace.detailsNodeId.set(id)
  },
})

export const closeDetailsAction: WorkspaceAction = {
  id: 'panel.close',
  shortcuts: [{ key: 'Escape' }],
  isEdit: false,
  isScreenWide: true,
  isAvailable: (workspace) => workspace.detailsNodeId.get() !== null,
  run(workspace) {
    const nodeId = workspace.detailsNodeId.get()
    workspace.detailsNodeId.set(null)
    if (nodeId !== null && workspace.client.node(nodeId) !== undefined) workspace.map.focus(nodeId)
  },
}

function setStatus(workspace: ProjectWorkspace, ids: readonly NodeId[], status: NodeStatus): void {
  if (!acceptedOrNotify(workspace, workspace.client.edits.changeMany(ids, { status }))) return
  workspace.map.announce(actionTexts.statusChanged[status](describeNodes(workspace, ids)))
}

export const markDoneAction = defineNodeAction({
  id: 'node.mark-done',
  isEdit: true,
  appliesToSelection: true,
  isAvailable: (workspace, { id }) =>
    getActionTargets(workspace, id).some((one) => workspace.client.node(one)?.status !== 'done'),
  run: (workspace, { id }) => setStatus(workspace, getActionTargets(workspace, id), 'done'),
})

export const cycleStatusAction = defineNodeAction({
  id: 'node.cycle-status',
  shortcuts: [{ key: ' ', isShift: true, isAlias: true }],
  isEdit: true,
  ignoresKeyRepeat: true,
  appliesToSelection: true,
  run: (workspace, { id, status }) => setStatus(workspace, getActionTargets(workspace, id), nextStatus(status)),
})

/** A letter that follows at once is typed into the palette, also while it is being loaded. */
export const openCommandsAction = defineNodeAction({
  id: 'node.commands',
  shortcuts: [{ key: '/' }],
  isEdit: true,
  appliesToSelection: true,
  run: (workspace, { id }) => workspace.dialog.set({ kind: 'commands', nodeId: id, typed: '' }),
})
