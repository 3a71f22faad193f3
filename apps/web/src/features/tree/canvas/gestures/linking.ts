import { type DropScene, linkTargetAt, slotAt, toWorld } from '@espalier/canvas'
import type { NodeId } from '@espalier/domain'
import { anchorsOf, type Point } from '@espalier/layout'
import { isMade, titleOf } from '../../workbench/acting.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import type { CanvasStage } from '../stage.ts'
import type { Overlay } from './overlay.ts'

export interface Linking {
  over(id: NodeId, at: Point): void
  drop(id: NodeId, at: Point): void
  cancel(): void
}

/** Draws a line from a node to the hand; where it is let go on another node, that one becomes one more parent. */
export function createLinking(bench: Workbench, stage: CanvasStage, overlay: Overlay, scene: DropScene): Linking {
  function targetAt(id: NodeId, at: Point) {
    stage.projection.settle()
    const view = stage.viewport()
    return linkTargetAt(scene, id, toWorld(view, at), view.zoom)
  }

  return {
    over(id, at) {
      const target = targetAt(id, at)
      const rect = stage.rectOf(id)
      if (rect === undefined) return overlay.clear()
      const anchors = anchorsOf(scene.direction, target?.rect ?? rect, rect)
      overlay.zoom = stage.viewport().zoom
      overlay.line(anchors.to, target === null ? toWorld(stage.viewport(), at) : anchors.from)
      overlay.mark(target && { kind: 'box', rect: target.rect })
    },
    drop(id, at) {
      overlay.clear()
      const parentId = targetAt(id, at)?.targetId ?? idUnder(scene, toWorld(stage.viewport(), at))
      if (parentId !== undefined && parentId !== id) addParentLink(bench, stage, id, parentId)
    },
    cancel: () => overlay.clear(),
  }
}

/** Somebody who lets go right on a node that cannot be a parent is told why. */
function idUnder(scene: DropScene, at: Point): NodeId | undefined {
  const slot = slotAt(scene.index, at)
  return slot === null ? undefined : scene.idAt(slot)
}

function addParentLink(bench: Workbench, stage: CanvasStage, id: NodeId, parentId: NodeId): void {
  if (!isMade(bench, bench.board.edits.addParent(id, parentId))) return
  stage.announce(`${titleOf(bench, id)} is also under ${titleOf(bench, parentId)}`)
}
