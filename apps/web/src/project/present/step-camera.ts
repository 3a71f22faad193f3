import { centerRect, clampZoom, type Viewport } from '@espalier/canvas'
import type { NodeId } from '@espalier/domain'
import type { Rect, Size } from '@espalier/layout'
import { isMotionReduced } from '../../platform/timing.ts'
import type { MapController } from '../map/rendering/map-controller.ts'

/** Free room around a branch. */
const marginPx = 48
/** A branch of few nodes is enlarged for the last row of a room, but not beyond this. */
const maxZoom = 1.75
const travelMs = 650

/** Returns the smallest rectangle around all of them; null: there are none. */
export function joinRects(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null
  const left = Math.min(...rects.map((rect) => rect.left))
  const top = Math.min(...rects.map((rect) => rect.top))
  const right = Math.max(...rects.map((rect) => rect.left + rect.width))
  const bottom = Math.max(...rects.map((rect) => rect.top + rect.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** Frames a branch in the part of the window that the caption leaves free. */
export function frameBranch(rect: Rect, { width, height }: Size, captionPx: number): Viewport {
  const free = { width, height: Math.max(height / 3, height - captionPx) }
  const across = (free.width - 2 * marginPx) / Math.max(1, rect.width)
  const down = (free.height - 2 * marginPx) / Math.max(1, rect.height)
  return centerRect({ x: 0, y: 0, zoom: clampZoom(Math.min(maxZoom, across, down)) }, rect, free)
}

const easeInOut = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2)

/** Returns the viewport at a share of the way. The middle of the view moves evenly, whatever the zoom. */
export function interpolateViewport(from: Viewport, to: Viewport, share: number, size: Size): Viewport {
  const middle = ({ x, y, zoom }: Viewport) => ({ x: (size.width / 2 - x) / zoom, y: (size.height / 2 - y) / zoom })
  const zoom = from.zoom * (to.zoom / from.zoom) ** share
  const [start, end] = [middle(from), middle(to)]
  const at = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }
  return { x: size.width / 2 - at.x * zoom, y: size.height / 2 - at.y * zoom, zoom }
}

/** Moves the map from branch to branch. */
export class StepCamera {
  readonly #map: MapController
  #frame = 0

  constructor(map: MapController) {
    this.#map = map
  }

  /** Shows these nodes; at once if nothing should move. */
  show(ids: readonly NodeId[], captionPx: number, isAtOnce: boolean): void {
    this.stop()
    const rect = joinRects(ids.flatMap((id) => this.#map.getRect(id) ?? []))
    if (rect === null) return
    const { renderer } = this.#map
    const to = frameBranch(rect, renderer.size, captionPx)
    if (isAtOnce || isMotionReduced()) return renderer.moveTo(to)
    const from = renderer.viewport
    const startedAt = performance.now()
    const move = () => {
      const share = Math.min(1, (performance.now() - startedAt) / travelMs)
      renderer.moveTo(share === 1 ? to : interpolateViewport(from, to, easeInOut(share), renderer.size))
      this.#frame = share === 1 ? 0 : requestAnimationFrame(move)
    }
    this.#frame = requestAnimationFrame(move)
    return undefined
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
  }
}
