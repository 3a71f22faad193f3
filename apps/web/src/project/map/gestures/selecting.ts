import { findSlotsInFrame, rectToWorld } from '@espalier/canvas'
import { type NodeId, nodeLinksId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import { selectNode } from '../../actions/action.ts'
import type { NodeSelection, ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import type { GestureOverlay } from './gesture-overlay.ts'

/** Focuses a node without moving the viewport: a pressed node must not move away under the finger. */
export function focusInPlace(workspace: ProjectWorkspace, map: MapController, id: NodeId): void {
  if (workspace.editing.get()?.nodeId === id) return
  const drawn = map.nodeFocus.findElement(id)
  if (drawn === null) map.nodeFocus.focus(id)
  else drawn.focus({ preventScroll: true })
}

export function selectPressedNode(
  workspace: ProjectWorkspace,
  map: MapController,
  id: NodeId,
  isToggle: boolean,
): void {
  if (workspace.client.node(id) === undefined) return
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

/** Otherwise a node or an open text would keep receiving the keys after a press on the ground. */
function blurNodes(map: MapController): void {
  const main = map.renderer.surface?.root.closest('main')
  if (main != null) main.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

interface FrameSelection {
  change(frame: Rect, isAdding: boolean): void
  end(frame: Rect, isAdding: boolean): void
  cancel(): void
}

/** Selects the enclosed nodes while a frame is drawn. */
export function createFrameSelection(
  workspace: ProjectWorkspace,
  map: MapController,
  overlay: GestureOverlay,
): FrameSelection {
  let before: NodeSelection | null = null

  function change(frame: Rect, isAdding: boolean): void {
    before ??= workspace.selection.get()
    map.renderer.updateLayout()
    const area = rectToWorld(map.getViewport(), frame)
    overlay.zoom = map.getViewport().zoom
    overlay.frame(area)
    const ids = new Set([...(isAdding ? before.ids : []), ...listNodesInArea(map, area)])
    const present = workspace.selection.get()
    // The frame moves far more often than its contents change, and each new selection is rendered.
    if (ids.size === present.ids.size && [...ids].every((id) => present.ids.has(id))) return
    const isKept = present.current !== null && ids.has(present.current)
    workspace.selection.set({ ids, current: isKept ? present.current : ([...ids][0] ?? null) })
  }
  return {
    change,
    end(frame, isAdding) {
      change(frame, isAdding)
      before = null
      overlay.clear()
      const { current } = workspace.selection.get()
      if (current !== null) focusInPlace(workspace, map, current)
    },
    cancel() {
      if (before !== null) workspace.selection.set(before)
      before = null
      overlay.clear()
    },
  }
}

function listNodesInArea({ renderer }: MapController, area: Rect): readonly NodeId[] {
  const { boxIndex, diagram } = renderer.scene
  return findSlotsInFrame(boxIndex, area).flatMap((slot) => {
    const id = diagram.idAt(slot)
    return id === undefined || id === nodeLinksId ? [] : [id]
  })
}
