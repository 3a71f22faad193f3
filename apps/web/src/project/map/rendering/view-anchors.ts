import { centerRect, fitRect, type Viewport, worldInView } from '@espalier/canvas'
import { limits, type NodeId } from '@espalier/domain'
import {
  computeBounds,
  type Diagram,
  type Direction,
  getSlotRect,
  type Point,
  type Rect,
  type Size,
} from '@espalier/layout'
import type { MapScene } from '../scene/map-scene.ts'

const edgePx = limits.viewMarginPx.fit
/** On a phone every pixel beside the map makes its texts smaller. */
const narrowEdgePx = 12
const fullZoom = limits.zoomPercent.reset / limits.fullPercent

/** A canvas as narrow as a phone opens with the whole width of its map in view. */
const narrowCanvasPx = 640

/** Returns the viewport a project opens with. */
export function getHomeViewport({ boxes, direction }: Diagram, root: Rect, size: Size): Viewport {
  const isNarrow = size.width > 0 && size.width <= narrowCanvasPx
  const bounds = isNarrow ? computeBounds(boxes) : null
  return bounds === null ? showRoot(root, direction, size, fullZoom, edgePx) : fitToWidth(bounds, root, direction, size)
}

/** Shows the root at the edge the tree grows away from, and in the middle of the other axis. */
function showRoot(root: Rect, direction: Direction, size: Size, zoom: number, marginPx: number): Viewport {
  const { x, y } = centerRect({ x: 0, y: 0, zoom }, root, size)
  switch (direction) {
    case 'right':
      return { x: marginPx - root.left * zoom, y, zoom }
    case 'left':
      return { x: size.width - marginPx - (root.left + root.width) * zoom, y, zoom }
    case 'down':
      return { x, y: marginPx - root.top * zoom, zoom }
    case 'up':
      return { x, y: size.height - marginPx - (root.top + root.height) * zoom, zoom }
  }
}

/**
 * Returns the viewport of a narrow canvas: the whole width of the map, no larger than 100%. A map that is too wide or
 * too high even at the smallest zoom is shown from its root.
 */
function fitToWidth(bounds: Rect, root: Rect, direction: Direction, size: Size): Viewport {
  // Only the width counts: a long plan is scrolled.
  const { zoom } = fitRect({ ...bounds, height: 1 }, size, narrowEdgePx)
  const whole = centerRect({ x: 0, y: 0, zoom }, bounds, size)
  const { x, y } = showRoot(root, direction, size, zoom, narrowEdgePx)
  return {
    x: bounds.width * zoom <= size.width ? whole.x : x,
    y: bounds.height * zoom <= size.height ? whole.y : y,
    zoom,
  }
}

/** A node and its world position before the layout changed. */
export interface ViewAnchor {
  readonly id: NodeId
  readonly left: number
  readonly top: number
}

interface AnchorQuery {
  readonly scene: MapScene
  readonly viewport: Viewport
  readonly size: Size
  /** Nodes that were acted on, or the current one: the first in view takes precedence. */
  readonly first: readonly NodeId[]
}

/** Returns the visible nodes in the order in which they should keep their screen position. */
export function findViewAnchors({ scene, viewport, size, first }: AnchorQuery): readonly ViewAnchor[] {
  const view = worldInView(viewport, size)
  const middle = { x: view.left + view.width / 2, y: view.top + view.height / 2 }
  const near: (ViewAnchor & { readonly distance: number })[] = []
  for (const slot of scene.boxIndex.query(view)) {
    const id = scene.diagram.idAt(slot)
    const rect = getSlotRect(scene.diagram.boxes, slot)
    if (id !== undefined) near.push({ id, left: rect.left, top: rect.top, distance: distanceTo(rect, middle) })
  }
  near.sort((one, other) => one.distance - other.distance)
  const preferred = first.flatMap((id) => near.find((anchor) => anchor.id === id) ?? [])
  return [...preferred, ...near]
}

const distanceTo = ({ left, top, width, height }: Rect, { x, y }: Point): number =>
  Math.hypot(left + width / 2 - x, top + height / 2 - y)

/** Returns how far the first remaining anchor moved in the world, and which it is; null if all are gone. */
export function measureDrift(
  anchors: readonly ViewAnchor[],
  scene: MapScene,
): (Point & { readonly anchorId: NodeId }) | null {
  for (const { id, left, top } of anchors) {
    const rect = scene.getRect(id)
    if (rect !== undefined) return { x: rect.left - left, y: rect.top - top, anchorId: id }
  }
  return null
}

interface AnchoredChange {
  readonly changedIds: ReadonlySet<NodeId>
  readonly anchorId: NodeId
}

/**
 * Remembers which node kept its screen position in each of one's own changes. An undo that anchored another node would
 * leave the tree somewhere else than before the change.
 */
export class AnchorHistory {
  #done: AnchoredChange[] = []
  #undone: AnchoredChange[] = []

  remember(change: AnchoredChange): void {
    this.#done.push(change)
    this.#undone = []
  }

  /** Returns the node to anchor while this change is undone or redone; undefined: not known. */
  recallAnchor(isUndo: boolean, ids: ReadonlySet<NodeId>): NodeId | undefined {
    const [from, to] = isUndo ? [this.#done, this.#undone] : [this.#undone, this.#done]
    const at = from.findLastIndex(({ changedIds }) => changedIds.size === ids.size && containsAll(ids, changedIds))
    const found = at < 0 ? [] : from.splice(at, 1)
    to.push(...found)
    return found[0]?.anchorId
  }
}

const containsAll = (ids: ReadonlySet<NodeId>, all: ReadonlySet<NodeId>): boolean => [...ids].every((id) => all.has(id))
