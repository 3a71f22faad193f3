import { type GestureEffect, panBy, zoomBy } from '@espalier/canvas'
import type { NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { placeOf } from '../../keys/key-place.ts'
import { attempt } from '../../workbench/intent.ts'
import { fold } from '../../workbench/intents/branches.ts'
import { editTitle, openPanel } from '../../workbench/intents/writing.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import type { CanvasStage } from '../stage.ts'
import type { Surface } from '../surface.ts'
import { createDragging } from './dragging.ts'
import { dropSceneOf } from './drop-scene.ts'
import { createFraming } from './framing.ts'
import { createLinking } from './linking.ts'
import { Overlay } from './overlay.ts'
import { clearSelection, pressNode } from './selecting.ts'

/** What the runner of the gestures sees to itself. */
export type PulseEffect = Extract<
  GestureEffect,
  { readonly kind: 'ask-timer' | 'stop-timer' | 'ask-frames' | 'stop-frames' | 'capture-pointer' }
>
export type Deed = Exclude<GestureEffect, PulseEffect>

/** Carries out what the hand has done. */
export function createDeeds(bench: Workbench, stage: CanvasStage, { root, layer }: Surface): (deed: Deed) => void {
  const overlay = new Overlay(layer)
  const scene = dropSceneOf(bench.board, stage.projection.scene)
  const dragging = createDragging(bench, stage, overlay, scene)
  const linking = createLinking(bench, stage, overlay, scene)
  const framing = createFraming(bench, stage, overlay)
  return (deed) => {
    switch (deed.kind) {
      case 'pan':
        return stage.applyViewport(panBy(stage.viewport(), deed.dx, deed.dy))
      case 'zoom-about':
        return stage.applyViewport(zoomBy(stage.viewport(), deed.factor, deed.at))
      case 'press':
        return pressNode(bench, stage, deed.id, deed.isToggle)
      case 'double-press':
        return deed.on.kind === 'node' ? open(bench, deed.on.id) : undefined
      case 'clear-selection':
        return clearSelection(bench, stage)
      case 'open-menu':
        return openMenu(bench, root, deed.id, deed.at)
      case 'tap-space':
        return tapSpace(bench)
      case 'start-drag':
        return dragging.start(deed.id, deed.from)
      case 'drag-over':
        return dragging.over(deed.at, deed.isAlone)
      case 'drop':
        return dragging.drop(deed.at, deed.isAlone)
      case 'cancel-drag':
        return dragging.cancel()
      case 'start-link':
        return linking.over(deed.id, deed.from)
      case 'link-over':
        return linking.over(deed.id, deed.at)
      case 'drop-link':
        return linking.drop(deed.id, deed.at)
      case 'cancel-link':
        return linking.cancel()
      case 'frame-changed':
        return framing.change(deed.frame, deed.isAdding)
      case 'frame-ended':
        return framing.end(deed.frame, deed.isAdding)
      case 'cancel-frame':
        return framing.cancel()
    }
  }
}

/** Whoever may not edit a title reads what is written below it. */
function open(bench: Workbench, id: NodeId): void {
  if (!attempt(editTitle, bench, id)) attempt(openPanel, bench, id)
}

function openMenu(bench: Workbench, root: HTMLElement, nodeId: NodeId | null, at: Point): void {
  // The menu key is heard twice, as a key and as a call of the system: the second would move the menu.
  if (nodeId === null || bench.menu.get()?.nodeId === nodeId) return
  const { left, top } = root.getBoundingClientRect()
  bench.menu.set({ nodeId, at: { x: left + at.x, y: top + at.y } })
}

function tapSpace(bench: Workbench): void {
  const place = placeOf(document.activeElement)
  attempt(fold, bench, place.kind === 'node' ? place.nodeId : bench.selection.get().current)
}
