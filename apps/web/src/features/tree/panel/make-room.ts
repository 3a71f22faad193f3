import type { NodeId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { Stage } from '../workbench/workbench.ts'

const marginPx = 16

const doOverlap = (one: Rect, other: Rect): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/** Moves the view so that the panel does not cover the node it tells of: up from below it, or aside. */
export function makeRoom(stage: Stage, id: NodeId, panel: Rect): void {
  const node = stage.screenRectOf(id)
  if (node === null || !doOverlap(node, panel)) return
  const isBelow = panel.left <= 0
  const dx = isBelow ? 0 : node.left + node.width + marginPx - panel.left
  const dy = isBelow ? node.top + node.height + marginPx - panel.top : 0
  const { x, y, zoom } = stage.position.get()
  stage.moveTo({ x: x - dx, y: y - dy, zoom })
}
