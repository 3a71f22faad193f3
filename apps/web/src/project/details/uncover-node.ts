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

const barMarginPx = 16

interface BarRects {
  readonly bar: Rect
  /** The area below the bar. */
  readonly ground: Rect
}

/**
 * Moves the viewport up so that the bar covers neither the node nor its ideas; if there is no room for all, the node
 * stays visible.
 */
export function liftNodesAboveBar(
  map: MapHandle,
  nodeId: NodeId,
  ideaIds: readonly NodeId[],
  { bar, ground }: BarRects,
): void {
  const [box, seen] = [map.getRect(nodeId), map.getScreenRect(nodeId)]
  if (box === undefined || seen === null) return
  // The ideas are still animating: their final position is known, their screen position is not.
  const scale = seen.width / box.width
  const bottoms = [nodeId, ...ideaIds].flatMap((id) => {
    const rect = map.getRect(id)
    if (rect === undefined) return []
    const left = seen.left + (rect.left - box.left) * scale
    const isBeside = left > bar.left + bar.width || left + rect.width * scale < bar.left
    return isBeside ? [] : [seen.top + (rect.top + rect.height - box.top) * scale]
  })
  const wanted = Math.max(...bottoms) + barMarginPx - bar.top
  const most = seen.top - ground.top - barMarginPx
  const lift = Math.min(wanted, most)
  if (!(lift > 0)) return
  const { x, y, zoom } = map.settledViewport.get()
  map.setViewport({ x, y: y - lift, zoom })
}
