import { panBy, zoomBy } from '@espalier/canvas'
import type { GestureEffect } from '@espalier/canvas/gestures'
import type { NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { tryAction } from '../../actions/action.ts'
import { foldAction } from '../../actions/fold-actions.ts'
import { editTitleAction, openDetailsAction } from '../../actions/node-actions.ts'
import { findKeyTarget } from '../../keyboard/key-target.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import type { MapSurface } from '../rendering/map-surface.ts'
import { createDropScene, createLinkDrag, createNodeDrag } from './dragging.ts'
import { GestureOverlay } from './gesture-overlay.ts'
import { clearNodeSelection, createFrameSelection, selectPressedNode } from './selecting.ts'

/** Effects that the gesture runner handles itself. */
export type RunnerEffect = Extract<
  GestureEffect,
  { readonly kind: 'ask-timer' | 'stop-timer' | 'ask-frames' | 'stop-frames' | 'capture-pointer' }
>
export type MapEffect = Exclude<GestureEffect, RunnerEffect>

/** Applies the effects of gestures. */
export function createEffectHandler(
  workspace: ProjectWorkspace,
  map: MapController,
  { root, layer }: MapSurface,
): (effect: MapEffect) => void {
  const overlay = new GestureOverlay(layer)
  const scene = createDropScene(workspace.client, map.renderer.scene)
  const dragging = createNodeDrag(workspace, map, overlay, scene)
  const linking = createLinkDrag(workspace, map, overlay, scene)
  const framing = createFrameSelection(workspace, map, overlay)
  return (effect) => {
    switch (effect.kind) {
      case 'pan':
        return map.moveViewport(panBy(map.getViewport(), effect.dx, effect.dy))
      case 'zoom-about':
        return map.moveViewport(zoomBy(map.getViewport(), effect.factor, effect.at))
      case 'press':
        return selectPressedNode(workspace, map, effect.id, effect.isToggle)
      case 'double-press':
        return effect.on.kind === 'node' ? openNode(workspace, effect.on.id) : undefined
      case 'clear-selection':
        return clearNodeSelection(workspace, map)
      case 'open-menu':
        return openMenuAt(workspace, root, effect.id, effect.at)
      case 'tap-space':
        return toggleFoldAtFocus(workspace)
      case 'start-drag':
        return dragging.start(effect.id, effect.from)
      case 'drag-over':
        return dragging.over(effect.at, effect.isAlone)
      case 'drop':
        return dragging.drop(effect.at, effect.isAlone)
      case 'cancel-drag':
        return dragging.cancel()
      case 'start-link':
        return linking.over(effect.id, effect.from)
      case 'link-over':
        return linking.over(effect.id, effect.at)
      case 'drop-link':
        return linking.drop(effect.id, effect.at)
      case 'cancel-link':
        return linking.cancel()
      case 'frame-changed':
        return framing.change(effect.frame, effect.isAdding)
      case 'frame-ended':
        return framing.end(effect.frame, effect.isAdding)
      case 'cancel-frame':
        return framing.cancel()
    }
  }
}

/** A person who may not edit the title opens the description instead. */
function openNode(workspace: ProjectWorkspace, id: NodeId): void {
  if (!tryAction(editTitleAction, workspace, id)) tryAction(openDetailsAction, workspace, id)
}

function openMenuAt(workspace: ProjectWorkspace, root: HTMLElement, nodeId: NodeId | null, at: Point): void {
  // The menu key fires twice, as a key and as a contextmenu event: the second would move the menu.
  if (nodeId === null || workspace.menu.get()?.nodeId === nodeId) return
  const { left, top } = root.getBoundingClientRect()
  workspace.menu.set({ nodeId, at: { x: left + at.x, y: top + at.y } })
}

function toggleFoldAtFocus(workspace: ProjectWorkspace): void {
  const keyTarget = findKeyTarget(document.activeElement)
  tryAction(foldAction, workspace, keyTarget.kind === 'node' ? keyTarget.nodeId : workspace.selection.get().current)
}
