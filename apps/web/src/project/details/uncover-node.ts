import type { NodeId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { MapHandle } from '../workspace/project-workspace.ts'

const panelMarginPx = 16

const doRectsOverlap = (one: Rect, other: Rect): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/** Moves the viewport, up or aside, so that the panel does not cover its node. */
export function uncoverNode(map: MapHandle, id: NodeId, panel: Rect): void {
  const node = map.getScreenRect(id)
  if (node === null || !doRectsOverlap(node, panel)) return
  const isBelow = panel.left <= 0
  const dx = isBelow ? 0 : node.left + node.width + panelMarginPx - panel.left
  const dy = isBelow ? node.top + node.height + panelMarginPx - panel.top : 0
  const { x, y, zoom } = map.settledViewport.get()
  map.setViewport({ x: x - dx, y: y - dy, zoom })
}
