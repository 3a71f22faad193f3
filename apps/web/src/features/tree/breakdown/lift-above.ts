import type { NodeId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { Stage } from '../workbench/workbench.ts'

const marginPx = 16

interface Room {
  readonly bar: Rect
  /** What the bar lies over. */
  readonly ground: Rect
}

/** Moves the view up so that the bar covers neither the node nor its ideas; where there is no room for all, the node stays in view. */
export function liftAbove(stage: Stage, nodeId: NodeId, ideaIds: readonly NodeId[], { bar, ground }: Room): void {
  const [box, seen] = [stage.rectOf(nodeId), stage.screenRectOf(nodeId)]
  if (box === undefined || seen === null) return
  // Ideas are still on their way: where they will stand is known, where they are seen is not.
  const scale = seen.width / box.width
  const bottoms = [nodeId, ...ideaIds].flatMap((id) => {
    const rect = stage.rectOf(id)
    if (rect === undefined) return []
    const left = seen.left + (rect.left - box.left) * scale
    const isBeside = left > bar.left + bar.width || left + rect.width * scale < bar.left
    return isBeside ? [] : [seen.top + (rect.top + rect.height - box.top) * scale]
  })
  const wanted = Math.max(...bottoms) + marginPx - bar.top
  const most = seen.top - ground.top - marginPx
  const lift = Math.min(wanted, most)
  if (!(lift > 0)) return
  const { x, y, zoom } = stage.position.get()
  stage.moveTo({ x, y: y - lift, zoom })
}
