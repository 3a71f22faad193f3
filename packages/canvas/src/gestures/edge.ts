import { limits } from '@espalier/domain'
import type { Point, Size } from '@espalier/layout'
import type { GestureEffect } from './effect.ts'
import type { EdgeDrag } from './state.ts'

const { edgePx, pxPerSecond } = limits.gestures.autopan
/** After a pause of the browser the view would jump. */
const longestFrameMs = 100

const edgeDepth = (distance: number) => Math.min(1, Math.max(0, (edgePx - distance) / edgePx))
const edgePull = (at: number, room: number) => edgeDepth(at) - edgeDepth(room - at)

/** How much the view wants to move: from -1 to 1 on each axis, the faster the nearer to the edge, full beyond it. */
const edgePullAt = ({ x, y }: Point, { width, height }: Size): Point => ({ x: edgePull(x, width), y: edgePull(y, height) })

export function isAtEdge(at: Point, size: Size): boolean {
  const { x, y } = edgePullAt(at, size)
  return x !== 0 || y !== 0
}

/** How far the view moves in one frame. */
export function edgePan(at: Point, size: Size, elapsedMs: number): { readonly dx: number; readonly dy: number } {
  const { x, y } = edgePullAt(at, size)
  const way = (pxPerSecond * Math.min(longestFrameMs, Math.max(0, elapsedMs))) / 1000
  return { dx: x * way, dy: y * way }
}

/** Frames are needed at the edge only, so that a hand which rests there still moves the view. */
export function frameRequestEffects(before: EdgeDrag, isNowAtEdge: boolean): GestureEffect[] {
  if (before.isAtEdge === isNowAtEdge) return []
  return [{ kind: isNowAtEdge ? 'ask-frames' : 'stop-frames' }]
}
