import { getPrimaryParent, type NodeStatus } from '@espalier/domain'
import type { NewPlace, NodeFields } from '@espalier/sync'
import { acceptedOrNotify, nodeHasChildren, selectNode } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const flags = { todo: 'showToDo', progress: 'showInProgress', done: 'showCompleted' } as const satisfies Readonly<
  Record<NodeStatus, string>
>

/**
 * Adds a node where it is seen only by its fields, and puts the caret into its empty title. It is gone again if nothing
 * is written.
 */
export function addNodeWith(workspace: ProjectWorkspace, fields: NodeFields): void {
  const { client, visibility } = workspace
  const created = client.edits.create(findNewPlace(workspace), fields)
  if (!acceptedOrNotify(workspace, created)) return
  const id = created.value
  // A hidden status would hide the new node together with its editor.
  const flag = flags[client.node(id)?.status ?? 'todo']
  if (!visibility.get()[flag]) visibility.set({ ...visibility.get(), [flag]: true })
  selectNode(workspace, id)
  workspace.map.reveal(id)
  workspace.editing.set({ nodeId: id, isNew: true, typed: '' })
}

/**
 * Returns the place of such a node: below the selected branch or beside the selected leaf, which stays a leaf; else
 * below the first root.
 */
function findNewPlace(workspace: ProjectWorkspace): NewPlace {
  const { client, selection } = workspace
  const { current } = selection.get()
  const selected = current === null ? undefined : client.node(current)
  if (selected === undefined) {
    const root = client.graph.children(null).at(0)
    return root === undefined ? { kind: 'root' } : { kind: 'child', parentId: root.id }
  }
  const isChild = getPrimaryParent(selected) !== null
  return isChild && !nodeHasChildren(workspace, selected.id)
    ? { kind: 'after', siblingId: selected.id }
    : { kind: 'child', parentId: selected.id }
}
