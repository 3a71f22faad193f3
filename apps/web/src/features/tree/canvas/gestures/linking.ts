import { type DropScene, findLinkTarget, findSlotAt, toWorld } from '@espalier/canvas'
import type { NodeId } from '@espalier/domain'
import { computeAnchors, type Point } from '@espalier/layout'
import { acceptedOrNotify, getPlainTitle } from '../../workbench/acting.ts'
import type { ProjectWorkspace } from '../../workbench/workbench.ts'
import type { MapController } from '../stage.ts'
import type { GestureOverlay } from './overlay.ts'

export interface LinkDrag {
  over(id: NodeId, at: Point): void
  drop(id: NodeId, at: Point): void
  cancel(): void
}

/** Draws a line from a node to the hand; where it is let go on another node, that one becomes one more parent. */
export function createLinkDrag(workspace: ProjectWorkspace, map: MapController, overlay: GestureOverlay, scene: DropScene): LinkDrag {
  function targetAt(id: NodeId, at: Point) {
    map.renderer.updateLayout()
    const view = map.getViewport()
    return findLinkTarget(scene, id, toWorld(view, at), view.zoom)
  }

  return {
    over(id, at) {
      const target = targetAt(id, at)
      const rect = map.getRect(id)
      if (rect === undefined) return overlay.clear()
      const anchors = computeAnchors(scene.direction, target?.rect ?? rect, rect)
      overlay.zoom = map.getViewport().zoom
      overlay.line(anchors.to, target === null ? toWorld(map.getViewport(), at) : anchors.from)
      overlay.mark(target && { kind: 'box', rect: target.rect })
    },
    drop(id, at) {
      overlay.clear()
      const parentId = targetAt(id, at)?.targetId ?? findNodeAt(scene, toWorld(map.getViewport(), at))
      if (parentId !== undefined && parentId !== id) linkToParent(workspace, map, id, parentId)
    },
    cancel: () => overlay.clear(),
  }
}

/** Somebody who lets go right on a node that cannot be a parent is told why. */
function findNodeAt(scene: DropScene, at: Point): NodeId | undefined {
  const slot = findSlotAt(scene.index, at)
  return slot === null ? undefined : scene.idAt(slot)
}

function linkToParent(workspace: ProjectWorkspace, map: MapController, id: NodeId, parentId: NodeId): void {
  if (!acceptedOrNotify(workspace, workspace.board.edits.addParent(id, parentId))) return
  map.announce(`${getPlainTitle(workspace, id)} is also under ${getPlainTitle(workspace, parentId)}`)
}
