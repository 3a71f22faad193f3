import { rectToWorld, findSlotsInFrame } from '@espalier/canvas'
import { type NodeId, nodeLinksId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { NodeSelection, ProjectWorkspace } from '../../workbench/workbench.ts'
import type { MapController } from '../stage.ts'
import type { GestureOverlay } from './overlay.ts'
import { focusInPlace } from './selecting.ts'

export interface FrameSelection {
  change(frame: Rect, isAdding: boolean): void
  end(frame: Rect, isAdding: boolean): void
  cancel(): void
}

/** Selects what a frame encloses while it is drawn. */
export function createFrameSelection(workspace: ProjectWorkspace, map: MapController, overlay: GestureOverlay): FrameSelection {
  let before: NodeSelection | null = null

  function change(frame: Rect, isAdding: boolean): void {
    before ??= workspace.selection.get()
    map.renderer.updateLayout()
    const area = rectToWorld(map.getViewport(), frame)
    overlay.zoom = map.getViewport().zoom
    overlay.frame(area)
    const ids = new Set([...(isAdding ? before.ids : []), ...listNodesInArea(map, area)])
    const present = workspace.selection.get()
    // The frame moves far more often than its contents change, and each selection is drawn anew.
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
