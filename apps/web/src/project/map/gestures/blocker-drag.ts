import { findSlotAt, toWorld } from '@espalier/canvas'
import { editRefusalTexts, type NodeId, nodeLinksId, wouldWaitForItself } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { blockerDragTexts as texts } from '../../../texts/blocker-drag.ts'
import { acceptedOrNotify, getPlainTitle } from '../../actions/action.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import { BlockerPicture } from './blocker-picture.ts'
import { selectPressedNode } from './selecting.ts'

/** A shorter way is a press. */
const startPx = 4

/**
 * Draws an arrow from a node while the pointer is held; the node on which it is released then waits for the first one.
 * Released at its start, it was only a press.
 */
export function startBlockerDrag(
  workspace: ProjectWorkspace,
  map: MapController,
  blockerId: NodeId,
  pressed: PointerEvent,
): void {
  const { surface } = map.renderer
  if (surface === null) return
  const { root } = surface
  const ending = new AbortController()
  const { signal } = ending
  let picture: BlockerPicture | null = null
  let hasLeft = false

  const toCanvas = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = root.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const findTarget = (at: Point): NodeId | null => {
    map.renderer.updateLayout()
    const { boxIndex, diagram } = map.renderer.scene
    const slot = findSlotAt(boxIndex, toWorld(map.getViewport(), at))
    const id = slot === null ? undefined : diagram.idAt(slot)
    if (id !== blockerId) hasLeft = true
    return id === undefined || id === nodeLinksId || (id === blockerId && !hasLeft) ? null : id
  }
  const end = (): void => {
    ending.abort()
    picture?.remove()
  }
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== pressed.pointerId) return
    // The button was released unseen, such as in another window or before this code was loaded.
    if (event.buttons === 0) return end()
    const isFar = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) >= startPx
    if (picture === null && !isFar) return
    picture ??= new BlockerPicture(surface)
    const pointer = toCanvas(event)
    const targetId = findTarget(pointer)
    const from = map.getRect(blockerId)
    if (from === undefined) return end()
    const viewport = map.getViewport()
    const isRefused = targetId !== null && wouldWaitForItself(workspace.client.graph, targetId, blockerId)
    picture.draw(
      from,
      { rect: (targetId === null ? undefined : map.getRect(targetId)) ?? null, end: toWorld(viewport, pointer) },
      { pointer, zoom: viewport.zoom, reason: isRefused ? editRefusalTexts['waits-for-itself'] : null },
    )
  }
  const up = (event: PointerEvent): void => {
    if (event.pointerId !== pressed.pointerId) return
    end()
    if (picture === null) return selectPressedNode(workspace, map, blockerId, false)
    const targetId = findTarget(toCanvas(event))
    if (targetId !== null) addBlocker(workspace, map, targetId, blockerId)
  }
  const cancel = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', up, { signal })
  document.addEventListener('pointercancel', end, { signal })
  document.addEventListener('keydown', cancel, { signal, capture: true })
  window.addEventListener('blur', end, { signal })
}

function addBlocker(workspace: ProjectWorkspace, map: MapController, id: NodeId, blockerId: NodeId): void {
  if (!acceptedOrNotify(workspace, workspace.client.edits.change(id, { addBlockedByIds: [blockerId] }))) return
  // Arrows are drawn for the selection.
  selectPressedNode(workspace, map, blockerId, false)
  map.announce(texts.added(getPlainTitle(workspace, id), getPlainTitle(workspace, blockerId)))
}
