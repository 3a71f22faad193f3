import type { NodeId } from '@espalier/domain'
import { selectNode } from '../../workbench/acting.ts'
import type { NodeSelection, ProjectWorkspace } from '../../workbench/workbench.ts'
import type { MapController } from '../stage.ts'

/** Gives a node the focus and leaves the view where it is: what is pressed must not move away under the finger. */
export function focusInPlace(workspace: ProjectWorkspace, map: MapController, id: NodeId): void {
  if (workspace.editing.get()?.nodeId === id) return
  const drawn = map.nodeFocus.elementOf(id)
  if (drawn === null) map.nodeFocus.focus(id)
  else drawn.focus({ preventScroll: true })
}

export function selectPressedNode(workspace: ProjectWorkspace, map: MapController, id: NodeId, isToggle: boolean): void {
  if (workspace.board.node(id) === undefined) return
  if (isToggle) workspace.selection.set(toggleInSelection(workspace.selection.get(), id))
  else selectNode(workspace, id)
  const { current } = workspace.selection.get()
  if (current === null) blurNodes(map)
  else focusInPlace(workspace, map, current)
}

function toggleInSelection({ ids }: NodeSelection, id: NodeId): NodeSelection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, current: next.has(id) ? id : ([...next].at(-1) ?? null) }
}

export function clearNodeSelection(workspace: ProjectWorkspace, map: MapController): void {
  workspace.selection.set({ ids: new Set(), current: null })
  blurNodes(map)
}

/** A node, or a text that is being written, would otherwise go on taking the keys of a person who turned to the ground. */
function blurNodes(map: MapController): void {
  const main = map.renderer.surface?.root.closest('main')
  if (main != null) main.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
