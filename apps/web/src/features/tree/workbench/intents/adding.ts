import type { NodeId } from '@espalier/domain'
import type { Edited, NewPlace } from '../../../../data/board/board.ts'
import { acceptedOrNotify, defineNodeAction, selectNode } from '../acting.ts'
import type { WorkspaceAction } from '../intent.ts'
import type { ProjectWorkspace } from '../workbench.ts'

/** A new node is selected and its title edited at once; the editor takes it back if it is left as it came. */
function editNewNode(workspace: ProjectWorkspace, created: Edited<NodeId>): void {
  if (!acceptedOrNotify(workspace, created)) return
  const id = created.value
  // A filter would hide what has just been made, and with it the editor.
  if (!workspace.visibility.get().showToDo) workspace.visibility.set({ ...workspace.visibility.get(), showToDo: true })
  selectNode(workspace, id)
  workspace.map.reveal(id)
  workspace.editing.set({ nodeId: id, isNew: true, typed: null })
}

const createAndEdit = (workspace: ProjectWorkspace, place: NewPlace): void => editNewNode(workspace, workspace.board.edits.create(place))

export const createFirstNodeAction: WorkspaceAction = {
  id: 'node.create-first',
  label: 'Create node',
  isEdit: true,
  ignoresKeyRepeat: true,
  isAvailable: (workspace) => workspace.board.graph.livingCount === 0,
  run: (workspace) => createAndEdit(workspace, { kind: 'root' }),
}

export const addChildAction = defineNodeAction({
  id: 'node.add-child',
  label: 'Add child',
  shortcuts: [{ key: 'Tab' }, { key: 'Insert', isAlias: true }],
  isEdit: true,
  ignoresKeyRepeat: true,
  run(workspace, { id, hideChildren }) {
    const { edits } = workspace.board
    const created = edits.group(() => {
      if (hideChildren) edits.change(id, { hideChildren: false })
      return edits.create({ kind: 'child', parentId: id })
    })
    editNewNode(workspace, created)
  },
})

export const addSiblingAfterAction = defineNodeAction({
  id: 'node.add-after',
  label: 'Add sibling after',
  shortcuts: [{ key: 'Enter', isAlias: true }],
  isEdit: true,
  ignoresKeyRepeat: true,
  run: (workspace, { id }) => createAndEdit(workspace, { kind: 'after', siblingId: id }),
})

export const addSiblingBeforeAction = defineNodeAction({
  id: 'node.add-before',
  label: 'Add sibling before',
  shortcuts: [{ key: 'Enter', isShift: true, isAlias: true }],
  isEdit: true,
  ignoresKeyRepeat: true,
  run: (workspace, { id }) => createAndEdit(workspace, { kind: 'before', siblingId: id }),
})

export const addParentNodeAction = defineNodeAction({
  id: 'node.add-parent',
  label: 'Add parent',
  shortcuts: [
    { key: 'Tab', isAlt: true, isShift: true },
    { key: 'Enter', isAlt: true, isAlias: true },
  ],
  isEdit: true,
  ignoresKeyRepeat: true,
  run: (workspace, { id }) => createAndEdit(workspace, { kind: 'parent', childId: id }),
})
